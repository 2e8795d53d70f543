import type { SafetyAttachment } from './safety-attachment.ts'

/** What can tell who reported, as it was written (data §11.2). */
export interface SafetyOriginal {
  readonly safetyReportId: string
  /** Null where nobody here reported, or nobody is to know. */
  readonly userId: string | null
  readonly title: string
  readonly narrative: string
  readonly occurredAt: number
  readonly airportId: string | null
  readonly flightId: string | null
  readonly aircraftId: string | null
  readonly dutyId: string | null
  /** Of a report that is not OPEN; those of an OPEN one are its own. */
  readonly documentList: readonly SafetyAttachment[]
}
