/** Asks a person to confirm something on a page of ours, and tells whoever asked where that stands (data §10). */
import { addSeconds } from '../../../domain/clock.ts'
import { CONFIRMATION_SECONDS, MAX_WAITING_CONFIRMATIONS } from '../../../domain/limits.ts'
import type { CrewMember } from '../../../domain/operations/crew/crew.ts'
import type { ConfirmationPurpose } from '../../../domain/operations/logs/confirmation.ts'
import type { Deferral, DeferralInput } from '../../../domain/operations/logs/deferral.ts'
import { ACCEPTED_BY, mayAcceptDeferral } from '../../../domain/operations/logs/deferral-acceptance.ts'
import type { ProposedRelease } from '../../../domain/operations/logs/release.ts'
import type { TechLogEntry } from '../../../domain/operations/logs/tech-log-entry.ts'
import { textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { userById } from '../../../storage/identity/users.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import {
  type ConfirmationRow,
  findConfirmation,
  insertConfirmation,
  waitingConfirmations,
} from '../../../storage/operations/logs/confirmations.ts'
import { JOURNEY_LOG } from '../../../storage/operations/logs/journey-logs.ts'
import { TECH_LOG_ENTRY } from '../../../storage/operations/logs/tech-log.ts'
import { changeRecord, recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewReader, type ViewTx } from '../../../storage/view.ts'
import { newId } from '../../world.ts'
import type { Desk, Given } from '../desk.ts'
import { lockToAcknowledge } from '../documents/acknowledge.ts'
import { lockPlanToAccept } from './accept-flight-plan.ts'
import { type Asking, grantOf, isAskedBy } from './asker.ts'
import { deferralFor, type ReleaseInput, refuseStep, releaseFor } from './defect-steps.ts'
import { lockLog } from './journey-logs.ts'
import { commanderOf, logToSign } from './sign-journey-log.ts'

export interface AskedConfirmation {
  readonly purpose: ConfirmationPurpose
  readonly crewMemberId: string
  readonly subjectIdList: readonly string[]
  readonly deviceId: string | null
  /** What the person agrees to beyond what the record says. */
  readonly deferral?: Given<DeferralInput>
  readonly release?: Given<ReleaseInput>
}

const MAX_DEVICE_CHARACTERS = 60

const oneSubject = ({ purpose, subjectIdList }: AskedConfirmation, noun: string): string => {
  const [id, ...more] = subjectIdList
  if (id !== undefined && more.length === 0) return id
  throw userError('VALIDATION', `${purpose} is for one ${noun}`, ['subjectIdList'])
}

/** The draft is brought up to its flight, so that the page shows what will be signed. */
const checkLog = async (tx: ViewTx, desk: Desk, asked: AskedConfirmation): Promise<null> => {
  const journeyLogId = oneSubject(asked, 'journey log')
  const glimpse = await recordById(tx, JOURNEY_LOG, journeyLogId)
  if (!glimpse) throw userError('NOT_FOUND', 'There is no such journey log', ['subjectIdList', '0'])
  const found = await lockLog(tx, { journeyLogId, expectedVersion: glimpse.version })
  const log = await logToSign(tx, desk, found)
  if (commanderOf(found.locked) !== asked.crewMemberId) {
    throw userError('NOT_ALLOWED', 'Only the commander of the flight signs its journey log', ['crewMemberId'])
  }
  await changeRecord(tx, JOURNEY_LOG, found.log, log)
  return null
}

const defectOf = async (tx: ViewTx, asked: AskedConfirmation): Promise<TechLogEntry> => {
  const entry = await recordById(tx, TECH_LOG_ENTRY, oneSubject(asked, 'technical log entry'))
  if (entry) return entry
  throw userError('NOT_FOUND', 'There is no such technical log entry', ['subjectIdList', '0'])
}

const asksFor = (path: 'deferral' | 'release', purpose: ConfirmationPurpose) =>
  userError('VALIDATION', `${purpose} asks for what exactly is confirmed`, [path])

/** The page shows this deferral, and it is the one that can be made with the yes. */
const checkDeferral = async (tx: ViewTx, desk: Desk, asked: AskedConfirmation): Promise<Deferral> => {
  const entry = await defectOf(tx, asked)
  refuseStep(desk, entry, 'DEFERRED', 'defer')
  if (!asked.deferral) throw asksFor('deferral', asked.purpose)
  return deferralFor(entry, asked.deferral, await tx.now(), 'deferral')
}

const checkRelease = async (tx: ViewTx, desk: Desk, asked: AskedConfirmation): Promise<ProposedRelease> => {
  const entry = await defectOf(tx, asked)
  refuseStep(desk, entry, 'RELEASED', 'release')
  if (!asked.release) throw asksFor('release', asked.purpose)
  const release = releaseFor(desk, entry, asked.release, { now: await tx.now(), under: 'release' })
  return { ...release, station: asked.release.station ?? null }
}

