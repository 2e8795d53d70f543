/** Mutations of flights: create, reschedule, change the status. */

import type { Flight as FlightRecord } from '../../../../domain/operations/flights/flight.ts'
import { PLACE_FORMAT } from '../../../../domain/reference/uncoded-place.ts'
import { changeFlightList, createFlight, updateFlight } from '../../../../services/operations/flights/flight-plan.ts'
import { setFlightStatus } from '../../../../services/operations/flights/flight-status.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { warningPayload } from '../../../payload.ts'
import { ExternalIdInput } from '../../external-id.ts'
import { CrewAssignInput } from '../crew/flight-crew.ts'
import { Flight, FlightKind, FlightPayload, FlightRules, FlightStatus } from './flight.ts'

const CODE_OR_PLACE = `iCAO or iATA code; ${PLACE_FORMAT}.`

const FlightCreateInput = builder.inputType('FlightCreateInput', {
  fields: (t) => ({
    aircraftId: t.id({ required: true }),
    flightNo: t.string({ description: 'The next of the operator’s own numbers where absent.' }),
    callsign: t.string(),
    tripId: t.id(),
    adep: t.string({ required: true, description: CODE_OR_PLACE }),
    ades: t.string({ required: true, description: CODE_OR_PLACE }),
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

type InputFields = Parameters<Parameters<typeof builder.inputType<string, never>>[1]['fields']>[0]

const changedFields = (t: InputFields) => ({
  flightId: t.id({ required: true }),
  aircraftId: t.id(),
  adep: t.string({ description: CODE_OR_PLACE }),
  ades: t.string({ description: CODE_OR_PLACE }),
  offBlock: t.field({ type: 'DateTime' }),
  onBlock: t.field({
    type: 'DateTime',
    description: 'Absent: moves with offBlock; calculated anew where route or aircraft changes.',
  }),
  flightNo: t.string(),
  callsign: t.string(),
  tripId: t.id({ description: 'Null takes the leg out of its trip.' }),
  rules: t.field({ type: FlightRules }),
  targetOffBlock: t.field({ type: 'DateTime' }),
  calculatedTakeOff: t.field({ type: 'DateTime' }),
  reason: t.string({ description: 'Needed once the flight is CLOSED.' }),
  alternateList: t.stringList(),
  paxCount: t.int(),
  kind: t.field({ type: FlightKind }),
  opsNote: t.string(),
  externalIdList: t.field({ type: [ExternalIdInput] }),
})

const FlightUpdateInput = builder.inputType('FlightUpdateInput', { fields: changedFields })

const FlightChangeInput = builder.inputType('FlightChangeInput', {
  description: 'A change of one flight among several. What is absent stays.',
  fields: (t) => ({
    ...changedFields(t),
    expectedVersion: t.int({ required: true }),
    crewList: t.field({
      ...needs('crew:write'),
      type: [CrewAssignInput],
      description: 'The whole crew; absent or null where it stays.',
    }),
  }),
})

const FlightListPayload = warningPayload<{ readonly flightList: readonly FlightRecord[] }>(
  'FlightListPayload',
  (t) => ({
    flightList: t.field({
      ...usually(2, needs('flight:read')),
      type: [Flight],
      nullable: true,
      description: 'As they are now, in the order of changeList.',
      resolve: ({ flightList }) => flightList,
    }),
  }),
)

builder.mutationFields((t) => ({
  flightCreate: mutation(t, {
    ...needs('flight:write'),
    description: 'Plans a flight. Refused where the aircraft flies or is unavailable at that time.',
    type: FlightPayload,
    args: { input: t.arg({ type: FlightCreateInput, required: true }) },
    write: (tx, args, context) => createFlight(tx, context, args.input),
  }),
  flightUpdate: mutation(t, {
    ...needs('flight:write'),
    description: 'Plans a flight otherwise, and corrects it afterwards. What is absent stays.',
    type: FlightPayload,
    args: {
      input: t.arg({ type: FlightUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => updateFlight(tx, context, args.input, args.expectedVersion),
  }),
  flightListChange: mutation(t, {
    ...needs('flight:write'),
    description:
      'Moves up to 50 flights, gives them other aircraft or other crews, as one change that is checked at its end: two aircraft can be swapped. A refusal names the entry and the argument that caused it.',
    type: FlightListPayload,
    args: { changeList: t.arg({ type: [FlightChangeInput], required: true }) },
    write: (tx, args, context) => changeFlightList(tx, context, args.changeList),
  }),
  flightStatusSet: mutation(t, {
    ...needs('flight:write'),
    description: 'Leads a flight through its life cycle; states that follow from times are reported, not set.',
    type: FlightPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      status: t.arg({ type: FlightStatus, required: true }),
      reason: t.arg.string(),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => setFlightStatus(tx, context, { ...args, reason: args.reason ?? null, by: 'set' }),
  }),
}))
