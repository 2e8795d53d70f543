/** Who is signed in, with the provider's sandbox; read again and again while one is being made. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { ME } from './queries.ts'

const LOOK_AGAIN_MS = 1_000

export const useSandbox = () =>
  useQuery({
    ...queryOf(ME, {}),
    refetchInterval: ({ state }) => (state.data?.me.provider.sandboxMaking ? LOOK_AGAIN_MS : false),
  })
