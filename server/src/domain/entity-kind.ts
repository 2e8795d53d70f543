/** The kinds of record that the change feed tells of, and the scope that reading one needs. */
import { byEntity, type RecordEntity } from './records/all-records.ts'
import type { Scope } from './scopes.ts'

/** Kinds that no description has: those of a person's own, and those that are not built yet. */
const OTHER_SCOPES = {
  /** The schedule of an aircraft, without what takes it. */
  AVAILABILITY: 'availability:read',
  LOGBOOK_ENTRY: 'own:logbook:read',
  /** The operator's rules, which computed fields of its records follow (data §4.14). */
  OPERATOR_SETTINGS: 'settings:read',
  MY_DUTY: 'own:roster',
  MY_FLIGHT: 'own:roster',
  MY_QUALIFICATION: 'own:profile',
  MY_SAFETY_REPORT: 'own:safety',
} as const satisfies Record<string, Scope>

export type EntityKind = RecordEntity | keyof typeof OTHER_SCOPES

export const ENTITY_SCOPES: Readonly<Record<EntityKind, Scope>> = { ...byEntity(({ read }) => read), ...OTHER_SCOPES }

export const ENTITY_KINDS = Object.keys(ENTITY_SCOPES) as EntityKind[]

/** What a person's own applications read in place of the operator's record. */
export const OWN_KINDS = {
  DUTY: 'MY_DUTY',
  FLIGHT: 'MY_FLIGHT',
  QUALIFICATION: 'MY_QUALIFICATION',
  SAFETY_REPORT: 'MY_SAFETY_REPORT',
} as const satisfies Partial<Record<EntityKind, EntityKind>>

const OWN: ReadonlySet<EntityKind> = new Set([...Object.values(OWN_KINDS), 'LOGBOOK_ENTRY'])

/** Told to one person alone, whatever else the reader may see. */
export const isOwnKind = (kind: EntityKind): boolean => OWN.has(kind)

/** REMINDER: nothing changed, a time has come. */
export const CHANGE_KINDS = ['CREATED', 'UPDATED', 'DELETED', 'REMINDER'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const REMINDER_KINDS = [
  'ACTION_OVERDUE',
  'AUTHORITY_REPORT_DUE',
  'DEFERRAL_EXPIRING',
  'ESTIMATE_PASSED',
  'LOG_UNSIGNED',
  'MAINTENANCE_DUE',
  'NOT_REPORTED',
  'PASSENGER_LIST_MISSING',
  'QUALIFICATION_EXPIRING',
  'QUOTE_EXPIRING',
  'REQUEST_UNANSWERED',
  'TRAVEL_DOCUMENT_EXPIRING',
  'UNAVAILABILITY_END_PASSED',
] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]
