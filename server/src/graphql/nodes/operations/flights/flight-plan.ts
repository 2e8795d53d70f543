/** Operational flight plans: reading, writing and accepting them. */
import {
  FLIGHT_PLAN_RECORD,
  type FlightPlan as FlightPlanValue,
  PLAN_WRITER,
} from '../../../../domain/operations/flights/operational-plan.ts'
import { type FlightPlanInput, setFlightPlan } from '../../../../services/operations/flights/operational-plans.ts'
import { acceptFlightPlan } from '../../../../services/operations/logs/accept-flight-plan.ts'
import { FLIGHT_PLAN, latestPlansOf } from '../../../../storage/operations/flights/flight-plans.ts'
import { needs, needsByValue, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { enumOf } from '../../records/record-enum.ts'
import { createInput } from '../../records/record-inputs.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { Airport } from '../../reference/airport.ts'
import { airport } from '../../reference/airport-field.ts'
import { Briefing } from '../documents/briefing.ts'
import { Signature } from '../logs/confirmation-type.ts'
import { Flight } from './flight.ts'

const { Node: FlightPlan, Payload: FlightPlanPayload } = recordNodes(
  FLIGHT_PLAN,
  {},
  {
    fields: (t) => ({
      alternateList: t.field({
        ...usually(1),
        columns: ['alternateIdList'],
        type: [Airport],
        resolve: ({ alternateIdList }, _args, context) => alternateIdList.map((id) => airport(context, id)),
      }),
      acceptance: t.expose('acceptance', { ...needs('crew:read'), type: Signature, nullable: true }),
    }),
  },
)

builder.objectField(Flight, 'flightPlan', (t) =>
  t.field({
    columns: ['flightId'],
    description: 'Its latest operational flight plan.',
    type: FlightPlan,
    nullable: true,
    resolve: async ({ flightId }, _args, { loaders, reader, columns }) =>
      (await loaders.load<FlightPlanValue>('flight plan of flight', flightId, (ids) =>
        latestPlansOf(reader, ids, columns.of(FLIGHT_PLAN)),
      )) ?? null,
  }),
)

builder.objectField(Briefing, 'flightPlan', (t) =>
  t.field({
    description: 'The latest operational flight plan of the flight: its revision, and whether it still fits.',
    type: FlightPlan,
    nullable: true,
    resolve: async ({ flightId }, _args, { reader, columns }) =>
      (await latestPlansOf(reader, [flightId], columns.of(FLIGHT_PLAN))).get(flightId) ?? null,
  }),
)

const Input = createInput(FLIGHT_PLAN_RECORD, { alternateList: { type: ['String'] } })

builder.mutationFields((t) => ({
  flightPlanSet: mutation(t, {
    ...noScope,
    description: 'Writes the next revision of a flight’s operational flight plan; what says the same makes none.',
    type: FlightPlanPayload,
    args: {
      as: t.arg({
        type: enumOf(PLAN_WRITER),
        required: true,
        ...needsByValue({
          FLIGHT_DECK: 'document:write',
          FLIGHT_SUPPORT: 'document:write',
          OPERATOR: 'flight:write',
        }),
        description:
          'For whom you write: an electronic flight bag for FLIGHT_DECK, flight support for FLIGHT_SUPPORT where it was asked for a FLIGHT_PLAN, everybody else for OPERATOR.',
      }),
      input: t.arg({ type: Input, required: true }),
      expectedVersion: t.arg.int({ description: 'Of the revision before; versions go on from revision to revision.' }),
    },
    write: (tx, { as: writtenAs, input, expectedVersion }, context) =>
      setFlightPlan(tx, context, { input: input as FlightPlanInput, writtenAs, expectedVersion }),
  }),
  flightPlanAccept: mutation(t, {
    ...needs('flight:read'),
    description: 'The commander accepts the plan: whoever confirmed it (FLIGHT_PLAN_ACCEPT) for the application.',
    type: FlightPlanPayload,
    args: {
      flightPlanId: t.arg.id({ required: true }),
      confirmationId: t.arg.id({ required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, asked, context) => acceptFlightPlan(tx, context, asked),
  }),
}))
