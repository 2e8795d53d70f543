/**
 * What the reporter of a report that is not OPEN does: it is held until the next full hour, when the system does it,
 * so that neither author nor minute is there to be found (data §11.2, ADR 205).
 */
import { HOUR_MS } from '../../interval.ts'
import type { SafetyAttachment } from './safety-attachment.ts'
import type { SafetyOriginal } from './safety-original.ts'
import type { SafetyReport } from './safety-report.ts'

/** What is known of a report before the system makes it. */
export type DraftedReport = Omit<
  SafetyReport,
  'reference' | 'awareAt' | 'repliesSince' | 'version' | 'createdAt' | 'updatedAt' | 'createdBy' | 'updatedBy'
>

export type HeldAct =
  | { readonly kind: 'REPORT'; readonly report: DraftedReport; readonly original: SafetyOriginal }
  | { readonly kind: 'WITHDRAWAL'; readonly safetyReportId: string }
  | { readonly kind: 'ANSWER'; readonly safetyReportId: string; readonly text: string }
  | {
      readonly kind: 'ATTACHMENT'
      readonly safetyReportId: string
      readonly documentList: readonly SafetyAttachment[]
    }

export const fullHourAfter = (time: number): number => (Math.floor(time / HOUR_MS) + 1) * HOUR_MS
