/** Every described record in the store. The compiler names one that is missing here. */
import type { RecordEntity } from '../../domain/records/all-records.ts'
import type { RecordKind } from '../record-kind.ts'
import { AIRCRAFT } from './aircraft.ts'
import { CONTACT } from './contacts.ts'
import { CREW_MEMBER, QUALIFICATION } from './crew-members.ts'
import { DUTY } from './duties.ts'
import { FLIGHT } from './flights.ts'
import { TRAVEL_DOCUMENT } from './travel-documents.ts'
import { TRIP } from './trips.ts'
import { UNAVAILABILITY } from './unavailability.ts'

export const STORED_RECORDS: Readonly<Record<RecordEntity, RecordKind<never>>> = {
  AIRCRAFT,
  CONTACT,
  CREW_MEMBER,
  DUTY,
  FLIGHT,
  QUALIFICATION,
  TRAVEL_DOCUMENT,
  TRIP,
  UNAVAILABILITY,
}
