/** Asks a person to confirm something on a page of ours, and tells whoever asked where that stands (data §10). */
import { addSeconds } from '../../../domain/clock.ts'
import { CONFIRMATION_SECONDS, MAX_WAITING_CONFIRMATIONS } from '../../../domain/limits.ts'
import type { ConfirmationPurpose } from '../../../domain/operations/logs/confirmation.ts'
import { textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import {
  type ConfirmationRow,
  findConfirmation,
  insertConfirmation,
  waitingConfirmations,
} from '../../../storage/operations/logs/confirmations.ts'
import { JOURNEY_LOG } from '../../../storage/operations/logs/journey-logs.ts'
import { changeRecord, recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewReader, type ViewTx } from '../../../storage/view.ts'
import { newId } from '../../world.ts'
import type { Desk } from '../desk.ts'
import { lockLog } from './journey-logs.ts'
import { commanderOf, logToSign } from './sign-journey-log.ts'

export interface AskedConfirmation {
  readonly purpose: ConfirmationPurpose
  readonly crewMemberId: string
  readonly subjectIdList: readonly string[]
  readonly deviceId: string | null
}

const MAX_DEVICE_CHARACTERS = 60

/** The draft is brought up to its flight, so that the page shows what will be signed. */
const checkLog = async (tx: ViewTx, desk: Desk, asked: AskedConfirmation): Promise<void> => {
  const [journeyLogId, ...more] = asked.subjectIdList
  if (journeyLogId === undefined || more.length > 0) {
    throw userError('VALIDATION', 'LOG_SIGN is for one journey log', ['subjectIdList'])
  }
  const glimpse = await recordById(tx, JOURNEY_LOG, journeyLogId)
  if (!glimpse) throw userError('NOT_FOUND', 'There is no such journey log', ['subjectIdList', '0'])
  const found = await lockLog(tx, { journeyLogId, expectedVersion: glimpse.version })
  const log = await logToSign(tx, desk, found)
  if (commanderOf(found.locked) !== asked.crewMemberId) {
    throw userError('NOT_ALLOWED', 'Only the commander of the flight signs its journey log', ['crewMemberId'])
  }
  await changeRecord(tx, JOURNEY_LOG, found.log, log)
}

const refuseMore = async (tx: ViewTx, { principal }: Desk, now: number): Promise<void> => {
  if ((await waitingConfirmations(tx, principal.actorKey, now)) < MAX_WAITING_CONFIRMATIONS) return
  const message = `${MAX_WAITING_CONFIRMATIONS} confirmations wait for an answer: wait until people answer, or they expire`
  throw userError('LIMIT_EXCEEDED', message)
}

export const requestConfirmation = async (
  tx: ViewTx,
  desk: Desk,
  asked: AskedConfirmation,
): Promise<ConfirmationRow> => {
  refuseProblems(textProblems(['deviceId'], asked.deviceId, { most: MAX_DEVICE_CHARACTERS }), [])
  const now = await tx.now()
  await refuseMore(tx, desk, now)
  await checkLog(tx, desk, asked)
  const member = await recordById(unrestricted(tx), CREW_MEMBER, asked.crewMemberId)
  if (!member?.userId) {
    throw userError('NOT_ALLOWED', 'This crew member is no user who could sign in to confirm', ['crewMemberId'])
  }
  const row: ConfirmationRow = {
    confirmation_id: newId(desk.world, 'cnf'),
    purpose: asked.purpose,
    subject_id_list: JSON.stringify(asked.subjectIdList),
    proposal: null,
    crew_member_id: member.crewMemberId,
    actor_key: desk.principal.actorKey,
    application_name: desk.principal.applicationName,
    device_id: asked.deviceId,
    state: 'PENDING',
    shown: null,
    shown_digest: null,
    digest: null,
    user_id: null,
    method: null,
    decided_at: null,
    created_at: now,
    expires_at: addSeconds(now, CONFIRMATION_SECONDS),
  }
  await insertConfirmation(tx, row)
  return row
}

/** Only for whoever asked for it. */
export const ownConfirmation = async (
  reader: ViewReader,
  { actorKey }: Pick<Desk['principal'], 'actorKey'>,
  confirmationId: string,
): Promise<ConfirmationRow | null> => {
  const row = await findConfirmation(reader, confirmationId)
  return row?.actor_key === actorKey ? row : null
}
