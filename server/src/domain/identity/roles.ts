/** The roles of an operator's users: one name each, wherever a person reads it, and what it opens. */
export const ROLE_NAMES = {
  ADMIN: { name: 'Administrator', about: 'Everything here: people, keys, add-ons, audit log, all records' },
  OPS: { name: 'Operations', about: 'Flights, crew and duties, passengers, contacts' },
  SALES: { name: 'Sales', about: 'Requests, quotes, availability, passengers, contacts' },
  MAINTENANCE: { name: 'Maintenance', about: 'Fleet, blocks, journey and technical logs' },
  SAFETY: { name: 'Safety', about: 'Safety reports' },
  CREW: { name: 'Crew', about: 'Own roster, own papers, flights without passenger names' },
} as const

export type Role = keyof typeof ROLE_NAMES

export const isRole = (text: string): text is Role => Object.hasOwn(ROLE_NAMES, text)

/** A role nobody knows any more is told by what stands in the store. */
export const roleName = (role: string): string => (isRole(role) ? ROLE_NAMES[role].name : role)
