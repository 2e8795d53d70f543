/** What stands open beside the users, in the address. */
import { given } from '../text/search-text.ts'

export const usersSearch = (search: Record<string, unknown>) =>
  given({ invite: search.invite === true ? (true as const) : undefined })
