/** Enters defects and changes those that are open. The aircraft's row is locked, as by everything that grounds it. */
import { MINUTE_MS } from '../../../domain/interval.ts'
import {
  MAX_FOUND_AGO_MS,
  MAX_STANDING_DEFECTS,
  type TechLogEntry,
} from '../../../domain/operations/logs/tech-log-entry.ts'
import { userError } from '../../../domain/user-error.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { standingDefects, TECH_LOG_ENTRY } from '../../../storage/operations/logs/tech-log.ts'
import { recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import { settleDefect } from './defect-block.ts'

/** How far clocks may be apart. */
export const MAX_AHEAD_MS = 5 * MINUTE_MS

const refuseTime = (foundAt: number, now: number): void => {
  if (foundAt <= now + MAX_AHEAD_MS && foundAt >= now - MAX_FOUND_AGO_MS) return
  throw userError('IMPLAUSIBLE', 'A defect was found within the last year, and not in the future', ['input', 'foundAt'])
}

type Found = Pick<TechLogEntry, 'flightId' | 'aircraftId'>

const refuseFlight = async (tx: ViewTx, { flightId, aircraftId }: Found): Promise<void> => {
  if (flightId === null) return
  const flight = await recordById(tx, FLIGHT, flightId)
  if (!flight) throw userError('NOT_FOUND', 'There is no such flight', ['input', 'flightId'])
  if (flight.aircraftId === aircraftId) return
  throw userError('VALIDATION', 'This flight is of another aircraft', ['input', 'flightId'])
}

/** Each is read whenever a flight of the aircraft is assessed. */
export const refuseMoreStanding = async (tx: ViewTx, aircraftId: string, path: readonly string[]): Promise<void> => {
  const standing = (await standingDefects(unrestricted(tx), [aircraftId])).get(aircraftId) ?? []
  if (standing.length < MAX_STANDING_DEFECTS) return
  const message = `The aircraft has ${MAX_STANDING_DEFECTS} defects that are not released: release some first`
  throw userError('LIMIT_EXCEEDED', message, path)
}

/** What grounds the aircraft ends with somebody's word that it may fly: a deferral or a release (threats row 337). */
const refuseGo = (before: TechLogEntry, next: Pick<TechLogEntry, 'isNoGo'>): void => {
  if (!before.isNoGo || next.isNoGo) return
  const message = 'A defect with which the aircraft must not fly is deferred, or rectified and released'
  throw userError('LOCKED', message, ['input', 'isNoGo'])
}

export const techLogEntries = useCases(TECH_LOG_ENTRY, AIRCRAFT, {
  guard: ({ before, path }) => {
    if (before === null || before.status === 'OPEN') return
    throw userError('LOCKED', `The defect is ${before.status}: only an OPEN one is changed`, path)
  },
  beforeWrite: async ({ tx, before, next }) => {
    if (before !== null) {
      refuseGo(before, next)
      return {}
    }
    refuseTime(next.foundAt, await tx.now())
    await refuseFlight(tx, next)
    await refuseMoreStanding(tx, next.aircraftId, ['input', 'aircraftId'])
    return {}
  },
  afterWrite: async ({ tx, desk, parent: aircraft, before, after }) =>
    after ? settleDefect(tx, desk, { aircraft, before, after }) : { warningList: [] },
})
