/** What a provider says of a service: reference, slot, permit, what it costs, what was uplifted (data §8). */
import { type Problem, textProblems } from '../../problem.ts'
import type { Given } from '../../records/description.ts'
import { type Money, moneyProblems } from '../../records/money.ts'
import { countryProblems } from '../written-text.ts'

export interface Permit {
  readonly countryCode: string
  readonly entryPoint: string | null
  readonly exitPoint: string | null
  readonly number: string | null
  readonly validFrom: number | null
  readonly validTo: number | null
  readonly revision: number | null
}

export interface Charge {
  readonly label: string
  readonly net: Money
  readonly taxAmount: Money | null
  readonly invoiceNumber: string | null
  readonly isCancellationFee: boolean
}

export interface ServiceResult {
  readonly reference: string | null
  readonly slotTime: number | null
  readonly slotReference: string | null
  readonly note: string | null
  readonly chargeList: readonly Charge[]
  readonly completedAt: number | null
}

type Loose<T> = { readonly [K in keyof T]?: Given<T[K]> }

export type PermitInput = Loose<Permit> & Pick<Permit, 'countryCode'>
export type ChargeInput = Loose<Charge> & Pick<Charge, 'label' | 'net'>
export interface ServiceResultInput extends Loose<Omit<ServiceResult, 'chargeList'>> {
  readonly chargeList?: Given<readonly ChargeInput[]>
  readonly permit?: Given<PermitInput>
}

export const MAX_CHARGES = 50

export const NO_RESULT: ServiceResult = {
  reference: null,
  slotTime: null,
  slotReference: null,
  note: null,
  chargeList: [],
  completedAt: null,
}

export const permitOf = (input: PermitInput): Permit => ({
  countryCode: input.countryCode.toUpperCase(),
  entryPoint: input.entryPoint ?? null,
  exitPoint: input.exitPoint ?? null,
  number: input.number ?? null,
  validFrom: input.validFrom ?? null,
  validTo: input.validTo ?? null,
  revision: input.revision ?? null,
})

/** What is asked for, without what an authority granted. */
export const permitUngranted = (permit: Permit): Permit => ({
  ...permit,
  number: null,
  validFrom: null,
  validTo: null,
  revision: null,
})

export const permitProblems = (permit: Permit, path: readonly string[]): Problem[] => [
  ...countryProblems([...path, 'countryCode'], permit.countryCode),
  ...textProblems([...path, 'entryPoint'], permit.entryPoint, { most: 20 }),
  ...textProblems([...path, 'exitPoint'], permit.exitPoint, { most: 20 }),
  ...textProblems([...path, 'number'], permit.number, { most: 60 }),
  ...(permit.validFrom !== null && permit.validTo !== null && permit.validTo <= permit.validFrom
    ? [{ path: [...path, 'validTo'], message: 'validTo must be after validFrom' }]
    : []),
]

/** What is absent stays; a list of charges takes the place of the one before. */
export const resultAfter = (before: ServiceResult | null, input: ServiceResultInput): ServiceResult => {
  const { permit: _, chargeList, ...given } = input
  const kept = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const charges = chargeList?.map((charge) => ({
    label: charge.label,
    net: charge.net,
    taxAmount: charge.taxAmount ?? null,
    invoiceNumber: charge.invoiceNumber ?? null,
    isCancellationFee: charge.isCancellationFee ?? false,
  }))
  const base = before ?? NO_RESULT
  return { ...base, ...kept, chargeList: chargeList === null ? [] : (charges ?? base.chargeList) }
}

const chargeProblems = (charge: Charge, path: readonly string[]): Problem[] => [
  ...textProblems([...path, 'label'], charge.label, { most: 200, required: true }),
  ...textProblems([...path, 'invoiceNumber'], charge.invoiceNumber, { most: 60 }),
  ...moneyProblems([...path, 'net'], charge.net),
  ...moneyProblems([...path, 'taxAmount'], charge.taxAmount),
  ...(charge.taxAmount !== null && charge.taxAmount.currency !== charge.net.currency
    ? [{ path: [...path, 'taxAmount', 'currency'], message: 'Tax has the currency of the charge' }]
    : []),
]

export const resultProblems = (result: ServiceResult, path: readonly string[]): Problem[] => [
  ...textProblems([...path, 'reference'], result.reference, { most: 60 }),
  ...textProblems([...path, 'slotReference'], result.slotReference, { most: 60 }),
  ...textProblems([...path, 'note'], result.note, { most: 2000, severalLines: true }),
  ...(result.chargeList.length > MAX_CHARGES
    ? [{ path: [...path, 'chargeList'], message: `A request has at most ${MAX_CHARGES} charges` }]
    : result.chargeList.flatMap((charge, index) => chargeProblems(charge, [...path, 'chargeList', `${index}`]))),
]
