/** The page's address, and how a part of it changes. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { given } from '../text/search-text.ts'
import type { SafetySearch } from './search.ts'

export const useSafetySearch = () => {
  const search = useSearch({ from: '/safety' })
  const navigate = useNavigate({ from: '/safety' })
  const change = (part: { [Name in keyof SafetySearch]?: SafetySearch[Name] | undefined }) =>
    navigate({ search: given({ ...search, ...part }) as SafetySearch, replace: true })
  return { search, change }
}
