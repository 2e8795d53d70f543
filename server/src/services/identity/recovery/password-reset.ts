/**
 * A forgotten password is replaced by whoever reads the user's mail. The link holds an id, the code stands in its
 * fragment and beside it: no secret reaches the server in an address. It works once, for 30 minutes, whatever others
 * ask for meanwhile; the use of one ends all of the user. The second step stays: whoever has one is asked for it next.
 */
import { addSeconds } from '../../../domain/clock.ts'
import { normalEmail } from '../../../domain/identity/email-address.ts'
import {
  MAX_NAMED_RESETS_PER_ADDRESS_AND_HOUR,
  MAX_RESET_MAILS_PER_ADDRESS_AND_HOUR,
  MAX_RESET_REQUESTS_PER_NETWORK_AND_HOUR,
  MAX_RESET_TRIES,
  RESET_SECONDS,
} from '../../../domain/limits.ts'
import { randomText, sameText, secretHash } from '../../../domain/secret.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { insertAskedReset } from '../../../storage/identity/asked-resets.ts'
import { removeInvitationsOf } from '../../../storage/identity/invitations.ts'
import { claimResetTry, insertReset, openReset, removeResetsOf } from '../../../storage/identity/password-resets.ts'
import { endSessionsOf, isKnownDevice } from '../../../storage/identity/sessions.ts'
import { changeUser, lockUser, type UserRow, userById } from '../../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { newId, type WorldAt } from '../../world.ts'
import { type Allowance, mayMail, spendOrHold } from '../allowance.ts'
import { networkOf } from '../guess-brake.ts'
import { sendReset } from '../messages.ts'
import { checkedPassword, hashInTurn } from '../password.ts'
import { tellUser } from '../security-notice.ts'
import type { Visitor } from '../sessions.ts'
import { afterPassword, type SignInOutcome } from '../sign-in.ts'

const CODE_LENGTH = 24
const HOUR = 3600

/** Where the link of a reset leads: the page of the realm's own address. */
export type ResetLink = (resetId: string, code: string) => string

/** The code stands in the fragment: browsers do not send it. */
export const resetLinkAt =
  (origin: string): ResetLink =>
  (resetId, code) =>
    `${origin}/reset/?reset=${resetId}#${code}`

export interface SentReset {
  readonly link: string
  readonly expiresAt: number
}

/**
 * How many links administrators send to one mailbox. What anybody can ask for is counted apart: nobody can keep an
 * administrator from helping (threats row 66).
 */
export const resetMailsByAdministrators = ({ tenantId }: WorldAt, email: string): Allowance => ({
  subject: `resets by administrators to ${tenantId} ${email}`,
  times: MAX_RESET_MAILS_PER_ADDRESS_AND_HOUR,
  seconds: HOUR,
})

/** Writes a reset for a locked user, and the mail to them. */
export const sendResetTo = async (at: WorldAt, tx: TenantTx, user: UserRow, linkTo: ResetLink): Promise<SentReset> => {
  const resetId = newId(at, 'rst')
  const code = randomText(CODE_LENGTH, at.randomBytes)
  const createdAt = await tx.now()
  const expiresAt = addSeconds(createdAt, RESET_SECONDS)
  await insertReset(tx, {
    reset_id: resetId,
    user_id: user.user_id,
    code_hash: secretHash(code),
    created_at: createdAt,
    expires_at: expiresAt,
  })
  const link = linkTo(resetId, code)
  await sendReset(at, tx, { recipient: user.email, name: user.name, link, code, createdAt, expiresAt })
  return { link, expiresAt }
}

export interface ResetRequest {
  readonly email: string
  readonly visitor: Visitor
  /** The cookie of a browser that signed in before. */
  readonly deviceSecret: string | null
  readonly requestId: string
}

