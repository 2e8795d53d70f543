/** Keeps a flight's journey log true to it: a draft follows, a signed one stays and says in what the flight differs. */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { hasLeft } from '../../../domain/operations/flights/flight-status.ts'
import { derivedLog, differencesOf } from '../../../domain/operations/logs/derived-log.ts'
import { type Warning, warning } from '../../../domain/warning.ts'
import { toReaders } from '../../../domain/wording.ts'
import { JOURNEY_LOG, lockLatestLogOf } from '../../../storage/operations/logs/journey-logs.ts'
import { changeRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { loggedFlight } from './logged-flight.ts'

/** The flight is locked, with its crew, and written. */
export const followInLog = async (tx: ViewTx, desk: Desk, before: Flight, flight: Flight): Promise<Warning[]> => {
  if (!hasLeft(before.status) && !hasLeft(flight.status)) return []
  const all = unrestricted(tx)
  const log = await lockLatestLogOf(all, flight.flightId)
  if (!log || log.status === 'AMENDED') return []
  const derived = derivedLog(await loggedFlight(all, desk, flight), log.movementList)
  if (log.status === 'DRAFT') {
    await changeRecord(all, JOURNEY_LOG, log, derived)
    return []
  }
  const differenceList = differencesOf(log, { ...log, ...derived })
  await changeRecord(all, JOURNEY_LOG, log, { differenceList })
  return differenceList.length === 0 ? [] : [logDiffers(differenceList)]
}

export const logDiffers = (differenceList: readonly string[]): Warning => {
  const general = 'The flight is another one than the journey log that was signed'
  return warning('LOG_DIFFERS', toReaders('log:read', `${general}: ${differenceList.join(', ')}`, general))
}
