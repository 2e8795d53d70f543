/** Permits, results and charges of service requests. */
import type {
  Charge as ChargeValue,
  Permit as PermitValue,
  ServiceResult as Result,
} from '../../../../domain/operations/handling/service-result.ts'
import { MAX_CHARGES } from '../../../../domain/operations/handling/service-result.ts'
import { MAX_UPLIFTS } from '../../../../domain/operations/movement/fuel-uplift.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { usually } from '../../../operation/list-size.ts'
import { Money, MoneyInput } from '../../money.ts'
import { FuelUplift } from '../movement/flight-fuel.ts'
import { FuelUpliftInput } from '../movement/fuel-uplift.ts'

export const Permit = builder.objectRef<PermitValue>('Permit').implement({
  ...noScope,
  description: 'Of LANDING_PERMIT and OVERFLIGHT_PERMIT; several per flight, one request each.',
  fields: (t) => ({
    countryCode: t.exposeString('countryCode', { description: 'ISO 3166 alpha-2.' }),
    entryPoint: t.exposeString('entryPoint', { nullable: true }),
    exitPoint: t.exposeString('exitPoint', { nullable: true }),
    number: t.exposeString('number', { nullable: true }),
    validFrom: t.expose('validFrom', { type: 'DateTime', nullable: true }),
    validTo: t.expose('validTo', { type: 'DateTime', nullable: true }),
    revision: t.exposeInt('revision', { nullable: true }),
  }),
})

const Charge = builder.objectRef<ChargeValue>('Charge').implement({
  ...noScope,
  description: 'What a provider asks for a service, or for its cancellation.',
  fields: (t) => ({
    label: t.exposeString('label'),
    net: t.expose('net', { type: Money }),
    taxAmount: t.expose('taxAmount', { type: Money, nullable: true }),
    invoiceNumber: t.exposeString('invoiceNumber', { nullable: true }),
    isCancellationFee: t.exposeBoolean('isCancellationFee'),
  }),
})

export const ServiceResult = builder.objectRef<Result>('ServiceResult').implement({
  ...noScope,
  description: 'What the provider says of the service.',
  fields: (t) => ({
    reference: t.exposeString('reference', { nullable: true }),
    slotTime: t.expose('slotTime', {
      type: 'DateTime',
      nullable: true,
      description: 'Airport slot; the time of a flow-managed flight is calculatedTakeOff.',
    }),
    slotReference: t.exposeString('slotReference', { nullable: true }),
    note: t.exposeString('note', { nullable: true }),
    chargeList: t.field({ ...usually(2), type: [Charge], resolve: ({ chargeList }) => [...chargeList] }),
    upliftList: t.field({
      ...usually(1),
      type: [FuelUplift],
      description: 'Of FUEL; also in the fuel of the flight that leaves.',
      resolve: ({ upliftList }) => [...(upliftList ?? [])],
    }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
  }),
})

export const PermitInput = builder.inputType('PermitInput', {
  fields: (t) => ({
    countryCode: t.string({ required: true, description: 'ISO 3166 alpha-2.' }),
    entryPoint: t.string(),
    exitPoint: t.string(),
    number: t.string(),
    validFrom: t.field({ type: 'DateTime' }),
    validTo: t.field({ type: 'DateTime' }),
    revision: t.int(),
  }),
})

const ChargeInput = builder.inputType('ChargeInput', {
  fields: (t) => ({
    label: t.string({ required: true }),
    net: t.field({ type: MoneyInput, required: true }),
    taxAmount: t.field({ type: MoneyInput }),
    invoiceNumber: t.string(),
    isCancellationFee: t.boolean({ defaultValue: false, description: 'With CANCELLED alone.' }),
  }),
})

export const ServiceResultInput = builder.inputType('ServiceResultInput', {
  description: 'What is absent stays, null clears.',
  fields: (t) => ({
    reference: t.string(),
    slotTime: t.field({ type: 'DateTime' }),
    slotReference: t.string(),
    note: t.string(),
    permit: t.field({ type: PermitInput, description: 'Of permits: what was granted.' }),
    chargeList: t.field({ type: [ChargeInput], description: `The whole list, at most ${MAX_CHARGES}.` }),
    upliftList: t.field({
      type: [FuelUpliftInput],
      description: `Of FUEL, with COMPLETED, at most ${MAX_UPLIFTS}: added to the fuel of the flight that leaves.`,
    }),
    completedAt: t.field({ type: 'DateTime', description: 'With COMPLETED; now where absent.' }),
  }),
})
