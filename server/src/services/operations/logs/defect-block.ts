/** The AOG block of a defect with which the aircraft must not fly: it opens and ends with the defect (data §10.4). */
import { DAY_MS, toMinute } from '../../../domain/interval.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { NO_PERMIT } from '../../../domain/operations/fleet/permit-to-fly.ts'
import type { Unavailability } from '../../../domain/operations/fleet/unavailability.ts'
import { groundsAs } from '../../../domain/operations/logs/defect-life-cycle.ts'
import type { TechLogEntry } from '../../../domain/operations/logs/tech-log-entry.ts'
import type { Warning } from '../../../domain/warning.ts'
import { blockOfDefect, UNAVAILABILITY } from '../../../storage/operations/fleet/unavailability.ts'
import { changeRecord, createRecord, removeRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { newId } from '../../world.ts'
import type { Desk } from '../desk.ts'
import { settleGrounding } from '../risk/settle-grounding.ts'

const ESTIMATED_MS = DAY_MS
/** No flight is planned farther ahead: each may leave after the end of a deferral. */
const AHEAD_MS = 1100 * DAY_MS

interface Stepped {
  readonly aircraft: Aircraft
  /** Null where it is new. */
  readonly before: TechLogEntry | null
  readonly after: TechLogEntry
}

const open = (tx: ViewTx, { world }: Desk, { aircraftId, techLogEntryId }: TechLogEntry, now: number) =>
  createRecord(tx, UNAVAILABILITY, {
    unavailabilityId: newId(world, 'una'),
    aircraftId,
    from: now,
    to: now + ESTIMATED_MS,
    reason: 'AOG',
    isEndEstimated: true,
    note: null,
    techLogEntryId,
    ...NO_PERMIT,
  })

const end = (tx: ViewTx, block: Unavailability, now: number): Promise<unknown> =>
  block.from >= now
    ? removeRecord(tx, UNAVAILABILITY, block)
    : changeRecord(tx, UNAVAILABILITY, block, { to: now, isEndEstimated: false })

/** True where a block was opened or ended. */
const settleBlock = async (tx: ViewTx, desk: Desk, entry: TechLogEntry, now: number): Promise<boolean> => {
  const block = await blockOfDefect(tx, entry)
  const isGrounded = entry.isNoGo && groundsAs(entry.status)
  if (isGrounded === (block !== undefined)) return false
  await (block ? end(tx, block, now) : open(tx, desk, entry, now))
  return true
}

/** The same flight is told once, whatever puts it at risk. */
const oncePerFlight = (list: readonly Warning[]): Warning[] => {
  const flightOf = ({ subjects }: Warning) => subjects?.[0]?.id
  return list
    .filter((each, index) => list.findIndex((other) => flightOf(other) === flightOf(each)) === index)
    .map((each) => ({ ...each, path: null }))
}

/** After a defect was entered or changed. The aircraft's row is locked. */
export const settleDefect = async (
  tx: ViewTx,
  desk: Desk,
  { aircraft, before, after }: Stepped,
): Promise<{ readonly warningList: readonly Warning[] }> => {
  const now = toMinute(await tx.now())
  const isBlockChanged = await settleBlock(unrestricted(tx), desk, after, now)
  const isDeferralChanged = before?.deferredUntil !== after.deferredUntil || before?.status !== after.status
  const concernsDeferral = isDeferralChanged && (before?.status === 'DEFERRED' || after.status === 'DEFERRED')
  if (!isBlockChanged && !concernsDeferral) return { warningList: [] }
  const changed = { from: now, to: now + (concernsDeferral ? AHEAD_MS : ESTIMATED_MS) }
  const touched = isBlockChanged ? undefined : []
  const { warningList } = await settleGrounding(unrestricted(tx), desk, aircraft, {
    changed,
    ...(touched && { touched }),
  })
  return { warningList: oncePerFlight(warningList) }
}
