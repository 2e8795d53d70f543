/** Fuel of a flight. */
import type { Flight as FlightRecord } from '../../../../domain/operations/flights/flight.ts'
import {
  type FuelRecord as FuelRecordValue,
  fuelUsed,
  upliftedFuel,
} from '../../../../domain/operations/movement/fuel.ts'
import { FUEL_UNIT } from '../../../../domain/operations/movement/fuel-unit.ts'
import type { FuelUplift as FuelUpliftValue } from '../../../../domain/operations/movement/fuel-uplift.ts'
import { isInsideView } from '../../../../domain/view.ts'
import { needs, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { usually } from '../../../operation/list-size.ts'
import { enumOf } from '../../records/record-enum.ts'
import { Flight } from '../flights/flight.ts'

export const FuelUnit = enumOf(FUEL_UNIT)

export const FuelUplift = builder.objectRef<FuelUpliftValue>('FuelUplift').implement({
  ...noScope,
  description: 'One uplift, as its ticket says.',
  fields: (t) => ({
    fuelUpliftId: t.exposeID('fuelUpliftId'),
    quantity: t.exposeString('quantity', { description: 'A decimal number.' }),
    unit: t.expose('unit', { type: FuelUnit }),
    densityKgPerLitre: t.exposeString('densityKgPerLitre', { nullable: true }),
    at: t.expose('at', { type: 'DateTime', nullable: true }),
    supplierName: t.exposeString('supplierName', { nullable: true }),
    ticketNumber: t.exposeString('ticketNumber', { nullable: true }),
    releaseNumber: t.exposeString('releaseNumber', { nullable: true }),
    isDutyPaid: t.exposeBoolean('isDutyPaid', { nullable: true }),
    serviceRequestId: t.id({
      ...needs('service:read'),
      nullable: true,
      description: 'The request that brought it.',
      resolve: ({ serviceRequestId }) => serviceRequestId ?? null,
    }),
  }),
})

interface SeenFuel {
  readonly fuel: FuelRecordValue
  readonly upliftList: readonly FuelUpliftValue[]
}

export const FuelRecord = builder.objectRef<SeenFuel>('FuelRecord').implement({
  ...noScope,
  description: 'Merged field by field: a report changes what it names.',
  fields: (t) => ({
    unit: t.field({
      type: FuelUnit,
      description: 'Of the first report; later ones are converted, between mass and volume with their density.',
      resolve: ({ fuel }) => fuel.unit,
    }),
    beforeUplift: t.int({ nullable: true, resolve: ({ fuel }) => fuel.beforeUplift }),
    uplift: t.int({
      nullable: true,
      description:
        'Sum of upliftList in unit; null while a density is missing; what was reported as one number while the list is empty.',
      resolve: ({ fuel, upliftList }) => upliftedFuel(fuel, upliftList),
    }),
    blockOff: t.int({ nullable: true, resolve: ({ fuel }) => fuel.blockOff }),
    blockOn: t.int({ nullable: true, resolve: ({ fuel }) => fuel.blockOn }),
    used: t.int({ nullable: true, description: 'blockOff - blockOn.', resolve: ({ fuel }) => fuelUsed(fuel) }),
    upliftList: t.field({
      ...usually(1),
      follows: [],
      type: [FuelUplift],
      description: 'Tickets name suppliers: empty for providers and buyers, who see the sum.',
      resolve: ({ upliftList }, _args, { reader }) => (isInsideView(reader.view) ? [...upliftList] : []),
    }),
  }),
})

const seenFuel = ({ fuel, fuelUpliftList }: FlightRecord): SeenFuel | null =>
  fuel && { fuel, upliftList: fuelUpliftList }

builder.objectField(Flight, 'fuel', (t) =>
  t.field({ columns: ['fuel', 'fuelUpliftList'], type: FuelRecord, nullable: true, resolve: seenFuel }),
)
