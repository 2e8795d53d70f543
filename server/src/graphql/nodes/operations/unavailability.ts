/** When an aircraft is not available. */

import {
  UNAVAILABILITY_REASONS,
  type Unavailability as UnavailabilityRecord,
  unavailabilityProblems,
} from '../../../domain/operations/aircraft.ts'
import { refuseProblems, type UserError as UserErrorValue, userError } from '../../../domain/user-error.ts'
import { newId } from '../../../services/world.ts'
import { AIRCRAFT } from '../../../storage/operations/aircraft.ts'
import { occupyingFlights } from '../../../storage/operations/flights.ts'
import { UNAVAILABILITY } from '../../../storage/operations/unavailability.ts'
import {
  changeRecord,
  createRecord,
  expectVersion,
  lockRecord,
  recordById,
  removeRecord,
} from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { plannedFor } from '../../changes/flight-lock.ts'
import type { QueryContext } from '../../context.ts'
import { mutate } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { UserError } from '../user-error.ts'

const UnavailabilityReason = builder.enumType('UnavailabilityReason', { values: UNAVAILABILITY_REASONS })

export const Unavailability = builder.objectRef<UnavailabilityRecord>('Unavailability').implement({
  ...noScope,
  description: 'A time in which an aircraft cannot be planned.',
  rows: UNAVAILABILITY,
  fields: (t) => ({
    unavailabilityId: t.exposeID('unavailabilityId'),
    aircraftId: t.exposeID('aircraftId'),
    from: t.expose('from', { type: 'DateTime' }),
    to: t.expose('to', { type: 'DateTime' }),
    reason: t.expose('reason', { type: UnavailabilityReason }),
    note: t.exposeString('note', { nullable: true }),
    version: t.exposeInt('version'),
  }),
})

const UnavailabilityInput = builder.inputType('UnavailabilityInput', {
  fields: (t) => ({
    aircraftId: t.id({ required: true }),
    from: t.field({ type: 'DateTime', required: true }),
    to: t.field({ type: 'DateTime', required: true }),
    reason: t.field({ type: UnavailabilityReason, required: true }),
    note: t.string(),
  }),
})

interface UnavailabilityPayloadValue {
  readonly unavailability: UnavailabilityRecord | null
  readonly userErrorList: readonly UserErrorValue[]
}

const UnavailabilityPayload = builder.objectRef<UnavailabilityPayloadValue>('UnavailabilityPayload').implement({
  ...noScope,
  fields: (t) => ({
    unavailability: t.expose('unavailability', { type: Unavailability, nullable: true }),
    userErrorList: t.field({ ...usually(1), type: [UserError], resolve: ({ userErrorList }) => [...userErrorList] }),
  }),
})

const IN_FEED = ['unavailabilityList']

/** Locks the aircraft's row, like everyone who plans it (invariant 1). */
const create = async (tx: ViewTx, { world }: QueryContext, input: typeof UnavailabilityInput.$inferInput) => {
  const aircraft = await lockRecord(tx, AIRCRAFT, input.aircraftId, ['input', 'aircraftId'])
  const details = { ...input, note: input.note ?? null, unavailabilityId: newId(world, 'una') }
  refuseProblems(unavailabilityProblems(details), ['input'])
  const [flight] = await occupyingFlights(unrestricted(tx), input.aircraftId, input)
  if (flight) {
    throw userError('AIRCRAFT_OVERLAP', plannedFor(flight), ['input', 'from'])
  }
  const unavailability = await createRecord(tx, UNAVAILABILITY, details)
  await changeRecord(tx, AIRCRAFT, aircraft, {}, IN_FEED)
  return { unavailability }
}

/** Locks the aircraft's row, then the block's. */
const remove = async (tx: ViewTx, unavailabilityId: string, expectedVersion: number) => {
  const glimpsed = await recordById(tx, UNAVAILABILITY, unavailabilityId)
  if (!glimpsed) throw userError('NOT_FOUND', 'There is no such unavailability', ['unavailabilityId'])
  const aircraft = await lockRecord(tx, AIRCRAFT, glimpsed.aircraftId, ['unavailabilityId'])
  const unavailability = await lockRecord(tx, UNAVAILABILITY, unavailabilityId, ['unavailabilityId'])
  expectVersion(unavailability, expectedVersion)
  await removeRecord(tx, UNAVAILABILITY, unavailability)
  await changeRecord(tx, AIRCRAFT, aircraft, {}, IN_FEED)
  return { unavailability }
}

const NOTHING = { unavailability: null }

builder.mutationFields((t) => ({
  unavailabilityCreate: t.field({
    ...needs('aircraft:write'),
    description: 'Blocks an aircraft. Refused where a flight is planned at that time.',
    type: UnavailabilityPayload,
    args: { input: t.arg({ type: UnavailabilityInput, required: true }), idempotencyKey: t.arg.string() },
    resolve: (_root, args, context) =>
      mutate(context, { name: 'unavailabilityCreate', args, idempotencyKey: args.idempotencyKey }, NOTHING, (tx) =>
        create(tx, context, args.input),
      ),
  }),
  unavailabilityDelete: t.field({
    ...needs('aircraft:write'),
    description: 'Frees an aircraft again; answers what was removed.',
    type: UnavailabilityPayload,
    args: {
      unavailabilityId: t.arg.id({ required: true }),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      mutate(context, { name: 'unavailabilityDelete', args, idempotencyKey: args.idempotencyKey }, NOTHING, (tx) =>
        remove(tx, args.unavailabilityId, args.expectedVersion),
      ),
  }),
}))
