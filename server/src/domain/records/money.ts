/** Amounts of money: a decimal text and a currency of ISO 4217, with no more decimals than the currency has. */
import type { Problem } from '../problem.ts'

export interface Money {
  readonly amount: string
  readonly currency: string
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Digits after the point: none of JPY, three of KWD. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

export const moneyProblems = (path: readonly string[], money: Money | null): Problem[] => {
  if (money === null) return []
  const { amount, currency } = money
  if (!CURRENCIES.has(currency)) {
    return [{ path: [...path, 'currency'], message: 'A currency is a code of three letters (ISO 4217) such as CHF' }]
  }
  if (amount.startsWith('-')) return [{ path: [...path, 'amount'], message: 'The amount must not be negative' }]
  const most = decimalsOf(currency)
  return (amount.split('.')[1]?.length ?? 0) > most
    ? [{ path: [...path, 'amount'], message: `An amount in ${currency} has at most ${most} decimals` }]
    : []
}
