/** The page's address, and how a part of it changes. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { given } from '../text/search-text.ts'
import type { ServicesSearch } from './search.ts'

export const useServicesSearch = () => {
  const search = useSearch({ from: '/services' })
  const navigate = useNavigate({ from: '/services' })
  const change = (part: { [Name in keyof ServicesSearch]?: ServicesSearch[Name] | undefined }) =>
    navigate({ search: given({ ...search, ...part }) as ServicesSearch, replace: true })
  return { search, change }
}
