/** Every described record in the store. The compiler names one that is missing here. */
import type { RecordEntity } from '../../domain/records/all-records.ts'
import type { RecordKind } from '../record-kind.ts'
import { CONTACT } from './contacts.ts'
import { CREW_MEMBER, QUALIFICATION } from './crew/crew-members.ts'
import { DUTY } from './crew/duties.ts'
import { DOCUMENT } from './documents/documents.ts'
import { AIRCRAFT } from './fleet/aircraft.ts'
import { UNAVAILABILITY } from './fleet/unavailability.ts'
import { FLIGHT_PLAN } from './flights/flight-plans.ts'
import { FLIGHT } from './flights/flights.ts'
import { TRIP } from './flights/trips.ts'
import { SERVICE_REQUEST } from './handling/service-requests.ts'
import { VISIT } from './handling/visits.ts'
import { JOURNEY_LOG } from './logs/journey-logs.ts'
import { MAINTENANCE_DUE } from './logs/maintenance-due.ts'
import { TECH_LOG_ENTRY } from './logs/tech-log.ts'
import { TRAVEL_DOCUMENT } from './passengers/travel-documents.ts'
import { SAFETY_REPORT } from './safety/safety-reports.ts'
import { CHARTER_REQUEST } from './sales/charter-requests.ts'
import { EMPTY_LEG } from './sales/empty-legs.ts'
import { QUOTE } from './sales/quotes.ts'

export const STORED_RECORDS: Readonly<Record<RecordEntity, RecordKind<never>>> = {
  AIRCRAFT,
  CHARTER_REQUEST,
  CONTACT,
  CREW_MEMBER,
  DOCUMENT,
  DUTY,
  EMPTY_LEG,
  FLIGHT,
  FLIGHT_PLAN,
  JOURNEY_LOG,
  MAINTENANCE_DUE,
  QUALIFICATION,
  QUOTE,
  SAFETY_REPORT,
  SERVICE_REQUEST,
  TECH_LOG_ENTRY,
  TRAVEL_DOCUMENT,
  TRIP,
  UNAVAILABILITY,
  VISIT,
}
