/** The roles of an operator's users, in words. */
export const ROLES = {
  ADMIN: { word: 'Administrator', about: 'Connects add-ons, makes keys, invites people' },
  OPS: { word: 'Operations', about: '' },
  SALES: { word: 'Sales', about: '' },
  CREW: { word: 'Crew', about: '' },
  MAINTENANCE: { word: 'Maintenance', about: '' },
  SAFETY: { word: 'Safety', about: '' },
} as const

export type Role = keyof typeof ROLES

export const roleInWords = (role: string): string => ROLES[role as Role]?.word ?? role
