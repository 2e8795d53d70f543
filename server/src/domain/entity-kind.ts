/** The kinds of record that the change feed tells of, and the scope that reading one needs. */
import type { Scope } from './scopes.ts'

export const ENTITY_SCOPES = {
  AIRCRAFT: 'aircraft:read',
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
  DUTY: 'crew:read',
  SAFETY_REPORT: 'safety:read',
  CONTACT: 'contact:read',
  LOGBOOK_ENTRY: 'own:logbook:read',
} as const satisfies Record<string, Scope>

export type EntityKind = keyof typeof ENTITY_SCOPES

export const ENTITY_KINDS = Object.keys(ENTITY_SCOPES) as EntityKind[]

export const CHANGE_KINDS = ['CREATED', 'UPDATED', 'DELETED'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]
