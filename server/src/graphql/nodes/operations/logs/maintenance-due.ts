/** Maintenance that is due: reading it, and what is left until then. */
import { remainingCycles, remainingDays, remainingMinutes } from '../../../../domain/operations/logs/maintenance-due.ts'
import { maintenanceDue } from '../../../../services/operations/logs/maintenance-due.ts'
import { columnsOf } from '../../../../storage/columns.ts'
import { AIRCRAFT } from '../../../../storage/operations/fleet/aircraft.ts'
import { MAINTENANCE_DUE } from '../../../../storage/operations/logs/maintenance-due.ts'
import { recordsById } from '../../../../storage/records.ts'
import { unrestricted } from '../../../../storage/view.ts'
import type { QueryContext } from '../../../context.ts'
import { lookedUp } from '../../../operation/list-size.ts'
import { recordNodes } from '../../records/record-nodes.ts'

const FLOWN = columnsOf(AIRCRAFT, 'aircraftId', 'airframeMinutes', 'cycles')

/** The item is seen with its aircraft. */
const flownBy = async ({ loaders, reader }: QueryContext, aircraftId: string) => {
  const load = (ids: readonly string[]) => recordsById(unrestricted(reader), AIRCRAFT, ids, FLOWN)
  const found = await loaders.load('what aircraft have flown', aircraftId, load)
  if (!found) throw new Error(`The aircraft ${aircraftId} of a due item is missing`)
  return found
}

recordNodes(MAINTENANCE_DUE, maintenanceDue, {
  fields: (t) => ({
    isDone: t.boolean({ columns: ['doneAt'], resolve: ({ doneAt }) => doneAt !== null }),
    remainingDays: t.int({
      columns: ['dueDate'],
      follows: ['TIME'],
      nullable: true,
      description: 'Until its last day in UTC; below zero once that has passed.',
      resolve: (due, _args, { world, tenant }) => remainingDays(due, world.now(tenant.tenantId)),
    }),
    remainingMinutes: t.int({
      ...lookedUp(),
      columns: ['aircraftId', 'dueAirframeMinutes'],
      follows: ['AIRCRAFT'],
      nullable: true,
      description:
        'That the aircraft may still fly, from the hours of its closed flights; below zero where it flew more.',
      resolve: async (due, _args, context) =>
        due.dueAirframeMinutes === null ? null : remainingMinutes(due, await flownBy(context, due.aircraftId)),
    }),
    remainingCycles: t.int({
      ...lookedUp(),
      columns: ['aircraftId', 'dueCycles'],
      follows: ['AIRCRAFT'],
      nullable: true,
      description: 'Landings left, counted likewise.',
      resolve: async (due, _args, context) =>
        due.dueCycles === null ? null : remainingCycles(due, await flownBy(context, due.aircraftId)),
    }),
  }),
})
