/** Maintenance that is due before a flight leaves (data §10.7). It warns: the operator decides what keeps a flight back. */
import { subject, type Warning, warning } from '../../warning.ts'
import { toReaders } from '../../wording.ts'
import type { Aircraft } from '../fleet/aircraft.ts'
import { isDueBy, type MaintenanceDue } from '../logs/maintenance-due.ts'
import { expectedOffBlock } from '../movement/expected-times.ts'
import type { Leg } from './timeline.ts'

/** The part of a due item that concerns a flight. */
export const DUE_FIELDS = [
  'maintenanceDueId',
  'aircraftId',
  'title',
  'dueDate',
  'dueAirframeMinutes',
  'dueCycles',
] as const satisfies readonly (keyof MaintenanceDue)[]

export type OpenMaintenance = Pick<MaintenanceDue, (typeof DUE_FIELDS)[number]>

export interface MaintenanceSurroundings {
  readonly aircraft: Pick<Aircraft, 'airframeMinutes' | 'cycles'>
  /** What is not done. */
  readonly open: readonly OpenMaintenance[]
}

/** So many are named; the list of due items has all. */
const NAMED = 3

/** One warning for a flight, however much is due: who keeps the items does not make the flight costly to read (threats row 343). */
export const maintenanceWarnings = (leg: Leg, { aircraft, open }: MaintenanceSurroundings): Warning[] => {
  const due = open.filter((item) => isDueBy(item, expectedOffBlock(leg), aircraft))
  if (due.length === 0) return []
  const named = due.slice(0, NAMED)
  const more = due.length > NAMED ? `, and ${due.length - NAMED} more` : ''
  const titles = `${named.map(({ title }) => title).join(', ')}${more}`
  const message = toReaders(
    ['flight:read', 'log:read'],
    `Maintenance of the aircraft is due before ${leg.flightNo} leaves: ${titles}`,
    'Maintenance of the aircraft is due before the flight leaves',
  )
  const items = named.map(({ maintenanceDueId, title }) => subject('MAINTENANCE_DUE', maintenanceDueId, title))
  return [warning('MAINTENANCE_DUE', message, null, [subject('FLIGHT', leg.flightId, leg.flightNo), ...items])]
}
