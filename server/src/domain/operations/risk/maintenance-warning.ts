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

export const maintenanceWarnings = (leg: Leg, { aircraft, open }: MaintenanceSurroundings): Warning[] =>
  open
    .filter((due) => isDueBy(due, expectedOffBlock(leg), aircraft))
    .map(({ maintenanceDueId, title }) => {
      const full = `Maintenance of the aircraft is due before ${leg.flightNo} leaves: ${title}`
      const message = toReaders(
        ['flight:read', 'log:read'],
        full,
        'Maintenance of the aircraft is due before the flight leaves',
      )
      return warning('MAINTENANCE_DUE', message, null, [
        subject('FLIGHT', leg.flightId, leg.flightNo),
        subject('MAINTENANCE_DUE', maintenanceDueId, title),
      ])
    })
