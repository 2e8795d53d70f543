/**
 * A person answers a confirmation on our page (data §10): it shows what exactly is confirmed, in the state of now, to that
 * person alone, and takes their yes for that content only (threats rows 292 to 295, 335, 401).
 */
import { addSeconds } from '../../../domain/clock.ts'
import { CONFIRMATION_SECONDS } from '../../../domain/limits.ts'
import { COMMANDER } from '../../../domain/operations/crew/crew.ts'
import { paperOfAcknowledgement } from '../../../domain/operations/documents/acknowledgement-paper.ts'
import {
  type ConfirmationPurpose,
  digestOfDeferral,
  digestOfDocuments,
  digestOfLog,
  digestOfPlan,
  digestOfRelease,
  stateAt,
} from '../../../domain/operations/logs/confirmation.ts'
import type { DefectStatus } from '../../../domain/operations/logs/defect-life-cycle.ts'
import { paperOfDeferral, paperOfRelease } from '../../../domain/operations/logs/defect-paper.ts'
import type { Deferral } from '../../../domain/operations/logs/deferral.ts'
import { ACCEPTED_BY, mayAcceptDeferral } from '../../../domain/operations/logs/deferral-acceptance.ts'
import { changedLines, type Paper, type PaperLine, paperOfLog } from '../../../domain/operations/logs/paper.ts'
import { paperOfPlan } from '../../../domain/operations/logs/plan-paper.ts'
import type { ProposedRelease } from '../../../domain/operations/logs/release.ts'
import type { SignatureMethod } from '../../../domain/operations/logs/signature.ts'
import { nameInMail } from '../../../domain/shown-text.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { userById } from '../../../storage/identity/users.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { DOCUMENT } from '../../../storage/operations/documents/documents.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT_PLAN } from '../../../storage/operations/flights/flight-plans.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import {
  type ConfirmationRow,
  changeConfirmation,
  lockConfirmation,
} from '../../../storage/operations/logs/confirmations.ts'
import { JOURNEY_LOG } from '../../../storage/operations/logs/journey-logs.ts'
import { TECH_LOG_ENTRY } from '../../../storage/operations/logs/tech-log.ts'
import { recordById, recordsById } from '../../../storage/records.ts'
import { lockEpochs } from '../../../storage/validity-epochs.ts'
import { type ViewTx, writingAs } from '../../../storage/view.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import type { Proof } from '../../identity/proof.ts'
import { tellOwner } from '../../identity/security-notice.ts'
import type { SignedIn } from '../../identity/sessions.ts'
import type { WorldAt } from '../../world.ts'
import { isAskerInForce } from './asker.ts'

/** Who asked, as pages name it. */
export interface Asker {
  readonly name: string
  readonly deviceId: string | null
  readonly askedAt: number
  readonly clientId: string | null
}

export interface AskedPaper {
  readonly asker: Asker
  readonly paper: Paper
  readonly digest: string
  readonly expiresAt: number
}

export interface ChangedLine {
  readonly label: string
  readonly read: string | null
  readonly now: string | null
}

export type Confirming =
  | { readonly kind: 'unknown' }
  /** It waits for somebody else, who is named; nothing of what is confirmed is told. */
  | { readonly kind: 'other-person'; readonly name: string; readonly asker: Asker }
  | { readonly kind: 'late'; readonly endedAt: number; readonly asker: Asker }
  /** What was to be confirmed cannot be any more. */
  | { readonly kind: 'over'; readonly why: string; readonly asker: Asker }
  | { readonly kind: 'refused'; readonly asker: Asker }
  /** Who asked is suspended, disconnected or removed: nothing is shown, and nothing signed. */
  | { readonly kind: 'asker-over'; readonly asker: Asker }
  | { readonly kind: 'confirmed'; readonly at: number; readonly asker: Asker; readonly isUsed: boolean }
  | ({ readonly kind: 'open' } & AskedPaper)
  /** It changed between reading and pressing: nothing was confirmed. */
  | ({ readonly kind: 'changed'; readonly lineList: readonly ChangedLine[] } & AskedPaper)

const askerOf = (
  { application_name, actor_key, device_id, created_at }: ConfirmationRow,
  at: WorldAt<Tenant>,
): Asker => ({
  name: application_name ?? at.realm.name,
  deviceId: device_id,
  askedAt: created_at,
  // Of a personal application the key also names whose it is.
  clientId: application_name === null ? null : (actor_key.split('/')[0] ?? null),
})

interface Content {
  readonly paper: Paper
  readonly digest: string
}

const subjectOf = ({ subject_id_list }: ConfirmationRow): string => (JSON.parse(subject_id_list) as string[])[0] ?? ''

const OTHER_COMMANDER = 'Somebody else is the commander of the flight by now.'

const isCommander = async (tx: ViewTx, { crew_member_id }: ConfirmationRow, flightId: string): Promise<boolean> => {
  const crew = (await crewOfFlights(tx, [flightId])).get(flightId) ?? []
  return crew.find(({ position }) => position === COMMANDER)?.crewMemberId === crew_member_id
}

