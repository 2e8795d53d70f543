/** Makes a report of what somebody wrote. */
import { MINUTE_MS } from '../../../domain/interval.ts'
import { isReportedLate } from '../../../domain/operations/safety/safety-clocks.ts'
import type { SAFETY_REPORT_RECORD, SafetyReport } from '../../../domain/operations/safety/safety-report.ts'
import type { InputOf } from '../../../domain/records/description.ts'
import { userError } from '../../../domain/user-error.ts'
import { DUTY } from '../../../storage/operations/crew/duties.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { insertOriginal } from '../../../storage/operations/safety/safety-originals.ts'
import { SAFETY_REPORT } from '../../../storage/operations/safety/safety-reports.ts'
import { createRecord, recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { newDetails } from '../../records/use-cases.ts'
import { nextBusinessNumber } from '../business-numbers.ts'
import type { Desk } from '../desk.ts'

/** As the graph asks for it: what a report may lose later, it begins with. */
export type SafetyReportInput = InputOf<typeof SAFETY_REPORT_RECORD> & {
  readonly narrative: string
  readonly occurredAt: number
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

/** A promise that is only half kept would harm who trusts it: until it can be kept whole, it is not given. */
const refuseUnkept = (confidentiality: SafetyReport['confidentiality']): void => {
  if (confidentiality === 'OPEN') return
  const message = `${confidentiality} reports are not taken yet: only one that names its reporter is. No report was made of this one`
  throw userError('NOT_ALLOWED', message, at('confidentiality'))
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** `userId` is who reports; null where it came from outside. `tx` has the view of who asks. */
export const newReport = async (
  tx: ViewTx,
  desk: Desk,
  input: SafetyReportInput,
  userId: string | null,
): Promise<SafetyReport> => {
  refuseUnkept(input.confidentiality)
  const now = await tx.now()
  refuseTime(input.occurredAt, now)
  const details = await newDetails(tx, desk, SAFETY_REPORT, { input, under: ['input'] })
  const flight = await flightOf(tx, details.flightId)
  await refuseUnknown(tx, details)
  const aircraftId = details.aircraftId ?? flight?.aircraftId ?? null
  const { safetyReportId, title, airportId, flightId, dutyId } = details
  const { narrative, occurredAt } = input
  await insertOriginal(tx, {
    safetyReportId,
    userId,
    title,
    narrative,
    occurredAt,
    airportId,
    flightId,
    aircraftId,
    dutyId,
  })
  return createRecord(tx, SAFETY_REPORT, {
    ...details,
    reference: await nextBusinessNumber(tx, desk, 'safetyReport'),
    aircraftId,
    occurredOn: dayOf(occurredAt),
    reporterUserId: userId,
    repliesSince: userId === null ? null : now,
    awareAt: now,
    isLate: isReportedLate(occurredAt, now),
  })
}
