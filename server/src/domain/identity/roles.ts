/** The roles of an operator's users, each by the one name that people read everywhere. */
export const ROLE_NAMES = {
  ADMIN: 'Administrator',
  OPS: 'Operations',
  SALES: 'Sales',
  MAINTENANCE: 'Maintenance',
  SAFETY: 'Safety',
  CREW: 'Crew',
} as const

export type Role = keyof typeof ROLE_NAMES

export const ROLES = Object.keys(ROLE_NAMES) as Role[]

export const isRole = (text: string): text is Role => Object.hasOwn(ROLE_NAMES, text)

/** An unknown role is shown as it is stored. */
export const roleName = (role: string): string => (isRole(role) ? ROLE_NAMES[role] : role)