const logOf = async (tx: ViewTx, row: ConfirmationRow): Promise<Content | string> => {
  const id = subjectOf(row)
  const log = await recordById(tx, JOURNEY_LOG, id)
  if (log?.status !== 'DRAFT') return 'The journey log was signed, or amended, since you were asked.'
  if (!(await isCommander(tx, row, log.flightId))) return OTHER_COMMANDER
  const flight = await recordById(tx, FLIGHT, log.flightId)
  return { paper: paperOfLog(log, flight?.status === 'CLOSED'), digest: digestOfLog(log) }
}

const planOf = async (tx: ViewTx, row: ConfirmationRow): Promise<Content | string> => {
  const plan = await recordById(tx, FLIGHT_PLAN, subjectOf(row))
  if (plan?.status !== 'PLANNED')
    return 'The flight plan was accepted, or no longer fits its flight, since you were asked.'
  if (!(await isCommander(tx, row, plan.flightId))) return OTHER_COMMANDER
  const aircraft = await recordById(tx, AIRCRAFT, plan.aircraftId)
  return { paper: paperOfPlan(plan, aircraft?.registration ?? ''), digest: digestOfPlan(plan) }
}

const MOVED_ON = 'The defect was deferred, rectified, released or opened again since you were asked.'

/** The defect while it is in this state, and what was proposed about it. */
const defectOf = async (tx: ViewTx, row: ConfirmationRow, status: DefectStatus) => {
  const entry = await recordById(tx, TECH_LOG_ENTRY, subjectOf(row))
  if (entry?.status !== status || row.proposal === null) return null
  const aircraft = await recordById(tx, AIRCRAFT, entry.aircraftId)
  return { entry, registration: aircraft?.registration ?? '', proposal: JSON.parse(row.proposal) as object }
}

const deferralOf = async (tx: ViewTx, row: ConfirmationRow): Promise<Content | string> => {
  const found = await defectOf(tx, row, 'OPEN')
  if (!found) return MOVED_ON
  const member = await recordById(tx, CREW_MEMBER, row.crew_member_id)
  const user = member && (await userById(tx, member.userId ?? ''))
  if (!member || !user || !mayAcceptDeferral(member, user.role_list)) return `${ACCEPTED_BY}.`
  const deferral = found.proposal as Deferral
  return { paper: paperOfDeferral(found, deferral), digest: digestOfDeferral(found.entry, deferral) }
}

const releaseOf = async (tx: ViewTx, row: ConfirmationRow): Promise<Content | string> => {
  const found = await defectOf(tx, row, 'RECTIFIED')
  if (!found) return MOVED_ON
  const { station, ...release } = found.proposal as ProposedRelease
  return { paper: paperOfRelease(found, release, station), digest: digestOfRelease(found.entry, release) }
}

const documentsOf = async (tx: ViewTx, { subject_id_list }: ConfirmationRow): Promise<Content | string> => {
  const ids = [...new Set(JSON.parse(subject_id_list) as string[])]
  const found = await recordsById(tx, DOCUMENT, ids)
  const documents = ids.flatMap((id) => found.get(id) ?? [])
  if (documents.length < ids.length) return 'A document that you were asked about was deleted since.'
  return { paper: paperOfAcknowledgement(documents), digest: digestOfDocuments(documents) }
}

/** What is confirmed, as it is now; a text where it cannot be any more. */
const CONTENTS: Readonly<Record<ConfirmationPurpose, (tx: ViewTx, row: ConfirmationRow) => Promise<Content | string>>> =
  {
    DEFERRAL_ACCEPT: deferralOf,
    DOCUMENT_ACKNOWLEDGE: documentsOf,
    FLIGHT_PLAN_ACCEPT: planOf,
    LOG_SIGN: logOf,
    RELEASE_TO_SERVICE: releaseOf,
  }

interface Reading {
  readonly at: WorldAt<Tenant>
  readonly tx: TenantTx
  readonly user: SignedIn
  readonly confirmationId: string
}

const isInForce = (at: WorldAt<Tenant>, tx: TenantTx, row: ConfirmationRow): Promise<boolean> =>
  isAskerInForce(tx, row, { environment: at.realm.environment, now: at.now() })

/** Takes the answer back, as who asked ended while it was given. */
class AskerOver extends Error {}

/**
 * The last that an answer does: whoever ends the asker waits for its COMMIT, or is waited for. The epochs are locked
 * after everything else, so that nobody waits for a lock of whoever waits for them.
 */
const requireInForce = async (at: WorldAt<Tenant>, tx: TenantTx, row: ConfirmationRow): Promise<void> => {
  await lockEpochs(tx, askerOf(row, at).clientId)
  if (!(await isInForce(at, tx, row))) throw new AskerOver()
}

type Locked = { readonly row: ConfirmationRow; readonly content: Content } | Confirming

