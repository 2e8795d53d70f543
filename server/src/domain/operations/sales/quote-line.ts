/** The lines of a quote: what is charged for, how much of it, and which tax is on it. */
import { type Problem, textProblems } from '../../problem.ts'
import { type Money, moneyProblems } from '../../records/money.ts'
import { lineAmounts, totalsOf } from './quote-amounts.ts'
import { MAX_QUOTE_LINES } from './sales-limits.ts'

export const QUOTE_LINE_KINDS = [
  'CATERING',
  'COMMISSION',
  'CREW',
  'DEICING',
  'DISCOUNT',
  'FLIGHT',
  'FUEL_SURCHARGE',
  'HANDLING',
  'LANDING',
  'OTHER',
  'POSITIONING',
  'TAX',
] as const

type Given<T> = T | null | undefined

export interface QuoteLineInput {
  readonly kind: (typeof QUOTE_LINE_KINDS)[number]
  readonly label: string
  readonly legIndex?: Given<number>
  readonly quantity?: Given<string>
  readonly unitPrice: Money
  readonly taxCode?: Given<string>
  readonly taxJurisdiction?: Given<string>
  /** Percent. */
  readonly taxRate?: Given<string>
}

export interface QuoteLine {
  readonly kind: QuoteLineInput['kind']
  readonly label: string
  readonly legIndex: number | null
  readonly quantity: string
  readonly unitPrice: Money
  readonly amount: Money
  readonly taxCode: string | null
  readonly taxJurisdiction: string | null
  readonly taxRate: string | null
  readonly taxAmount: Money
}

const MAX_QUANTITY = 10_000
const MAX_PRICE = 1_000_000_000

const sizeOf = ({ amount, currency }: Money): Money => ({ amount: amount.replace('-', ''), currency })

const priceProblems = ({ kind, unitPrice }: QuoteLineInput, path: readonly string[]): Problem[] => {
  const at = [...path, 'unitPrice', 'amount']
  const price = Number(unitPrice.amount)
  if (kind === 'DISCOUNT' ? price > 0 : price < 0) {
    return [{ path: at, message: 'The price of a DISCOUNT is negative, every other is not' }]
  }
  return Math.abs(price) < MAX_PRICE ? [] : [{ path: at, message: 'The price must be below 1,000,000,000' }]
}

const rangeProblems = (path: readonly string[], value: Given<string>, most: number): Problem[] =>
  value === null || value === undefined || (Number(value) >= 0 && Number(value) <= most)
    ? []
    : [{ path, message: `${path.at(-1)} is from 0 to ${most}` }]

const lineProblems = (line: QuoteLineInput, path: readonly string[], legCount: number): Problem[] => [
  ...textProblems([...path, 'label'], line.label, { most: 200, required: true }),
  ...moneyProblems([...path, 'unitPrice'], sizeOf(line.unitPrice)),
  ...priceProblems(line, path),
  ...rangeProblems([...path, 'quantity'], line.quantity, MAX_QUANTITY),
  ...rangeProblems([...path, 'taxRate'], line.taxRate, 100),
  ...textProblems([...path, 'taxCode'], line.taxCode ?? null, { most: 40 }),
  ...textProblems([...path, 'taxJurisdiction'], line.taxJurisdiction ?? null, { most: 40 }),
  ...(typeof line.legIndex === 'number' && (line.legIndex < 0 || line.legIndex >= legCount)
    ? [{ path: [...path, 'legIndex'], message: 'legIndex is the place of a leg of the quote, from 0' }]
    : []),
]

export const quoteLineProblems = (
  lines: readonly QuoteLineInput[],
  path: readonly string[],
  legCount: number,
): Problem[] => {
  if (lines.length < 1 || lines.length > MAX_QUOTE_LINES) {
    return [{ path, message: `A quote has 1 to ${MAX_QUOTE_LINES} lines` }]
  }
  const problems = lines.flatMap((line, index) => lineProblems(line, [...path, String(index)], legCount))
  const currencies = new Set(lines.map(({ unitPrice }) => unitPrice.currency))
  return currencies.size > 1 ? [...problems, { path, message: 'All lines are in one currency' }] : problems
}

export interface PricedQuote {
  readonly lineList: readonly QuoteLine[]
  readonly net: Money
  readonly tax: Money
  readonly gross: Money
}

/** The lines have no problems. */
export const priced = (inputs: readonly QuoteLineInput[]): PricedQuote => {
  const lineList = inputs.map(({ kind, label, unitPrice, ...given }): QuoteLine => {
    const quantity = given.quantity ?? '1'
    const taxRate = given.taxRate ?? null
    const named = { taxCode: given.taxCode ?? null, taxJurisdiction: given.taxJurisdiction ?? null }
    const reckoned = lineAmounts({ quantity, unitPrice, taxRate })
    return { kind, label, legIndex: given.legIndex ?? null, quantity, unitPrice, taxRate, ...named, ...reckoned }
  })
  return { lineList, ...totalsOf(lineList) }
}
