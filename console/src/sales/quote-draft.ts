/** What the form of a quote holds while it is typed, and the input that it becomes. */
import { cityOf } from '../text/city.ts'
import { utcFull } from '../text/instant.ts'
import { decimalOf, lineAmount, type TypedLine } from '../text/money.ts'
import { readTime } from '../text/read-time.ts'
import { HOUR_MS } from '../text/spans.ts'
import type { Option, Quote, QuoteLine } from './queries.ts'

export interface DraftLine extends TypedLine {
  readonly key: string
  readonly kind: QuoteLine['kind']
  readonly label: string
  readonly legIndex: number | null
  readonly taxCode: string | null
  readonly taxJurisdiction: string | null
}

export interface QuoteDraft {
  readonly aircraftId: string
  readonly currency: string
  readonly lines: readonly DraftLine[]
  readonly validUntil: string
  readonly isSubjectToApproval: boolean
  readonly depositPercent: string
  readonly text: string
}

const USUAL_VALIDITY_MS = 24 * HOUR_MS

export const emptyLine = (kind: QuoteLine['kind'] = 'OTHER', label = ''): DraftLine => ({
  ...{ key: crypto.randomUUID(), kind, label, legIndex: null },
  ...{ quantity: '1', unitPrice: '', taxRate: '', taxCode: null, taxJurisdiction: null },
})

export const draftOfQuote = (quote: Quote): QuoteDraft => ({
  aircraftId: quote.aircraftId,
  currency: quote.gross.currency,
  lines: quote.lineList.map(({ kind, label, legIndex, quantity, unitPrice, taxRate, taxCode, taxJurisdiction }) => ({
    ...{ key: crypto.randomUUID(), kind, label, legIndex, quantity, taxCode, taxJurisdiction },
    unitPrice: unitPrice.amount,
    taxRate: taxRate ?? '',
  })),
  validUntil: utcFull(new Date(quote.validUntil)),
  isSubjectToApproval: quote.terms.isSubjectToApproval,
  depositPercent: quote.terms.depositPercent ?? '',
  text: quote.terms.text ?? '',
})

/** Hours from block to block on each leg, and handling: what nearly every quote begins with. */
export const draftOfOption = ({ aircraftId, legList }: Option, before: QuoteDraft | null, now: Date): QuoteDraft => {
  const first = Date.parse(legList[0]?.offBlock ?? '')
  return {
    ...(before ?? { currency: 'EUR', isSubjectToApproval: false, depositPercent: '', text: '' }),
    aircraftId,
    lines: [
      ...legList.map(({ adep, ades, offBlock, onBlock, isPositioning, legIndex }) => ({
        ...emptyLine(isPositioning ? 'POSITIONING' : 'FLIGHT', `${cityOf(adep)} to ${cityOf(ades)}`),
        legIndex,
        quantity: ((Date.parse(onBlock) - Date.parse(offBlock)) / HOUR_MS).toFixed(2),
      })),
      { ...emptyLine('HANDLING', 'Landing and handling'), quantity: String(legList.length) },
    ],
    validUntil: utcFull(new Date(Math.min(now.getTime() + USUAL_VALIDITY_MS, first))),
  }
}

/** What is missing or cannot be read, by the name of its field. */
export const draftProblems = ({ lines, validUntil, currency }: QuoteDraft): Readonly<Record<string, string>> => ({
  ...(readTime(validUntil) === undefined ? { validUntil: 'A time in UTC, e.g. 12 Nov 2026 09:41.' } : {}),
  ...(lines.length === 0 ? { lineList: 'A quote has at least one line.' } : {}),
  ...Object.fromEntries(
    lines.flatMap((line) => [
      ...(line.label.trim() === '' ? [[`label ${line.key}`, 'This is missing.'] as const] : []),
      ...(lineAmount(line, currency) === undefined
        ? [[`unitPrice ${line.key}`, line.unitPrice.trim() === '' ? 'A price is missing.' : 'Not readable.'] as const]
        : []),
    ]),
  ),
})

/** The draft has no problems. */
export const inputOfDraft = ({ lines, currency, ...draft }: QuoteDraft) => ({
  validUntil: readTime(draft.validUntil) ?? '',
  lineList: lines.map(({ kind, label, legIndex, quantity, unitPrice, taxRate, taxCode, taxJurisdiction }) => ({
    ...{ kind, label: label.trim(), legIndex, taxCode, taxJurisdiction },
    quantity: decimalOf(quantity) || '1',
    unitPrice: { amount: decimalOf(unitPrice), currency },
    taxRate: decimalOf(taxRate) || null,
  })),
  terms: {
    isSubjectToApproval: draft.isSubjectToApproval,
    depositPercent: decimalOf(draft.depositPercent) || null,
    text: draft.text.trim() || null,
  },
})
