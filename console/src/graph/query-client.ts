/** How long reads stay fresh and when they are retried: only if the server was not reached. */
import { QueryClient } from '@tanstack/react-query'
import { asGraphFailure } from './failure.ts'

const FRESH_MS = 10_000
const TRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => asGraphFailure(error).kind === 'lost' && failures < TRIES,
      // A lost connection is shown on the page; waiting silently for the browser's "online" event would look like
      // loading.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
