/**
 * Sessions of users. A session belongs to the realm where it was created and is looked up only there. Its secret is new
 * at every sign-in, and it ends after 12 idle hours or 7 days (access-model §10, §13).
 */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import type { SignInMeans } from '../../domain/identity/sign-in-means.ts'
import { MAX_SESSION_SECONDS, SESSION_IDLE_SECONDS } from '../../domain/limits.ts'
import { randomText, secretHash } from '../../domain/secret.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { passkeyCounts } from '../../storage/identity/passkeys.ts'
import {
  endSession,
  endSessionsOf,
  type FoundSession,
  findSession,
  insertSession,
  openSessions,
  type SessionRow,
  type SessionStage,
  type SessionWithUser,
  touchSession,
} from '../../storage/identity/sessions.ts'
import { hasSecondStep, isAdmin, lockUser, type UserRow } from '../../storage/identity/users.ts'
import { newId, type WorldAt } from '../world.ts'

const SECRET_LENGTH = 43
const SEEN_PRECISION_SECONDS = 60
const SECOND_STEP_SECONDS = 600

/** The browser and its address, as shown on the account page. */
export interface Visitor {
  readonly device: string
  readonly address: string
  /** The id of the request that the browser sent. */
  readonly requestId: string
}

export interface SignedIn {
  readonly user: UserRow
  readonly session: FoundSession
  readonly isAdmin: boolean
}

/** The user as the subject of an entry in the audit log. */
export const subjectOf = ({ user }: SignedIn) => ({ kind: 'user', id: user.user_id })

/** What a session ends with: a passkey, or the session of the portal that handed its user over. */
export interface BeganWith {
  readonly passkeyId?: string
  readonly portalSession?: string | null
}

interface NewSession {
  readonly userId: string
  readonly stage: SessionStage
  readonly visitor: Visitor
  /** How long ago its user signed in where they come from: it ends, and asks for the password, as if it began then. */
  readonly ageMs?: number
  readonly means?: SignInMeans
  readonly beganWith?: BeganWith | undefined
}

/** Creates a session and returns the secret for its cookie. */
export const openSession = async (
  at: WorldAt,
  tx: TenantTx,
  { userId, stage, visitor, ageMs = 0, means, beganWith }: NewSession,
): Promise<string> => {
  const secret = randomText(SECRET_LENGTH, at.randomBytes)
  const now = await tx.now()
  await insertSession(tx, {
    hash: secretHash(secret),
    session_id: newId(at, 'ses'),
    user_id: userId,
    stage,
    device: visitor.device,
    address: visitor.address,
    created_at: now - ageMs,
    last_seen_at: now,
    means: means ?? null,
    passkey_id: beganWith?.passkeyId ?? null,
    begun_by: beganWith?.portalSession ?? null,
  })
  return secret
}

const isAlive = (session: SessionRow, now: number): boolean =>
  session.stage === 'second-step'
    ? addSeconds(session.created_at, SECOND_STEP_SECONDS) > now
    : sessionEnd(session) > now

/** When the session ends if it is not used any more. */
export const sessionEnd = ({ created_at, last_seen_at }: Pick<SessionRow, 'created_at' | 'last_seen_at'>): number =>
  Math.min(addSeconds(last_seen_at, SESSION_IDLE_SECONDS), addSeconds(created_at, MAX_SESSION_SECONDS))

const sessionAt = async (at: WorldAt, secret: string | null): Promise<SessionWithUser | null> => {
  if (secret === null || secret.length !== SECRET_LENGTH) return null
  const found = await findSession(at.read, secretHash(secret))
  return found && isAlive(found.session, at.now()) ? found : null
}

/** The user who is signed in with this cookie in this realm. */
export const signedIn = async (at: WorldAt, secret: string | null): Promise<SignedIn | null> => {
  const found = await sessionAt(at, secret)
  if (found?.session.stage !== 'signed-in' || (await mustSetUp(at, found.user))) return null
  const { session, user } = found
  const now = at.now()
  if (addSeconds(session.last_seen_at, SEEN_PRECISION_SECONDS) < now) {
    await at.write((tx) => touchSession(tx, session.hash, now))
  }
  return { user, session, isAdmin: isAdmin(user) }
}

/** Whether the realm requires a second step or a passkey and this user has neither. */
const mustSetUp = async (at: WorldAt, user: UserRow): Promise<boolean> =>
  at.realm.requiresSecondStep && !hasSecondStep(user) && (await passkeyCounts(at.read, [user.user_id])).size === 0

/** The user who gave the right password and must set up a second step or a passkey before anything else. */
export const settingUp = async (at: WorldAt, secret: string | null): Promise<SignedIn | null> => {
  const found = await sessionAt(at, secret)
  if (found?.session.stage !== 'signed-in' || !(await mustSetUp(at, found.user))) return null
  return { user: found.user, session: found.session, isAdmin: isAdmin(found.user) }
}

/**
 * Ends the user's other sessions where the realm requires a second step and the user is about to have the first one:
 * those sessions were opened with the password alone, and would count as complete from then on. The caller holds the
 * user's lock.
 */
export const endHalfSessions = async (at: WorldAt, tx: TenantTx, { user, session }: SignedIn): Promise<void> => {
  const row = await lockUser(tx, user.user_id)
  if (!row || !at.realm.requiresSecondStep || hasSecondStep(row)) return
  if ((await passkeyCounts(tx, [row.user_id])).size > 0) return
  await endSessionsOf(tx, row.user_id, { exceptHash: session.hash }, await tx.now())
}

/** Reads the signed-in user again; null if the session has ended since. */
export const readSignedInAgain = async (at: WorldAt, { session }: SignedIn): Promise<SignedIn | null> => {
  const found = await findSession(at.read, session.hash)
  return found ? { ...found, isAdmin: isAdmin(found.user) } : null
}

/** The user who gave the right password and has not completed the second step. */
export const awaitingSecondStep = async (at: WorldAt, secret: string | null): Promise<SessionWithUser | null> => {
  const found = await sessionAt(at, secret)
  return found?.session.stage === 'second-step' ? found : null
}

export const signOut = (at: WorldAt, secret: string): Promise<boolean> =>
  at.write(async (tx) => endSession(tx, secretHash(secret), await tx.now()))

export const sessionsOf = (at: WorldAt, userId: string): Promise<SessionRow[]> => {
  const now = at.now()
  const seenAfter = addSeconds(now, -SESSION_IDLE_SECONDS)
  const createdAfter = addSeconds(now, -MAX_SESSION_SECONDS)
  return openSessions(at.read, userId, { seenAfter, createdAfter })
}

export const endOneSession = (at: WorldAt, userId: string, sessionId: string): Promise<void> =>
  at.write(async (tx) => {
    const ended = await endSessionsOf(tx, userId, { sessionId }, await tx.now())
    if (ended === 0) throw new Failure('not_found', 'There is no such session, or it ended before')
  })

export const signOutEverywhere = (at: WorldAt, userId: string): Promise<number> =>
  at.write(async (tx) => endSessionsOf(tx, userId, {}, await tx.now()))
