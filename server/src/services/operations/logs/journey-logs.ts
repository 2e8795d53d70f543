/** Opens the journey log of a flight, changes its draft, and opens the next revision of a signed one (data §10). */
import { hasLeft } from '../../../domain/operations/flights/flight-status.ts'
import { derivedLog } from '../../../domain/operations/logs/derived-log.ts'
import { JOURNEY_LOG_RECORD, type JourneyLog } from '../../../domain/operations/logs/journey-log.ts'
import { type LogMovements, movementProblems } from '../../../domain/operations/logs/log-crew.ts'
import { textProblems } from '../../../domain/problem.ts'
import type { InputOf } from '../../../domain/records/description.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { JOURNEY_LOG, lockLatestLogOf } from '../../../storage/operations/logs/journey-logs.ts'
import { changeRecord, createRecord, expectVersion, lockRecord, recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { NoticeRealm } from '../../notices/give-notice.ts'
import { checkedDetails } from '../../records/details.ts'
import { newId } from '../../world.ts'
import type { Desk, Given } from '../desk.ts'
import { externalIdsAfter } from '../external-ids.ts'
import { type LockedFlight, lockFlight } from '../flights/flight-lock.ts'
import { loggedFlight } from './logged-flight.ts'
import { tellSigner } from './tell-signer.ts'

const MAX_REVISIONS = 100
const MAX_REASON_CHARACTERS = 1000

export type JourneyLogInput = InputOf<typeof JOURNEY_LOG_RECORD> & {
  readonly crewList?: Given<readonly LogMovements[]>
}

/** In one order of fields, whatever came along. */
const movementOf = ({ crewMemberId, takeOffsDay, takeOffsNight, landingsDay, landingsNight }: LogMovements) => ({
  crewMemberId,
  takeOffsDay,
  takeOffsNight,
  landingsDay,
  landingsNight,
})

const refuseOnGround = ({ flight }: LockedFlight): void => {
  if (hasLeft(flight.status)) return
  throw userError('LOCKED', 'A journey log is opened once the flight has left its stand', ['input', 'flightId'])
}

export interface SavedLog {
  readonly input: JourneyLogInput
  readonly expectedVersion?: Given<number>
}

const signedAlready = () =>
  userError('LOCKED', 'The journey log is signed: journeyLogAmend opens its next revision', ['input', 'flightId'])

/** Absent fields stay. The flight is locked, so that of two who open its log one finds that of the other. */
export const saveJourneyLog = async (
  tx: ViewTx,
  desk: Desk,
  { input, expectedVersion }: SavedLog,
): Promise<{ readonly journeyLog: JourneyLog }> => {
  const under = ['input']
  const locked = await lockFlight(tx, input.flightId, ['input', 'flightId'])
  const before = await lockLatestLogOf(unrestricted(tx), input.flightId)
  if (before === undefined) refuseOnGround(locked)
  else if (typeof expectedVersion === 'number') expectVersion(before, expectedVersion)
  if (before !== undefined && before.status !== 'DRAFT') throw signedAlready()
  const details = await checkedDetails(tx, JOURNEY_LOG_RECORD, desk, { before: before ?? null, input, under })
  const logged = await loggedFlight(tx, desk, locked.flight)
  const said = input.crewList === undefined ? (before?.movementList ?? []) : (input.crewList ?? []).map(movementOf)
  const crewMemberIds = logged.crew.map(({ crewMemberId }) => crewMemberId)
  if (input.crewList) refuseProblems(movementProblems(said, crewMemberIds), under)
  const next = { ...details, movementList: said, ...derivedLog(logged, said) }
  const ids = { before: before?.externalIdList ?? [], changes: input.externalIdList, under }
  const externalIdList = await externalIdsAfter(tx, desk, ids)
  if (before) return { journeyLog: await changeRecord(tx, JOURNEY_LOG, before, { ...next, externalIdList }) }
  const journeyLogId = newId(desk.world, JOURNEY_LOG_RECORD.id.prefix)
  return { journeyLog: await createRecord(tx, JOURNEY_LOG, { ...next, journeyLogId, externalIdList }) }
}

export interface OneLog {
  readonly journeyLogId: string
  readonly expectedVersion: number
}

export interface LockedLog {
  readonly locked: LockedFlight
  readonly log: JourneyLog
}

/** The flight first, as everything that changes it or its log does: a correction and a signature take turns. */
export const lockLog = async (tx: ViewTx, { journeyLogId, expectedVersion }: OneLog): Promise<LockedLog> => {
  const path = ['journeyLogId']
  const glimpse = await recordById(tx, JOURNEY_LOG, journeyLogId)
  if (!glimpse) throw userError('NOT_FOUND', 'There is no such journey log', path)
  const locked = await lockFlight(tx, glimpse.flightId, path)
  const log = await lockRecord(tx, JOURNEY_LOG, journeyLogId, path)
  expectVersion(log, expectedVersion)
  return { locked, log }
}

const reasonProblems = (reason: string) => [
  ...(reason === '' ? [{ path: ['reason'], message: 'Say why the log is amended' }] : []),
  ...textProblems(['reason'], reason, { most: MAX_REASON_CHARACTERS, severalLines: true }),
]

/** The signed revision is kept as it is; the next one begins with what people wrote, and with the flight of now. */
export const amendJourneyLog = async (
  tx: ViewTx,
  desk: Desk,
  place: NoticeRealm,
  { reason, ...asked }: OneLog & { readonly reason: string },
): Promise<{ readonly journeyLog: JourneyLog }> => {
  refuseProblems(reasonProblems(reason), [])
  const { locked, log } = await lockLog(tx, asked)
  if (log.status !== 'SIGNED') {
    const message = log.status === 'DRAFT' ? 'The log is a draft: save it' : 'The log has a later revision: amend that'
    throw userError('ILLEGAL_TRANSITION', message, ['journeyLogId'])
  }
  if (log.revision >= MAX_REVISIONS) {
    throw userError('LIMIT_EXCEEDED', `A journey log has at most ${MAX_REVISIONS} revisions`, ['journeyLogId'])
  }
  await changeRecord(tx, JOURNEY_LOG, log, { status: 'AMENDED', differenceList: [] })
  await tellSigner(tx, desk, place, log)
  const { version, createdAt, updatedAt, createdBy, updatedBy, externalIdList, ...written } = log
  const journeyLog = await createRecord(tx, JOURNEY_LOG, {
    ...written,
    ...derivedLog(await loggedFlight(tx, desk, locked.flight), log.movementList),
    journeyLogId: newId(desk.world, JOURNEY_LOG_RECORD.id.prefix),
    status: 'DRAFT',
    revision: log.revision + 1,
    amendReason: reason,
    differenceList: [],
    signature: null,
  })
  return { journeyLog }
}
