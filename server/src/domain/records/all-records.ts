/**
 * Every described record, in the order in which foreign keys let their rows be removed: what names another comes before
 * it. From this list follow the kinds of the change feed, those that have external ids, and what counts and is removed.
 */

import { CONTACT_RECORD } from '../operations/contact.ts'
import { CREW_MEMBER_RECORD } from '../operations/crew/crew.ts'
import { DUTY_RECORD } from '../operations/crew/duty.ts'
import { QUALIFICATION_RECORD } from '../operations/crew/qualification.ts'
import { DOCUMENT_RECORD } from '../operations/documents/document.ts'
import { AIRCRAFT_RECORD } from '../operations/fleet/aircraft.ts'
import { UNAVAILABILITY_RECORD } from '../operations/fleet/unavailability.ts'
import { FLIGHT_RECORD } from '../operations/flights/flight.ts'
import { FLIGHT_PLAN_RECORD } from '../operations/flights/operational-plan.ts'
import { TRIP_RECORD } from '../operations/flights/trip.ts'
import { SERVICE_REQUEST_RECORD } from '../operations/handling/service-request.ts'
import { VISIT_RECORD } from '../operations/handling/visit.ts'
import { JOURNEY_LOG_RECORD } from '../operations/logs/journey-log.ts'
import { MAINTENANCE_DUE_RECORD } from '../operations/logs/maintenance-due.ts'
import { TECH_LOG_ENTRY_RECORD } from '../operations/logs/tech-log-entry.ts'
import { TRAVEL_DOCUMENT_RECORD } from '../operations/passengers/travel-document.ts'
import { SAFETY_REPORT_RECORD } from '../operations/safety/safety-report.ts'
import { CHARTER_REQUEST_RECORD } from '../operations/sales/charter-request.ts'
import { EMPTY_LEG_RECORD } from '../operations/sales/empty-leg.ts'
import { QUOTE_RECORD } from '../operations/sales/quote.ts'
import type { AnyDescription } from './description.ts'

export const RECORDS = [
  SAFETY_REPORT_RECORD,
  JOURNEY_LOG_RECORD,
  FLIGHT_PLAN_RECORD,
  UNAVAILABILITY_RECORD,
  TECH_LOG_ENTRY_RECORD,
  MAINTENANCE_DUE_RECORD,
  DOCUMENT_RECORD,
  DUTY_RECORD,
  QUALIFICATION_RECORD,
  CREW_MEMBER_RECORD,
  SERVICE_REQUEST_RECORD,
  VISIT_RECORD,
  QUOTE_RECORD,
  CHARTER_REQUEST_RECORD,
  EMPTY_LEG_RECORD,
  FLIGHT_RECORD,
  TRIP_RECORD,
  AIRCRAFT_RECORD,
  TRAVEL_DOCUMENT_RECORD,
  CONTACT_RECORD,
] as const satisfies readonly AnyDescription[]

/** The name of a described record in the change feed. */
export type RecordEntity = (typeof RECORDS)[number]['entity']

/** A value of each description, by its entity. */
export const byEntity = <V>(value: (description: AnyDescription) => V): Readonly<Record<RecordEntity, V>> =>
  Object.fromEntries(RECORDS.map((each) => [each.entity, value(each)])) as Record<RecordEntity, V>

/** Those that are talked about (data §9.9). */
export const TALKED_ABOUT: ReadonlyMap<RecordEntity, AnyDescription> = new Map(
  RECORDS.flatMap((each: AnyDescription) => (each.conversation ? [[each.entity as RecordEntity, each] as const] : [])),
)