/**
 * The same for every address, statement by statement: what is counted and written down is what was asked for. Who has
 * the address is looked for behind the answer (`asked-resets`). Beyond five mails an hour from one network to one address
 * nothing is sent; beyond twenty requests an hour from one network the request is refused.
 */
export const askForReset = (at: WorldAt, request: ResetRequest): Promise<void> =>
  at.write(async (tx) => {
    const email = normalEmail(request.email)
    const network = networkOf(request.visitor.address)
    const subject = `resets from ${at.tenantId} ${network}`
    const requests = { subject, times: MAX_RESET_REQUESTS_PER_NETWORK_AND_HOUR, seconds: HOUR }
    await spendOrHold(tx, requests, 'Too many links were asked for from your network')
    const isKnownBrowser =
      request.deviceSecret !== null && (await isKnownDevice(tx, email, secretHash(request.deviceSecret)))
    const named = `resets to ${at.tenantId} ${email}`
    const isSent = await mayMail(tx, {
      subject: named,
      network,
      isKnownBrowser,
      most: MAX_NAMED_RESETS_PER_ADDRESS_AND_HOUR,
    })
    if (!isSent) return
    await insertAskedReset(tx, {
      asked_reset_id: newId(at, 'ask'),
      email,
      address: request.visitor.address,
      request_id: request.requestId,
      asked_at: await tx.realNow(),
    })
  })

/** The user whom a reset waits for; null where it is unknown, over or used. */
export const userOfReset = async (at: WorldAt, resetId: string): Promise<UserRow | null> => {
  const reader = at.read
  const reset = await openReset(reader, resetId)
  const user = reset && (await userById(reader, reset.user_id))
  return user?.suspended_at === null ? user : null
}

export interface NewPassword {
  readonly resetId: string
  readonly code: string
  readonly password: string
  readonly visitor: Visitor
  readonly requestId: string
}

export type ResetOutcome = SignInOutcome | { readonly kind: 'wrong-code' } | { readonly kind: 'over' }

/**
 * Locks the user's row first, as everybody does who changes a way in. A link rests while its user is suspended: a
 * password or session of that time would open the door when they resume.
 */
const lockReset = async (tx: TenantTx, resetId: string): Promise<UserRow | null> => {
  const found = await openReset(tx, resetId)
  const user = found && (await lockUser(tx, found.user_id))
  return user?.suspended_at === null && (await openReset(tx, resetId)) ? user : null
}

/** Sets the password, ends every session and goes on as a sign-in with it would. */
export const resetPassword = async (at: WorldAt, given: NewPassword): Promise<ResetOutcome> => {
  checkedPassword(given.password)
  const tried = await at.write(async (tx) => {
    if (!(await lockReset(tx, given.resetId))) return 'over'
    const claimed = await claimResetTry(tx, given.resetId, MAX_RESET_TRIES)
    if (!claimed) return 'over'
    return sameText(claimed.code_hash, secretHash(given.code.trim())) ? 'right' : 'wrong-code'
  })
  if (tried !== 'right') return { kind: tried }
  const password_hash = await hashInTurn(at, { door: 'password link', source: given.resetId }, given.password)
  return at.write(async (tx) => {
    const user = await lockReset(tx, given.resetId)
    if (!user) return { kind: 'over' }
    const now = await tx.now()
    await removeResetsOf(tx, user.user_id)
    await removeInvitationsOf(tx, user.user_id)
    await changeUser(tx, user.user_id, { password_hash })
    await endSessionsOf(tx, user.user_id, {}, now)
    const { visitor, requestId } = given
    const actor: Actor = { kind: 'user', id: user.user_id, address: visitor.address, requestId }
    await recordAudit(at, tx, actor, { action: 'user.password-reset', subject: { kind: 'user', id: user.user_id } })
    await tellUser(at, tx, user, { ...visitor, what: 'your password was reset by a link from your mail' })
    return afterPassword(at, tx, { user, visitor, knownDeviceSecret: null, means: 'password link' })
  })
}
