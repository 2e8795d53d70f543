/** What the signed-in member of staff may do: what a role may not do is not offered. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { ME, type StaffMember } from './queries.ts'

export type StaffRole = StaffMember['role']

export const STAFF_ROLES: readonly { readonly role: StaffRole; readonly name: string; readonly may: string }[] = [
  { role: 'READER', name: 'Reader', may: 'reads' },
  { role: 'REVIEWER', name: 'Reviewer', may: 'also takes and decides cases, and writes to providers' },
  { role: 'ADMINISTRATOR', name: 'Administrator', may: 'also suspends, creates operators and sets roles' },
]

export const roleName = (role: StaffRole): string => STAFF_ROLES.find((one) => one.role === role)?.name ?? role

export const useStaffRole = () => {
  const me = useQuery(queryOf(ME, {})).data?.me
  const rank = STAFF_ROLES.findIndex(({ role }) => role === me?.role)
  return { userId: me?.userId ?? null, mayReview: rank >= 1, mayAdminister: rank >= 2 }
}
