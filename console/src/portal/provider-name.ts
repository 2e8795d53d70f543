/** The name of the member's company, as operators read it beside its applications. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { ME } from './queries.ts'

export const useProviderName = (): string => useQuery(queryOf(ME, {})).data?.me.provider.name ?? 'your company'
