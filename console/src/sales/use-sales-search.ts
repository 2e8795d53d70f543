/** The page's address, and how a part of it changes. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { given } from '../text/search-text.ts'
import type { SalesSearch } from './search.ts'

export const useSalesSearch = () => {
  const search = useSearch({ from: '/sales' })
  const navigate = useNavigate({ from: '/sales' })
  const change = (part: { [Name in keyof SalesSearch]?: SalesSearch[Name] | undefined }) =>
    navigate({ search: given({ ...search, ...part }) as SalesSearch, replace: true })
  return { search, change }
}
