/** Mutations of flights: create, reschedule, change the status, report movements. */

import type { Flight as FlightRecord } from '../../../domain/operations/flight.ts'
import { reportMovement } from '../../../services/operations/flight-movement.ts'
import { createFlight, type FlightChange, updateFlight } from '../../../services/operations/flight-plan.ts'
import { setFlightStatus } from '../../../services/operations/flight-status.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutate } from '../../mutation.ts'
import { warningPayload } from '../../payload.ts'
import { ExternalIdInput } from '../external-id.ts'
import { Flight, FlightKind, FlightRules, FlightStatus, FuelUnit } from './flight.ts'

interface FlightPayloadValue {
  readonly flight: FlightRecord | null
}

export const FlightPayload = warningPayload<FlightPayloadValue>('FlightPayload', (t) => ({
  flight: t.expose('flight', { type: Flight, nullable: true }),
}))

type Args = Readonly<Record<string, unknown>> & { readonly idempotencyKey?: string | null | undefined }

/** Changes a flight under the rules of all mutations. */
export const changeFlight = <A extends Args>(
  context: QueryContext,
  name: string,
  args: A,
  job: (tx: ViewTx, args: A) => Promise<FlightChange>,
) => mutate(context, { name, args, idempotencyKey: args.idempotencyKey }, { flight: null, warningList: [] }, job)

const FlightCreateInput = builder.inputType('FlightCreateInput', {
  fields: (t) => ({
    aircraftId: t.id({ required: true }),
    flightNo: t.string({ description: 'The next of the operator’s own numbers where absent.' }),
    callsign: t.string(),
    tripId: t.id(),
    adep: t.string({ required: true, description: 'iCAO or iATA code.' }),
    ades: t.string({ required: true, description: 'iCAO or iATA code.' }),
    offBlock: t.field({ type: 'DateTime', required: true }),
    onBlock: t.field({ type: 'DateTime', description: 'Calculated from distance and cruise speed where absent.' }),
    kind: t.field({ type: FlightKind, required: true }),
    rules: t.field({ type: FlightRules, defaultValue: 'IFR' }),
    paxCount: t.int({ defaultValue: 0 }),
    status: t.field({ type: FlightStatus, defaultValue: 'OPTION', description: 'OPTION or CONFIRMED.' }),
    opsNote: t.string(),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const FlightUpdateInput = builder.inputType('FlightUpdateInput', {
  fields: (t) => ({
    flightId: t.id({ required: true }),
    aircraftId: t.id(),
    adep: t.string(),
    ades: t.string(),
    offBlock: t.field({ type: 'DateTime' }),
    onBlock: t.field({ type: 'DateTime', description: 'Moves with offBlock where absent.' }),
    alternateList: t.stringList(),
    paxCount: t.int(),
    kind: t.field({ type: FlightKind }),
    opsNote: t.string(),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const DelayInput = builder.inputType('DelayInput', {
  fields: (t) => ({ code: t.string({ required: true }), minutes: t.int({ required: true }), note: t.string() }),
})

const FuelInput = builder.inputType('FuelInput', {
  fields: (t) => ({
    unit: t.field({ type: FuelUnit, required: true }),
    beforeUplift: t.int(),
    uplift: t.int(),
    blockOff: t.int(),
    blockOn: t.int(),
  }),
})

const MovementInput = builder.inputType('MovementInput', {
  description: 'A time that is absent stays as reported; null takes it back (off-block: return to stand).',
  fields: (t) => ({
    flightId: t.id({ required: true }),
    offBlock: t.field({ type: 'DateTime' }),
    takeOff: t.field({ type: 'DateTime' }),
    landing: t.field({ type: 'DateTime' }),
    onBlock: t.field({ type: 'DateTime' }),
    estimatedOffBlock: t.field({ type: 'DateTime' }),
    estimatedOnBlock: t.field({ type: 'DateTime' }),
    divertedTo: t.string({ description: 'iCAO or iATA code.' }),
    delayList: t.field({ type: [DelayInput] }),
    fuel: t.field({ type: FuelInput }),
  }),
})

type FuelGiven = typeof FuelInput.$inferInput | null | undefined

const fuelOf = (fuel: FuelGiven) =>
  fuel && {
    unit: fuel.unit,
    beforeUplift: fuel.beforeUplift ?? null,
    uplift: fuel.uplift ?? null,
    blockOff: fuel.blockOff ?? null,
    blockOn: fuel.blockOn ?? null,
  }

builder.mutationFields((t) => ({
  flightCreate: t.field({
    ...needs('flight:write'),
    description: 'Plans a flight. Refused where the aircraft flies or is unavailable at that time.',
    type: FlightPayload,
    args: { input: t.arg({ type: FlightCreateInput, required: true }), idempotencyKey: t.arg.string() },
    resolve: (_root, args, context) =>
      changeFlight(context, 'flightCreate', args, (tx, args) => createFlight(tx, context, args.input)),
  }),
  flightUpdate: t.field({
    ...needs('flight:write'),
    description: 'Plans a flight otherwise. What is absent stays.',
    type: FlightPayload,
    args: {
      input: t.arg({ type: FlightUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      changeFlight(context, 'flightUpdate', args, (tx, args) =>
        updateFlight(tx, context, args.input, args.expectedVersion),
      ),
  }),
  flightStatusSet: t.field({
    ...needs('flight:write'),
    description: 'Leads a flight through its life cycle; states that follow from times are reported, not set.',
    type: FlightPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      status: t.arg({ type: FlightStatus, required: true }),
      reason: t.arg.string(),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      changeFlight(context, 'flightStatusSet', args, (tx, args) =>
        setFlightStatus(tx, context, { ...args, reason: args.reason ?? null }),
      ),
  }),
  flightMovementReport: t.field({
    ...needs('movement:write'),
    description: 'Reports times, delays, fuel or a diversion; the status follows.',
    type: FlightPayload,
    args: {
      input: t.arg({ type: MovementInput, required: true }),
      expectedVersion: t.arg.int(),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      changeFlight(context, 'flightMovementReport', args, (tx, args) =>
        reportMovement(tx, context, { ...args.input, fuel: fuelOf(args.input.fuel) }, args.expectedVersion ?? null),
      ),
  }),
}))
