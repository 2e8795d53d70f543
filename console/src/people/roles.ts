/** The roles of an operator's users: the one name that each has everywhere, and what it opens. */
import type { introspection } from '../graph/schema.d.ts'

/** The roles that the server's schema has: one that is added there must get its words here. */
export type Role = introspection['types']['Role']['enumValues']

export const ROLE_NAMES = {
  ADMIN: { name: 'Administrator', about: 'Everything here: people, keys, add-ons, audit log, all records' },
  OPS: { name: 'Operations', about: 'Flights, crew and duties, passengers, contacts' },
  SALES: { name: 'Sales', about: 'Requests, quotes, availability, passengers, contacts' },
  MAINTENANCE: { name: 'Maintenance', about: 'Fleet, blocks, journey and technical logs' },
  SAFETY: { name: 'Safety', about: 'Safety reports' },
  CREW: { name: 'Crew', about: 'Own roster, own papers, flights without passenger names' },
} as const satisfies Record<Role, { name: string; about: string }>

/** An unknown role is shown as it is stored. */
export const roleInWords = (role: string): string => ROLE_NAMES[role as Role]?.name ?? role
