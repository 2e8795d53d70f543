/** On which terms a quote is made: approval, payment, cancellation. */
import { type Problem, textProblems } from '../../problem.ts'
import { MAX_CANCELLATION_STEPS } from './sales-limits.ts'

export const PAYMENT_STATES = ['DEPOSIT_PAID', 'NONE', 'PAID', 'REFUNDED'] as const

export interface CancellationStep {
  readonly hoursBefore: number
  /** Of the gross amount. */
  readonly percent: string
}

export interface QuoteTerms {
  /** Acceptance books at once unless true. */
  readonly isSubjectToApproval: boolean
  readonly approvalHours: number
  readonly depositPercent: string | null
  readonly paymentDueAt: number | null
  readonly paymentState: (typeof PAYMENT_STATES)[number]
  readonly cancellationList: readonly CancellationStep[]
  readonly text: string | null
}

export type QuoteTermsInput = { readonly [K in keyof QuoteTerms]?: QuoteTerms[K] | null | undefined }

export const USUAL_TERMS: QuoteTerms = {
  isSubjectToApproval: false,
  approvalHours: 24,
  depositPercent: null,
  paymentDueAt: null,
  paymentState: 'NONE',
  cancellationList: [],
  text: null,
}

/** What is absent stays, null is as usual again. */
export const termsAfter = (before: QuoteTerms, input: QuoteTermsInput): QuoteTerms => {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const named = given.map(([key, value]) => [key, value ?? USUAL_TERMS[key as keyof QuoteTerms]])
  return { ...before, ...Object.fromEntries(named) }
}

const MAX_APPROVAL_HOURS = 168
const MAX_HOURS_BEFORE = 24 * 365

const within = (path: readonly string[], value: number, [least, most]: readonly [number, number]): Problem[] =>
  value >= least && value <= most ? [] : [{ path, message: `${path.at(-1)} is from ${least} to ${most}` }]

export const termsProblems = (terms: QuoteTerms, path: readonly string[]): Problem[] => {
  const { approvalHours, depositPercent, cancellationList, text } = terms
  if (cancellationList.length > MAX_CANCELLATION_STEPS) {
    return [{ path: [...path, 'cancellationList'], message: `There are at most ${MAX_CANCELLATION_STEPS} steps` }]
  }
  return [
    ...within([...path, 'approvalHours'], approvalHours, [1, MAX_APPROVAL_HOURS]),
    ...within([...path, 'depositPercent'], Number(depositPercent ?? 0), [0, 100]),
    ...textProblems([...path, 'text'], text, { most: 5000, severalLines: true }),
    ...cancellationList.flatMap(({ hoursBefore, percent }, index) => [
      ...within([...path, 'cancellationList', String(index), 'hoursBefore'], hoursBefore, [0, MAX_HOURS_BEFORE]),
      ...within([...path, 'cancellationList', String(index), 'percent'], Number(percent), [0, 100]),
    ]),
  ]
}
