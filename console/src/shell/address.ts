/** What the address of a page says, and how a part of it changes. */
import { type RegisteredRouter, type RouteById, type RouteIds, useNavigate, useSearch } from '@tanstack/react-router'
import { given } from '../text/search-text.ts'

type Routes = RegisteredRouter['routeTree']
type SearchOf<From extends RouteIds<Routes>> = RouteById<Routes, From>['types']['searchSchema']

/** Any text, as a select gives it: the route takes what is one of its words (`searchWord`). */
type Part<Search> = { readonly [Name in keyof Search]?: Search[Name] | string | undefined }

export const useAddress = <const From extends RouteIds<Routes>>(from: From) => {
  const search = useSearch({ from } as never) as SearchOf<From>
  const navigate = useNavigate({ from } as never)
  const change = (part: Part<SearchOf<From>>) =>
    navigate({ to: '.', search: given({ ...search, ...part }), replace: true } as never)
  return { search, change }
}
