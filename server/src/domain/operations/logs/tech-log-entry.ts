/**
 * A defect of an aircraft and what was done about it (data §10.4). One with which the aircraft must not fly owns an AOG
 * block until it is deferred or released.
 */
import { DAY_MS } from '../../interval.ts'
import { own, type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { anyText, decimal, idOf, oneOf, shaped, text, time, truth, value, values, whole } from '../../records/fields.ts'
import { among, byId, equal, joined } from '../../records/filter.ts'
import { DEFECT_STATUSES } from './defect-life-cycle.ts'
import { MEL_CATEGORIES } from './deferral.ts'
import type { ReleaseToService } from './release.ts'
import type { Signature } from './signature.ts'

const DEFECT_STATUS = enumeration('DefectStatus', DEFECT_STATUSES)
const MEL_CATEGORY = enumeration('MelCategory', MEL_CATEGORIES)
const FLIGHT_PHASE = enumeration('FlightPhase', [
  'APPROACH',
  'CLIMB',
  'CRUISE',
  'DESCENT',
  'GROUND',
  'LANDING',
  'MAINTENANCE',
  'TAKE_OFF',
  'TAXI',
])

export const TECH_LOG_ENTRY_RECORD = record('TechLogEntry', {
  file: 'domain/operations/logs/tech-log-entry.ts',
  entity: 'TECH_LOG_ENTRY',
  noun: 'technical log entry',
  plural: 'technical log entries',
  calledBy: ['description'],
  listed: ['aircraftId', 'ataChapter', 'status', 'isNoGo', 'melCategory', 'deferredUntil'],
  says: 'A defect and what was done about it.',
  id: { field: 'techLogEntryId', prefix: 'tle' },
  read: 'log:read',
  write: 'log:write',
  names: { page: 'TechLogPage', filter: 'TechLogFilter', payload: 'TechLogPayload' },
  fields: {
    aircraftId: idOf('Aircraft', { required: true, written: 'create', parent: 'input' }),
    flightId: idOf('Flight', { written: 'create', asks: 'On which it was found; of the same aircraft.' }),
    ataChapter: shaped({
      shape: /^\d{2}(-\d{2}){0,2}$/,
      message: 'A chapter of ATA 100 has two digits, with section and subject where known: 32 or 32-51-01',
      label: 'ATA',
    }),
    description: text({ required: true, most: 4000, lines: 'several' }),
    foundAt: time({ required: true, written: 'create' }),
    foundIn: oneOf(FLIGHT_PHASE, {}),
    isRecurring: truth({ initial: false, label: 'Recurring' }),
    isNoGo: truth({
      initial: true,
      label: 'No go',
      says: 'The aircraft must not fly: it has an AOG block, and its flights are not released, until the defect is deferred or released.',
    }),
    status: oneOf(DEFECT_STATUS, { written: 'never', initial: 'OPEN' }),
    statusReason: anyText({ written: 'never', says: 'Why it was opened again.' }),
    melReference: anyText({ written: 'never', label: 'MEL' }),
    melCategory: oneOf(MEL_CATEGORY, { written: 'never', label: 'Category' }),
    deferredUntil: time({
      written: 'never',
      says: 'End of a day in UTC: B 3, C 10, D 120 days after the day of discovery; A as stated.',
    }),
    limitHours: decimal({ min: 1, max: 10_000, written: 'never', says: 'Flight hours after which it ends as well.' }),
    limitCycles: whole({ written: 'never', says: 'Landings after which it ends as well.' }),
    /** Of the aircraft, from what it had flown when the deferral began. */
    limitAtMinutes: whole({ written: 'never', shown: null }),
    limitAtCycles: whole({ written: 'never', shown: null }),
    isExtended: truth({ written: 'never', initial: false, label: 'Extended' }),
    extensionReason: anyText({ written: 'never' }),
    restrictionList: values<string>()({ written: 'never', shown: 'restrictionList' }),
    operationalProcedure: anyText({ written: 'never' }),
    maintenanceProcedure: anyText({ written: 'never' }),
    acceptance: value<Signature>()({ written: 'never', shown: 'acceptance' }),
    rectification: anyText({ written: 'never' }),
    partOff: anyText({ written: 'never' }),
    partOn: anyText({ written: 'never' }),
    release: value<ReleaseToService>()({ written: 'never', shown: 'release' }),
  },
  order: { field: 'foundAt' },
  filters: {
    techLogEntryIdList: byId,
    aircraftIdList: among('aircraftId'),
    flightId: equal('flightId', { isIndexed: true, findsFew: true }),
    interval: joined('interval', { isIndexed: true, keepsOrder: true, maxDays: 4000, says: 'By when it was found.' }),
    statusList: among('status'),
  },
  visible: { aircraft: own('aircraftId'), buyer: 'none', provider: 'none', person: 'none' },
  one: 'One defect.',
  list: 'Defects in the order they were found.',
  create: 'Enters a defect.',
  update: 'Changes a defect that is OPEN.',
  delete: false,
})

export type TechLogEntry = RecordOf<typeof TECH_LOG_ENTRY_RECORD>

/** How long ago a defect may have been found when it is entered. */
export const MAX_FOUND_AGO_MS = 366 * DAY_MS
/** Of one aircraft, not released: each is read whenever its flights are assessed. */
export const MAX_STANDING_DEFECTS = 100

/** What a defect is without a deferral, work done and release: as it was found. */
export const AS_FOUND = {
  melReference: null,
  melCategory: null,
  deferredUntil: null,
  limitHours: null,
  limitCycles: null,
  limitAtMinutes: null,
  limitAtCycles: null,
  isExtended: false,
  extensionReason: null,
  restrictionList: [],
  operationalProcedure: null,
  maintenanceProcedure: null,
  acceptance: null,
  rectification: null,
  partOff: null,
  partOn: null,
  release: null,
} as const satisfies Partial<TechLogEntry>
