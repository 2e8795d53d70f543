/** The kinds of record that the change feed tells of, and the scope that reading one needs. */
import type { Scope } from './scopes.ts'

export const ENTITY_SCOPES = {
  AIRCRAFT: 'aircraft:read',
  UNAVAILABILITY: 'aircraft:read',
  FLIGHT: 'flight:read',
  TRIP: 'flight:read',
  CHARTER_REQUEST: 'sales:read',
  QUOTE: 'sales:read',
  EMPTY_LEG: 'availability:read',
  SERVICE_REQUEST: 'service:read',
  DOCUMENT: 'document:read',
  JOURNEY_LOG: 'log:read',
  TECH_LOG_ENTRY: 'log:read',
  CREW_MEMBER: 'crew:read',
  QUALIFICATION: 'crew:read',
  DUTY: 'crew:read',
  SAFETY_REPORT: 'safety:read',
  CONTACT: 'contact:read',
  TRAVEL_DOCUMENT: 'passenger:read',
  LOGBOOK_ENTRY: 'own:logbook:read',
  MY_DUTY: 'own:roster',
  MY_FLIGHT: 'own:roster',
  MY_QUALIFICATION: 'own:profile',
} as const satisfies Record<string, Scope>

export type EntityKind = keyof typeof ENTITY_SCOPES

export const ENTITY_KINDS = Object.keys(ENTITY_SCOPES) as EntityKind[]

/** What a person's own applications read in place of the operator's record. */
export const OWN_KINDS = {
  DUTY: 'MY_DUTY',
  FLIGHT: 'MY_FLIGHT',
  QUALIFICATION: 'MY_QUALIFICATION',
} as const satisfies Partial<Record<EntityKind, EntityKind>>

const OWN: ReadonlySet<EntityKind> = new Set(Object.values(OWN_KINDS))

/** Told to one person alone, whatever else the reader may see. */
export const isOwnKind = (kind: EntityKind): boolean => OWN.has(kind)

/** REMINDER: nothing changed, a time has come. */
export const CHANGE_KINDS = ['CREATED', 'UPDATED', 'DELETED', 'REMINDER'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const REMINDER_KINDS = [
  'ESTIMATE_PASSED',
  'PASSENGER_LIST_MISSING',
  'QUALIFICATION_EXPIRING',
  'TRAVEL_DOCUMENT_EXPIRING',
  'UNAVAILABILITY_END_PASSED',
] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]
