/** Makes a report of what somebody wrote. */
import { endOfDay, HOUR_MS, MINUTE_MS, utcDay } from '../../../domain/interval.ts'
import type { DraftedReport } from '../../../domain/operations/safety/held-act.ts'
import type { SafetyAttachment } from '../../../domain/operations/safety/safety-attachment.ts'
import { isReportedLate } from '../../../domain/operations/safety/safety-clocks.ts'
import type { SafetyOriginal } from '../../../domain/operations/safety/safety-original.ts'
import {
  isOpen,
  type SAFETY_REPORT_RECORD,
  type SafetyReport,
  withoutReporter,
} from '../../../domain/operations/safety/safety-report.ts'
import type { InputOf } from '../../../domain/records/description.ts'
import { userError } from '../../../domain/user-error.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { DUTY } from '../../../storage/operations/crew/duties.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { insertOriginal } from '../../../storage/operations/safety/safety-originals.ts'
import { SAFETY_REPORT } from '../../../storage/operations/safety/safety-reports.ts'
import { createRecord, recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { newDetails } from '../../records/use-cases.ts'
import { nextBusinessNumber } from '../business-numbers.ts'
import type { Desk, Given } from '../desk.ts'
import { attach } from './own-uploads.ts'

/** As the graph asks for it: what a report may lose later, it begins with. */
export type SafetyReportInput = InputOf<typeof SAFETY_REPORT_RECORD> & {
  readonly narrative: string
  readonly occurredAt: number
  readonly uploadIdList?: Given<readonly string[]>
}

/** What happened within these days can be reported. */
const MAX_DAYS_AGO = 3650
const DAY_MINUTES = 1440

const at = (field: string): readonly string[] => ['input', field]

const refuseTime = (occurredAt: number, now: number): void => {
  const minutesAgo = (now - occurredAt) / MINUTE_MS
  if (minutesAgo >= -5 && minutesAgo <= MAX_DAYS_AGO * DAY_MINUTES) return
  throw userError('IMPLAUSIBLE', 'It is reported after it happened, and within ten years', at('occurredAt'))
}

/** A person names flights and duties of their own; `tx` has the view of who reports. */
const flightOf = async (tx: ViewTx, flightId: string | null) => {
  if (flightId === null) return null
  const flight = await recordById(tx, FLIGHT, flightId)
  if (!flight) throw userError('NOT_FOUND', 'There is no such flight', at('flightId'))
  return flight
}

const refuseUnknown = async (tx: ViewTx, { aircraftId, dutyId }: Pick<SafetyReport, 'aircraftId' | 'dutyId'>) => {
  if (aircraftId !== null && !(await recordById(unrestricted(tx), AIRCRAFT, aircraftId))) {
    throw userError('NOT_FOUND', 'There is no such aircraft', at('aircraftId'))
  }
  if (dutyId !== null && !(await recordById(tx, DUTY, dutyId))) {
    throw userError('NOT_FOUND', 'There is no such duty', at('dutyId'))
  }
}

/** A duty is one person's, and only that person names it. */
const refuseDutyUnsigned = ({ confidentiality, dutyId }: SafetyReportInput): void => {
  if (confidentiality !== 'ANONYMOUS' || dutyId === undefined || dutyId === null) return
  throw userError('NOT_ALLOWED', 'A duty names who flew it: an ANONYMOUS report has none', at('dutyId'))
}

/** What another system calls it tells through which application it came. */
const refuseExternalIds = ({ confidentiality, externalIdList }: SafetyReportInput): void => {
  if (confidentiality === 'OPEN' || !externalIdList || externalIdList.length === 0) return
  throw userError('VALIDATION', 'A report that is not OPEN has no external ids', at('externalIdList'))
}

/** Of one that is not OPEN the hour of the day is nobody's business either. */
const isLate = (confidentiality: SafetyReport['confidentiality'], occurredAt: number, now: number): boolean =>
  isReportedLate(confidentiality === 'OPEN' ? occurredAt : endOfDay(occurredAt), now)

export interface Drafted {
  readonly report: DraftedReport
  readonly original: SafetyOriginal
}

/**
 * Of one that is not OPEN the running hour is told as a whole: whoever reports what happens just now, or leaves the time
 * that a form proposed, would be found by who signed in at that minute (threats row 359).
 */
const timeOf = (confidentiality: SafetyReport['confidentiality'], occurredAt: number, now: number): number =>
  confidentiality === 'OPEN' ? occurredAt : Math.min(occurredAt, now - (now % HOUR_MS))

/** What somebody wrote, checked. `userId` is who reports; null where it came from outside. `tx` has the view of who asks. */
export const draftReport = async (
  tx: ViewTx,
  desk: Desk,
  input: SafetyReportInput,
  userId: string | null,
): Promise<Drafted> => {
  const now = await tx.now()
  refuseTime(input.occurredAt, now)
  refuseExternalIds(input)
  refuseDutyUnsigned(input)
  const details = await newDetails(tx, desk, SAFETY_REPORT, { input, under: ['input'] })
  const flight = await flightOf(tx, details.flightId)
  await refuseUnknown(tx, details)
  const { safetyReportId, title, airportId, flightId, dutyId, confidentiality } = details
  const { narrative } = input
  const occurredAt = timeOf(confidentiality, input.occurredAt, now)
  const aircraftId = details.aircraftId ?? flight?.aircraftId ?? null
  const reporterUserId = confidentiality === 'ANONYMOUS' ? null : userId
  const report = {
    ...details,
    aircraftId,
    occurredOn: utcDay(occurredAt),
    reporterUserId,
    isLate: isLate(confidentiality, occurredAt, now),
  } as DraftedReport
  const place = { airportId, flightId, aircraftId, dutyId }
  return {
    report: isOpen(report) ? report : withoutReporter(report),
    original: { safetyReportId, userId: reporterUserId, title, narrative, occurredAt, ...place, documentList: [] },
  }
}

/** What was sent along stands where the text stands: with the report where that is OPEN, else with the original. */
export const withFiles = ({ report, original }: Drafted, documentList: readonly SafetyAttachment[]): Drafted => ({
  report: { ...report, documentList: isOpen(report) ? documentList : [] },
  original: { ...original, documentList: isOpen(report) ? [] : documentList },
})

/** Makes the report; the organisation knows of it from `awareAt` on. */
export const makeReport = async (
  tx: TenantTx,
  desk: Pick<Desk, 'world'>,
  drafted: Drafted,
  awareAt: number,
): Promise<SafetyReport> => {
  // One that the release before this one held has no files.
  const sent = [...(drafted.report.documentList ?? []), ...(drafted.original.documentList ?? [])]
  const files = await attach(tx, sent, { isOpen: isOpen(drafted.report), since: awareAt })
  const { report, original } = withFiles(drafted, files)
  await insertOriginal(tx, original)
  return createRecord(tx, SAFETY_REPORT, {
    ...report,
    reference: await nextBusinessNumber(tx, desk, 'safetyReport'),
    repliesSince: original.userId === null ? null : awareAt,
    awareAt,
  })
}