/** The row is locked: of several answers one counts. */
const lockOpen = async ({ at, tx, user, confirmationId }: Reading): Promise<Locked> => {
  const row = await lockConfirmation(tx, confirmationId)
  if (!row) return { kind: 'unknown' }
  const asker = askerOf(row, at)
  const all = writingAs(tx, { of: 'operator' })
  const member = await recordById(all, CREW_MEMBER, row.crew_member_id)
  if (!member) return { kind: 'unknown' }
  if (member.userId !== user.user.user_id) {
    return { kind: 'other-person', name: `${member.name} ${member.surname}`, asker }
  }
  const state = stateAt(row, await tx.now())
  if (state === 'REFUSED') return { kind: 'refused', asker }
  const isOpen = state === 'PENDING' || state === 'CONFIRMED'
  if (isOpen && !(await isInForce(at, tx, row))) return { kind: 'asker-over', asker }
  if (row.decided_at !== null && (state === 'CONFIRMED' || state === 'USED')) {
    return { kind: 'confirmed', at: row.decided_at, asker, isUsed: state === 'USED' }
  }
  if (state !== 'PENDING') return { kind: 'late', endedAt: row.expires_at, asker }
  const content = await CONTENTS[row.purpose](all, row)
  return typeof content === 'string' ? { kind: 'over', why: content, asker } : { row, content }
}

const linesOf = ({ timeList, lineList }: Paper): PaperLine[] => [...timeList, ...lineList]

const asked = (at: WorldAt<Tenant>, row: ConfirmationRow, { paper, digest }: Content): AskedPaper => ({
  asker: askerOf(row, at),
  paper,
  digest,
  expiresAt: row.expires_at,
})

const noteShown = (tx: TenantTx, { confirmation_id }: ConfirmationRow, { paper, digest }: Content) =>
  changeConfirmation(tx, confirmation_id, { shown: JSON.stringify(linesOf(paper)), shown_digest: digest })

/** What the page shows; what it showed is kept, so that a later change can be told. */
export const readConfirmation = (at: WorldAt<Tenant>, user: SignedIn, confirmationId: string): Promise<Confirming> =>
  at.write(async (tx): Promise<Confirming> => {
    const found = await lockOpen({ at, tx, user, confirmationId })
    if ('kind' in found) return found
    await noteShown(tx, found.row, found.content)
    return { kind: 'open', ...asked(at, found.row, found.content) }
  })

const METHODS: Readonly<Record<Proof, SignatureMethod>> = {
  passkey: 'PASSKEY',
  password: 'PASSWORD',
  'password and code': 'PASSWORD_AND_CODE',
}

export interface Answer {
  readonly confirmationId: string
  /** Of what the page showed. */
  readonly digest: string
  /** How the person proved who they are, a moment ago; null where they say no. */
  readonly proof: Proof | null
}

const changedSince = (row: ConfirmationRow, digest: string, { paper }: Content): ChangedLine[] => {
  const isLastShown = row.shown !== null && row.shown_digest === digest
  return isLastShown ? changedLines(JSON.parse(row.shown ?? '[]') as PaperLine[], linesOf(paper)) : []
}

const takeAnswer = (
  at: WorldAt<Tenant>,
  user: SignedIn,
  { confirmationId, digest, proof }: Answer,
  actor: Actor,
): Promise<Confirming> =>
  at.write(async (tx): Promise<Confirming> => {
    const found = await lockOpen({ at, tx, user, confirmationId })
    if ('kind' in found) return found
    const { row, content } = found
    const asker = askerOf(row, at)
    const now = await tx.now()
    const late: Confirming = { kind: 'late', endedAt: row.expires_at, asker }
    if (proof === null) {
      const isInTime = await changeConfirmation(tx, confirmationId, { state: 'REFUSED', decided_at: now })
      return isInTime ? { kind: 'refused', asker } : late
    }
    if (content.digest !== digest) {
      await noteShown(tx, row, content)
      return { kind: 'changed', lineList: changedSince(row, digest, content), ...asked(at, row, content) }
    }
    const isInTime = await changeConfirmation(tx, confirmationId, {
      state: 'CONFIRMED',
      digest,
      user_id: user.user.user_id,
      method: METHODS[proof],
      decided_at: now,
      expires_at: addSeconds(now, CONFIRMATION_SECONDS),
    })
    if (!isInTime) return late
    const { name } = content.paper
    await recordAudit(at, tx, actor, {
      action: 'confirmation.given',
      subject: { kind: 'confirmation', id: confirmationId },
      detail: { what: name, purpose: row.purpose, askedBy: asker.name, by: proof, digest },
    })
    const what = `you signed: ${name}, asked for by ${nameInMail(asker.name)}`
    await tellOwner(at, tx, user, { what, address: actor.address })
    await requireInForce(at, tx, row)
    return { kind: 'confirmed', at: now, asker, isUsed: false }
  })

/** What is read after that says that nothing was signed. */
export const answerConfirmation = async (
  at: WorldAt<Tenant>,
  user: SignedIn,
  answer: Answer,
  actor: Actor,
): Promise<Confirming> => {
  try {
    return await takeAnswer(at, user, answer, actor)
  } catch (error) {
    if (!(error instanceof AskerOver)) throw error
    return readConfirmation(at, user, answer.confirmationId)
  }
}
