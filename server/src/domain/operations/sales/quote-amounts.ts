/**
 * Reckons what a quote costs, in whole minor units of its currency (ISO 4217). Each line and its tax are rounded half
 * up; net, tax and gross are sums of lines, so that they agree with what the buyer adds up.
 */
import { decimalsOf, type Money } from '../../records/money.ts'

/** Places that a Decimal has at most. */
const PLACES = 6

/** A decimal as a whole number of its last place. */
const scaled = (decimal: string, places: number): bigint => {
  const [whole = '', part = ''] = decimal.replace('-', '').split('.')
  const units = BigInt(whole + part.padEnd(places, '0'))
  return decimal.startsWith('-') ? -units : units
}

/** By its size: a discount takes back exactly what the line of the same size adds. */
const halfUp = (value: bigint, divisor: bigint): bigint => {
  const size = value < 0n ? -value : value
  const rounded = (2n * size + divisor) / (2n * divisor)
  return value < 0n ? -rounded : rounded
}

const written = (minor: bigint, currency: string): Money => {
  const places = decimalsOf(currency)
  const digits = String(minor < 0n ? -minor : minor).padStart(places + 1, '0')
  const amount = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return { amount: minor < 0n ? `-${amount}` : amount, currency }
}

interface Priced {
  readonly quantity: string
  readonly unitPrice: Money
  readonly taxRate: string | null
}

const UNIT = 10n ** BigInt(PLACES)

/** What a line comes to, and the tax on it. */
export const lineAmounts = ({ quantity, unitPrice, taxRate }: Priced) => {
  const { currency } = unitPrice
  const amount = halfUp(scaled(quantity, PLACES) * scaled(unitPrice.amount, decimalsOf(currency)), UNIT)
  const tax = halfUp(amount * scaled(taxRate ?? '0', PLACES), 100n * UNIT)
  return { amount: written(amount, currency), taxAmount: written(tax, currency) }
}

interface Amounts {
  readonly amount: Money
  readonly taxAmount: Money
}

export const totalsOf = (lines: readonly Amounts[]) => {
  const currency = lines[0]?.amount.currency ?? ''
  const minor = ({ amount }: Money) => scaled(amount, decimalsOf(currency))
  const net = lines.reduce((sum, { amount }) => sum + minor(amount), 0n)
  const tax = lines.reduce((sum, { taxAmount }) => sum + minor(taxAmount), 0n)
  return { net: written(net, currency), tax: written(tax, currency), gross: written(net + tax, currency) }
}
