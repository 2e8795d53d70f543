/** Signs a journey log with its commander's confirmation, and closes the flight (data §10). */
import { COMMANDER } from '../../../domain/operations/crew/crew.ts'
import { digestOfLog } from '../../../domain/operations/logs/confirmation.ts'
import { derivedLog } from '../../../domain/operations/logs/derived-log.ts'
import type { JourneyLog } from '../../../domain/operations/logs/journey-log.ts'
import { userError } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { JOURNEY_LOG } from '../../../storage/operations/logs/journey-logs.ts'
import { changeRecord, recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import type { LockedFlight } from '../flights/flight-lock.ts'
import { setFlightStatus } from '../flights/flight-status.ts'
import { type LockedLog, lockLog, type OneLog } from './journey-logs.ts'
import { loggedFlight } from './logged-flight.ts'
import { useConfirmation } from './use-confirmation.ts'

const PATH = ['journeyLogId']

/** Who signs: the one commander of the flight, as its crew is now. */
export const commanderOf = ({ crew }: Pick<LockedFlight, 'crew'>): string | null =>
  crew.find(({ position }) => position === COMMANDER)?.crewMemberId ?? null

const NOT_FLOWN = 'A journey log is signed once the flight is on block, with all four times'

/** The log as it is signed: with its flight as it is now. */
export const logToSign = async (tx: ViewTx, desk: Desk, { locked, log }: LockedLog): Promise<JourneyLog> => {
  if (log.status !== 'DRAFT') throw userError('ILLEGAL_TRANSITION', `The journey log is ${log.status}`, PATH)
  const { status } = locked.flight
  if (status !== 'ON_BLOCK' && status !== 'CLOSED') throw userError('ILLEGAL_TRANSITION', NOT_FLOWN, PATH)
  const logged = await loggedFlight(tx, desk, locked.flight)
  return { ...log, ...derivedLog(logged, log.movementList) }
}

export interface Signing extends OneLog {
  readonly confirmationId: string
  readonly close: boolean
}

/** Flight, log and confirmation are locked in that order: of two who sign, one finds it signed. */
export const signJourneyLog = async (
  tx: ViewTx,
  desk: Desk,
  { confirmationId, close, ...asked }: Signing,
): Promise<{ readonly journeyLog: JourneyLog; readonly warningList: readonly Warning[] }> => {
  const found = await lockLog(tx, asked)
  const log = await logToSign(tx, desk, found)
  const signature = await useConfirmation(tx, desk, {
    confirmationId,
    purpose: 'LOG_SIGN',
    by: { crewMemberId: commanderOf(found.locked) },
    digest: digestOfLog(log),
  })
  const signed = await changeRecord(tx, JOURNEY_LOG, found.log, { ...log, status: 'SIGNED', signature })
  const { flightId, status, version } = found.locked.flight
  if (!close || status !== 'ON_BLOCK') return { journeyLog: signed, warningList: [] }
  const closing = { flightId, status: 'CLOSED', reason: null, expectedVersion: version, by: 'close' } as const
  const { warningList } = await setFlightStatus(tx, desk, closing)
  const journeyLog = (await recordById(unrestricted(tx), JOURNEY_LOG, signed.journeyLogId)) ?? signed
  return { journeyLog, warningList }
}
