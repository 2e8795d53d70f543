/** Mutations of uplifts of fuel. */
import type { Flight as FlightRecord } from '../../../../domain/operations/flights/flight.ts'
import type { FuelUplift as FuelUpliftValue } from '../../../../domain/operations/movement/fuel-uplift.ts'
import {
  addFuelUplift,
  removeFuelUplift,
  updateFuelUplift,
} from '../../../../services/operations/movement/fuel-uplifts.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { warningPayload } from '../../../payload.ts'
import { Flight } from '../flights/flight.ts'
import { FuelUnit, FuelUplift } from './flight-fuel.ts'

export const FuelUpliftInput = builder.inputType('FuelUpliftInput', {
  fields: (t) => ({
    quantity: t.string({ required: true, description: 'A decimal number, e.g. "1250.5".' }),
    unit: t.field({ type: FuelUnit, required: true }),
    densityKgPerLitre: t.string({ description: 'A decimal number, e.g. "0.803".' }),
    at: t.field({ type: 'DateTime' }),
    supplierName: t.string(),
    ticketNumber: t.string(),
    releaseNumber: t.string(),
    isDutyPaid: t.boolean(),
  }),
})

const FuelUpliftUpdateInput = builder.inputType('FuelUpliftUpdateInput', {
  fields: (t) => ({
    quantity: t.string(),
    unit: t.field({ type: FuelUnit }),
    densityKgPerLitre: t.string(),
    at: t.field({ type: 'DateTime' }),
    supplierName: t.string(),
    ticketNumber: t.string(),
    releaseNumber: t.string(),
    isDutyPaid: t.boolean(),
  }),
})

interface FuelUpliftPayloadValue {
  readonly fuelUplift: FuelUpliftValue | null
  readonly flight: FlightRecord | null
}

const FuelUpliftPayload = warningPayload<FuelUpliftPayloadValue>('FuelUpliftPayload', (t) => ({
  fuelUplift: t.expose('fuelUplift', { type: FuelUplift, nullable: true }),
  flight: t.expose('flight', { type: Flight, nullable: true }),
}))

const REASON = 'Needed once the flight is CLOSED.'

builder.mutationFields((t) => ({
  flightFuelUpliftAdd: mutation(t, {
    ...needs('movement:write'),
    description: 'Adds an uplift.',
    type: FuelUpliftPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      uplift: t.arg({ type: FuelUpliftInput, required: true }),
      reason: t.arg.string({ description: REASON }),
    },
    write: (tx, args, context) => addFuelUplift(tx, context, args),
  }),
  flightFuelUpliftUpdate: mutation(t, {
    ...needs('movement:write'),
    description: 'Corrects an uplift.',
    type: FuelUpliftPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      fuelUpliftId: t.arg.id({ required: true }),
      uplift: t.arg({ type: FuelUpliftUpdateInput, required: true }),
      reason: t.arg.string({ description: REASON }),
      expectedVersion: t.arg.int(),
    },
    write: (tx, args, context) => updateFuelUplift(tx, context, args),
  }),
  flightFuelUpliftRemove: mutation(t, {
    ...needs('movement:write'),
    description: 'Removes an uplift; answers what was removed.',
    type: FuelUpliftPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      fuelUpliftId: t.arg.id({ required: true }),
      reason: t.arg.string({ description: REASON }),
      expectedVersion: t.arg.int(),
    },
    write: (tx, args, context) => removeFuelUplift(tx, context, args),
  }),
}))
