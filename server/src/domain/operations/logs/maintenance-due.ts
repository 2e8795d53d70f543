/** Maintenance that is due by day, by hours or by cycles of the aircraft, whichever comes first (data §10.7). */
import { DAY_MS } from '../../interval.ts'
import { own, type RecordOf, record } from '../../records/description.ts'
import { day, idOf, text, time, whole } from '../../records/fields.ts'
import { among, before, byId, present } from '../../records/filter.ts'
import type { Aircraft } from '../fleet/aircraft.ts'

export const MAINTENANCE_DUE_RECORD = record('MaintenanceDue', {
  file: 'domain/operations/logs/maintenance-due.ts',
  entity: 'MAINTENANCE_DUE',
  noun: 'maintenance due',
  plural: 'maintenance due',
  calledBy: ['title'],
  listed: ['aircraftId', 'dueDate', 'dueAirframeMinutes', 'dueCycles', 'doneAt'],
  says: 'Maintenance that is due by day, hours or cycles, whichever comes first.',
  id: { field: 'maintenanceDueId', prefix: 'mdu' },
  read: 'log:read',
  write: 'log:write',
  fields: {
    aircraftId: idOf('Aircraft', { required: true, written: 'create', parent: 'input' }),
    title: text({ required: true, most: 200 }),
    dueDate: day({ label: 'Due', asks: 'The last day on which the aircraft flies without it.' }),
    dueAirframeMinutes: whole({
      min: 1,
      max: 20_000_000,
      label: 'Due at minutes',
      says: 'Of the airframe, counted as those of the aircraft are.',
    }),
    dueCycles: whole({ min: 1, max: 1_000_000, label: 'Due at cycles' }),
    doneAt: time({ written: 'update', label: 'Done', asks: 'When it was done; null opens it again.' }),
    /** Since when little is left by hours or cycles: what a reminder of it is due at. */
    nearSince: time({ written: 'never', shown: null }),
  },
  order: { field: 'dueDate', endless: '9999-12-31' },
  filters: {
    maintenanceDueIdList: byId,
    aircraftIdList: among('aircraftId'),
    isDone: present('doneAt'),
    dueBefore: before('dueDate', {
      isIndexed: true,
      says: 'By its day; what is due by hours or cycles alone has none.',
    }),
  },
  visible: { aircraft: own('aircraftId'), buyer: 'none', provider: 'none', person: 'none' },
  one: 'One due item.',
  list: 'Due items by day; those that have none come last.',
  create: 'Adds a due item.',
  update: 'Changes a due item, or says that it is done. One that is done is opened again before it is changed.',
  delete: 'Removes a due item; answers what was removed.',
})

export type MaintenanceDue = RecordOf<typeof MAINTENANCE_DUE_RECORD>

/** Of one aircraft, not done: each is read whenever its flights are assessed. */
export const MAX_OPEN_MAINTENANCE = 200

/** Little is left: so much before it is due people are reminded. */
const NEAR_MINUTES = 25 * 60
const NEAR_CYCLES = 20

type Flown = Pick<Aircraft, 'airframeMinutes' | 'cycles'>
type Due = Pick<MaintenanceDue, 'dueDate' | 'dueAirframeMinutes' | 'dueCycles'>

/** Whole days until its last day, below zero once that has passed. */
export const remainingDays = ({ dueDate }: Pick<Due, 'dueDate'>, now: number): number | null =>
  dueDate === null ? null : Math.round((Date.parse(dueDate) - Math.floor(now / DAY_MS) * DAY_MS) / DAY_MS)

/** What the aircraft may still fly, below zero where it flew more. */
export const remainingMinutes = (
  { dueAirframeMinutes }: Pick<Due, 'dueAirframeMinutes'>,
  { airframeMinutes }: Flown,
): number | null => (dueAirframeMinutes === null ? null : dueAirframeMinutes - airframeMinutes)

export const remainingCycles = ({ dueCycles }: Pick<Due, 'dueCycles'>, { cycles }: Flown): number | null =>
  dueCycles === null ? null : dueCycles - cycles

/** Whether it is due for a flight that leaves then, with an aircraft that has flown this much. */
export const isDueBy = (due: Due, leaves: number, flown: Flown): boolean =>
  (remainingDays(due, leaves) ?? 0) < 0 ||
  (remainingMinutes(due, flown) ?? 1) <= 0 ||
  (remainingCycles(due, flown) ?? 1) <= 0

const isNear = (due: Due, flown: Flown): boolean =>
  (remainingMinutes(due, flown) ?? Number.POSITIVE_INFINITY) <= NEAR_MINUTES ||
  (remainingCycles(due, flown) ?? Number.POSITIVE_INFINITY) <= NEAR_CYCLES

/** Since when little is left by hours or cycles; null where more is left, or it is done. */
export const nearSince = (
  due: Due & Pick<MaintenanceDue, 'doneAt' | 'nearSince'>,
  flown: Flown,
  now: number,
): number | null => (due.doneAt === null && isNear(due, flown) ? (due.nearSince ?? now) : null)
