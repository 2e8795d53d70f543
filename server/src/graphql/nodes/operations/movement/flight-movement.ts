/** Mutations of a flight on its day: reports of movements, and closing it. */

import { setFlightStatus } from '../../../../services/operations/flights/flight-status.ts'
import { reportMovement } from '../../../../services/operations/movement/report-movement.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { FlightPayload } from '../flights/flight.ts'
import { FuelUnit } from './flight-fuel.ts'
import { TimeSource } from './flight-times.ts'

const DelayInput = builder.inputType('DelayInput', {
  fields: (t) => ({
    code: t.string({
      required: true,
      description: 'IATA AHM 730/731: two digits, and a letter where there is a sub-code.',
    }),
    minutes: t.int({ required: true }),
    note: t.string(),
  }),
})

const FuelInput = builder.inputType('FuelInput', {
  description: 'Merged field by field. A unit alone changes nothing.',
  fields: (t) => ({
    unit: t.field({ type: FuelUnit, required: true }),
    beforeUplift: t.int(),
    uplift: t.int(),
    blockOff: t.int(),
    blockOn: t.int(),
    densityKgPerLitre: t.string({ description: 'Needed where this unit and that of the record are mass and volume.' }),
  }),
})

const MovementInput = builder.inputType('MovementInput', {
  description:
    'What is absent stays as reported; a null time takes back every report of equal or lower precedence. Out of order and with gaps: accepted.',
  fields: (t) => ({
    flightId: t.id({ required: true }),
    source: t.field({
      type: TimeSource,
      description:
        'Where absent: OPS for the operator, CREW for the flight deck, HANDLER for a provider. ACARS and ADSB must be said.',
    }),
    offBlock: t.field({ type: 'DateTime' }),
    takeOff: t.field({ type: 'DateTime' }),
    landing: t.field({ type: 'DateTime' }),
    onBlock: t.field({ type: 'DateTime' }),
    estimatedOffBlock: t.field({ type: 'DateTime' }),
    estimatedOnBlock: t.field({ type: 'DateTime' }),
    targetOffBlock: t.field({ type: 'DateTime' }),
    calculatedTakeOff: t.field({ type: 'DateTime' }),
    divertedTo: t.string({
      description:
        'iCAO or iATA code, or ZZZZ with position and name; once airborne; adep for an air return; ades is refused; null takes it back.',
    }),
    delayList: t.field({ type: [DelayInput], description: 'The whole list.' }),
    fuel: t.field({ type: FuelInput }),
    paxAboard: t.int({ description: 'People aboard besides the crew.' }),
    landingCount: t.int(),
    reason: t.string({ description: 'Needed by the flight deck to take a time back, and by all once CLOSED.' }),
  }),
})

builder.mutationFields((t) => ({
  flightMovementReport: mutation(t, {
    ...needs('movement:write'),
    description:
      'Reports times, estimates, delays, fuel, people aboard or a diversion; the status follows, forwards and backwards.',
    type: FlightPayload,
    args: {
      input: t.arg({ type: MovementInput, required: true }),
      expectedVersion: t.arg.int(),
    },
    write: (tx, args, context) => reportMovement(tx, context, args.input, args.expectedVersion ?? null),
  }),
  flightClose: mutation(t, {
    ...needs('movement:write'),
    description: 'ON_BLOCK to CLOSED, by the flight deck or the operator.',
    type: FlightPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) =>
      setFlightStatus(tx, context, { ...args, status: 'CLOSED', reason: null, by: 'close' }),
  }),
}))
