/** The page's address, and how a part of it changes. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { given } from '../text/search-text.ts'
import type { LogsSearch } from './search.ts'

export const useLogsSearch = () => {
  const search = useSearch({ from: '/logs' })
  const navigate = useNavigate({ from: '/logs' })
  const change = (part: { [Name in keyof LogsSearch]?: LogsSearch[Name] | undefined }) =>
    navigate({ search: given({ ...search, ...part }) as LogsSearch, replace: true })
  return { search, change }
}
