/** Periods in which an aircraft is not available. */

import {
  UNAVAILABILITY_REASONS,
  type Unavailability as UnavailabilityRecord,
} from '../../../domain/operations/aircraft.ts'
import { createUnavailability, deleteUnavailability } from '../../../services/operations/unavailability.ts'
import { UNAVAILABILITY } from '../../../storage/operations/unavailability.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { mutate } from '../../mutation.ts'
import { warningPayload } from '../../payload.ts'
import { ExternalIdInput } from '../external-id.ts'
import { Versioned } from '../versioned.ts'

const UnavailabilityReason = builder.enumType('UnavailabilityReason', { values: UNAVAILABILITY_REASONS })

export const Unavailability = builder.objectRef<UnavailabilityRecord>('Unavailability').implement({
  ...noScope,
  description: 'A time in which an aircraft cannot be planned.',
  interfaces: [Versioned],
  rows: UNAVAILABILITY,
  fields: (t) => ({
    unavailabilityId: t.exposeID('unavailabilityId'),
    aircraftId: t.exposeID('aircraftId'),
    from: t.expose('from', { type: 'DateTime' }),
    to: t.expose('to', { type: 'DateTime' }),
    reason: t.expose('reason', { type: UnavailabilityReason }),
    note: t.exposeString('note', { nullable: true }),
  }),
})

const UnavailabilityInput = builder.inputType('UnavailabilityInput', {
  fields: (t) => ({
    aircraftId: t.id({ required: true }),
    from: t.field({ type: 'DateTime', required: true }),
    to: t.field({ type: 'DateTime', required: true }),
    reason: t.field({ type: UnavailabilityReason, required: true }),
    note: t.string(),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

interface UnavailabilityPayloadValue {
  readonly unavailability: UnavailabilityRecord | null
}

const UnavailabilityPayload = warningPayload<UnavailabilityPayloadValue>('UnavailabilityPayload', (t) => ({
  unavailability: t.expose('unavailability', { type: Unavailability, nullable: true }),
}))

const NOTHING = { unavailability: null }

builder.mutationFields((t) => ({
  unavailabilityCreate: t.field({
    ...needs('aircraft:write'),
    description: 'Blocks an aircraft. Refused where a flight is planned at that time.',
    type: UnavailabilityPayload,
    args: { input: t.arg({ type: UnavailabilityInput, required: true }), idempotencyKey: t.arg.string() },
    resolve: (_root, args, context) =>
      mutate(
        context,
        { name: 'unavailabilityCreate', args, idempotencyKey: args.idempotencyKey },
        NOTHING,
        (tx, args) => createUnavailability(tx, context, args.input),
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
      mutate(
        context,
        { name: 'unavailabilityDelete', args, idempotencyKey: args.idempotencyKey },
        NOTHING,
        (tx, args) => deleteUnavailability(tx, args.unavailabilityId, args.expectedVersion),
      ),
  }),
}))