/** Documents that whoever asks sees; those of one person are shown to no other. */
const checkDocuments = async (tx: ViewTx, _desk: Desk, asked: AskedConfirmation): Promise<null> => {
  const documents = await lockToAcknowledge(tx, asked.subjectIdList, 'subjectIdList')
  const others = documents.find(({ crewMemberId }) => crewMemberId !== null && crewMemberId !== asked.crewMemberId)
  if (others)
    throw userError('NOT_ALLOWED', 'A document of one crew member is acknowledged by no other', ['subjectIdList'])
  return null
}

const checkPlan = async (tx: ViewTx, _desk: Desk, asked: AskedConfirmation): Promise<null> => {
  const { locked } = await lockPlanToAccept(tx, oneSubject(asked, 'flight plan'), ['subjectIdList', '0'])
  if (commanderOf(locked) === asked.crewMemberId) return null
  throw userError('NOT_ALLOWED', 'Only the commander of the flight accepts its flight plan', ['crewMemberId'])
}

/** Refuses what cannot be confirmed; answers what is kept beside the record, for the page to show. */
const CHECKS: Readonly<
  Record<ConfirmationPurpose, (tx: ViewTx, desk: Desk, asked: AskedConfirmation) => Promise<object | null>>
> = {
  DEFERRAL_ACCEPT: checkDeferral,
  DOCUMENT_ACKNOWLEDGE: checkDocuments,
  FLIGHT_PLAN_ACCEPT: checkPlan,
  LOG_SIGN: checkLog,
  RELEASE_TO_SERVICE: checkRelease,
}

const refuseOtherTerms = ({ purpose, deferral, release }: AskedConfirmation): void => {
  if (deferral && purpose !== 'DEFERRAL_ACCEPT') {
    throw userError('VALIDATION', 'A deferral belongs to DEFERRAL_ACCEPT', ['deferral'])
  }
  if (release && purpose !== 'RELEASE_TO_SERVICE') {
    throw userError('VALIDATION', 'A release belongs to RELEASE_TO_SERVICE', ['release'])
  }
}

const refuseMore = async (tx: ViewTx, { principal }: Desk, now: number): Promise<void> => {
  if ((await waitingConfirmations(tx, principal.actorKey, now)) < MAX_WAITING_CONFIRMATIONS) return
  const message = `${MAX_WAITING_CONFIRMATIONS} confirmations wait for an answer: wait until people answer, or they expire`
  throw userError('LIMIT_EXCEEDED', message)
}

/** Who is asked: a crew member who can sign in, and whom the purpose admits. */
const memberAsked = async (tx: ViewTx, { purpose, crewMemberId }: AskedConfirmation): Promise<CrewMember> => {
  const member = await recordById(unrestricted(tx), CREW_MEMBER, crewMemberId)
  const user = member?.userId ? await userById(tx, member.userId) : null
  if (!member || !user) {
    throw userError('NOT_ALLOWED', 'This crew member is no user who could sign in to confirm', ['crewMemberId'])
  }
  if (purpose !== 'DEFERRAL_ACCEPT' || mayAcceptDeferral(member, user.role_list)) return member
  throw userError('NOT_ALLOWED', ACCEPTED_BY, ['crewMemberId'])
}

export const requestConfirmation = async (
  tx: ViewTx,
  desk: Desk,
  asked: AskedConfirmation,
): Promise<ConfirmationRow> => {
  refuseProblems(textProblems(['deviceId'], asked.deviceId, { most: MAX_DEVICE_CHARACTERS }), [])
  const now = await tx.now()
  await refuseMore(tx, desk, now)
  refuseOtherTerms(asked)
  const proposal = await CHECKS[asked.purpose](tx, desk, asked)
  const member = await memberAsked(tx, asked)
  const row: ConfirmationRow = {
    confirmation_id: newId(desk.world, 'cnf'),
    purpose: asked.purpose,
    subject_id_list: JSON.stringify(asked.subjectIdList),
    proposal: proposal && JSON.stringify(proposal),
    crew_member_id: member.crewMemberId,
    actor_key: desk.principal.actorKey,
    application_name: desk.principal.applicationName,
    grant_id: await grantOf(tx, desk.principal),
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

/** Only for whoever asked for it, under the grant of now. */
export const ownConfirmation = async (
  reader: ViewReader,
  principal: Asking,
  confirmationId: string,
): Promise<ConfirmationRow | null> => {
  const row = await findConfirmation(reader, confirmationId)
  return row && (await isAskedBy(reader, row, principal)) ? row : null
}
