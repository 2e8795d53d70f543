/** What a provider says of a service: reference, slot, permit, what it costs, what was uplifted (data §8). */
import { type Problem, textProblems } from '../../problem.ts'
import type { Given } from '../../records/description.ts'
import { type Money, moneyProblems } from '../../records/money.ts'
import { type FuelUplift, MAX_UPLIFTS, type UpliftInput, upliftProblems } from '../movement/fuel-uplift.ts'
import { isWithinBounds, MAX_AHEAD_MS } from '../movement/plausibility.ts'
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
  /** Of FUEL, as the provider said it; what the flight took on may be corrected since. Absent in older results. */
  readonly upliftList?: readonly FuelUplift[]
  readonly completedAt: number | null
}

type Loose<T> = { readonly [K in keyof T]?: Given<T[K]> }

export type PermitInput = Loose<Permit> & Pick<Permit, 'countryCode'>
export type ChargeInput = Loose<Charge> & Pick<Charge, 'label' | 'net'>
export interface ServiceResultInput extends Loose<Omit<ServiceResult, 'chargeList' | 'upliftList'>> {
  readonly chargeList?: Given<readonly ChargeInput[]>
  readonly upliftList?: Given<readonly UpliftInput[]>
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
  const { permit: _, upliftList: __, chargeList, ...given } = input
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

const MAX_AMOUNT = 1_000_000_000

const amountProblems = (path: readonly string[], money: Money | null): Problem[] =>
  money !== null && Number(money.amount) >= MAX_AMOUNT
    ? [{ path: [...path, 'amount'], message: 'The amount must be below 1,000,000,000' }]
    : moneyProblems(path, money)

const chargeProblems = (charge: Charge, path: readonly string[]): Problem[] => [
  ...textProblems([...path, 'label'], charge.label, { most: 200, required: true }),
  ...textProblems([...path, 'invoiceNumber'], charge.invoiceNumber, { most: 60 }),
  ...amountProblems([...path, 'net'], charge.net),
  ...amountProblems([...path, 'taxAmount'], charge.taxAmount),
  ...(charge.taxAmount !== null && charge.taxAmount.currency !== charge.net.currency
    ? [{ path: [...path, 'taxAmount', 'currency'], message: 'Tax has the currency of the charge' }]
    : []),
]

const upliftTimeProblems = (at: number | null, now: number, path: readonly string[]): Problem[] =>
  at === null || (at <= now + MAX_AHEAD_MS && isWithinBounds(at, now))
    ? []
    : [{ path: [...path, 'at'], message: 'An uplift lies within the past 2 years', code: 'IMPLAUSIBLE' }]

/** What is wrong with what a provider says it uplifted. */
export const upliftListProblems = (list: readonly FuelUplift[], now: number, path: readonly string[]): Problem[] =>
  list.length > MAX_UPLIFTS
    ? [{ path, message: `A flight has at most ${MAX_UPLIFTS} uplifts` }]
    : list.flatMap((uplift, index) => {
        const own = [...path, `${index}`]
        const found = upliftProblems(uplift).map((problem) => ({ ...problem, path: [...own, ...problem.path] }))
        return [...found, ...upliftTimeProblems(uplift.at, now, own)]
      })

/** What is wrong with the times that this answer gave; those of before were judged when they came. */
export const resultTimeProblems = (
  { slotTime, completedAt }: Pick<ServiceResultInput, 'slotTime' | 'completedAt'>,
  { now, isCompleted }: { readonly now: number; readonly isCompleted: boolean },
  path: readonly string[],
): Problem[] => {
  const found: Problem[] = []
  if (typeof slotTime === 'number' && !isWithinBounds(slotTime, now)) {
    const message = 'A slot lies between 2 years back and 3 years ahead'
    found.push({ path: [...path, 'slotTime'], message, code: 'IMPLAUSIBLE' })
  }
  if (typeof completedAt !== 'number') return found
  const at = [...path, 'completedAt']
  if (!isCompleted) return [...found, { path: at, message: 'completedAt comes with COMPLETED' }]
  if (completedAt <= now + MAX_AHEAD_MS && isWithinBounds(completedAt, now)) return found
  const message = 'completedAt must lie within the past 2 years'
  return [...found, { path: at, message, code: 'IMPLAUSIBLE' }]
}

export const resultProblems = (result: ServiceResult, path: readonly string[]): Problem[] => [
  ...textProblems([...path, 'reference'], result.reference, { most: 60 }),
  ...textProblems([...path, 'slotReference'], result.slotReference, { most: 60 }),
  ...textProblems([...path, 'note'], result.note, { most: 2000, severalLines: true }),
  ...(result.chargeList.length > MAX_CHARGES
    ? [{ path: [...path, 'chargeList'], message: `A request has at most ${MAX_CHARGES} charges` }]
    : result.chargeList.flatMap((charge, index) => chargeProblems(charge, [...path, 'chargeList', `${index}`]))),
]
