/** Amounts as the server writes them, to the minor unit of their currency: "27,526.64 EUR". Nothing is rounded here. */
export interface Money {
  readonly amount: string
  readonly currency: string
}

/** What forms offer; a record may be in any other. */
export const CURRENCIES = ['EUR', 'CHF', 'GBP', 'USD']

/** "−1,000.00": the digits as they are, grouped. */
export const amountText = ({ amount }: Pick<Money, 'amount'>): string => {
  const [whole = '', part] = amount.replace('-', '').split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount.startsWith('-') ? '−' : ''}${digits}${part === undefined ? '' : `.${part}`}`
}

export const moneyText = (money: Money): string => `${amountText(money)} ${money.currency}`

/** Places of the minor unit: none of JPY, two of EUR. */
const placesOf = (currency: string): number => {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

const QUANTITY_PLACES = 6

/** A decimal as a whole number of its last place; undefined where it is none. */
const scaled = (text: string, places: number): bigint | undefined => {
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim().replace(/[,’' ]/g, '')) ?? []
  if (whole === '' || part.length > places) return undefined
  const units = BigInt(whole + part.padEnd(places, '0'))
  return sign === '-' ? -units : units
}

/** By its size, half up: as the server rounds (data §7.4). */
const halfUp = (value: bigint, divisor: bigint): bigint => {
  const size = value < 0n ? -value : value
  const rounded = (2n * size + divisor) / (2n * divisor)
  return value < 0n ? -rounded : rounded
}

const written = (minor: bigint, currency: string): Money => {
  const places = placesOf(currency)
  const digits = String(minor < 0n ? -minor : minor).padStart(places + 1, '0')
  const amount = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return { amount: minor < 0n ? `-${amount}` : amount, currency }
}

export interface TypedLine {
  readonly quantity: string
  readonly unitPrice: string
  readonly taxRate: string
}

interface Reckoned {
  readonly net: bigint
  readonly tax: bigint
}

const UNIT = 10n ** BigInt(QUANTITY_PLACES)

const lineMinor = ({ quantity, unitPrice, taxRate }: TypedLine, currency: string): Reckoned | undefined => {
  const count = scaled(quantity || '1', QUANTITY_PLACES)
  const price = scaled(unitPrice, placesOf(currency))
  const rate = scaled(taxRate || '0', QUANTITY_PLACES)
  if (count === undefined || price === undefined || rate === undefined) return undefined
  const net = halfUp(count * price, UNIT)
  return { net, tax: halfUp(net * rate, 100n * UNIT) }
}

/** What a typed line comes to; undefined while it cannot be read. */
export const lineAmount = (line: TypedLine, currency: string): Money | undefined => {
  const reckoned = lineMinor(line, currency)
  return reckoned && written(reckoned.net, currency)
}

export interface Totals {
  readonly net: Money
  readonly tax: Money
  readonly gross: Money
}

/** Sums of lines, so that they agree with what a buyer adds up; lines that cannot be read yet are left out. */
export const totalsOf = (lines: readonly TypedLine[], currency: string): Totals => {
  const sums = lines.flatMap((line) => lineMinor(line, currency) ?? [])
  const net = sums.reduce((sum, line) => sum + line.net, 0n)
  const tax = sums.reduce((sum, line) => sum + line.tax, 0n)
  return { net: written(net, currency), tax: written(tax, currency), gross: written(net + tax, currency) }
}

/** What a person typed as the server takes it: without grouping. */
export const decimalOf = (text: string): string => text.trim().replace(/[,’' ]/g, '')

/** "+640.00" or "−343.36"; null where nothing changed. Both are in one currency. */
export const difference = (from: Money | null, to: Money | null): string | null => {
  const currency = to?.currency ?? from?.currency ?? ''
  const minor = (money: Money | null): bigint => (money && scaled(money.amount, placesOf(currency))) ?? 0n
  const change = minor(to) - minor(from)
  if (change === 0n) return null
  return `${change > 0n ? '+' : ''}${amountText(written(change, currency))}`
}
