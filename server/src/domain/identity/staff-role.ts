/** What a member of staff may do. Each role may do what those before it may (portals §6). */
export const STAFF_ROLES = ['READER', 'REVIEWER', 'ADMINISTRATOR'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export const isStaffRole = (text: string): text is StaffRole => STAFF_ROLES.some((role) => role === text)

/** Somebody without a role reads: a release before roles makes such staff (ADR 58). */
export const staffRoleOf = (roleList: string): StaffRole => roleList.split(' ').findLast(isStaffRole) ?? 'READER'

export const isAtLeast = (roleList: string, needed: StaffRole): boolean =>
  STAFF_ROLES.indexOf(staffRoleOf(roleList)) >= STAFF_ROLES.indexOf(needed)

/** As people read them. */
export const STAFF_ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  READER: 'Reader',
  REVIEWER: 'Reviewer',
  ADMINISTRATOR: 'Administrator',
}
