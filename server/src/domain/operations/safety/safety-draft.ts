/** A report that its reporter has not sent yet: it is theirs alone (data §11.9). */
import type { SafetyAttachment } from './safety-attachment.ts'
import type { SafetyReport } from './safety-report.ts'

/** What is written so far. */
export interface DraftText extends Pick<SafetyReport, 'legalType' | 'subject' | 'flightId' | 'aircraftId' | 'dutyId'> {
  readonly title: string
  readonly narrative: string
  readonly occurredAt: number
  /** As it was given, and what it is. */
  readonly airport: string | null
  readonly airportId: string | null
}

export interface SafetyDraft {
  readonly safetyReportId: string
  readonly userId: string
  readonly draft: DraftText
  readonly documentList: readonly SafetyAttachment[]
  readonly version: number
  readonly createdAt: number
}

export const isDraft = (own: SafetyReport | SafetyDraft): own is SafetyDraft => 'draft' in own

/** Of one person. */
export const MAX_DRAFTS = 20
/** After its last change. */
export const DRAFT_DAYS = 90
