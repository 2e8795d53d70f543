/** A user's passkeys: added after proof of presence, renamed, and removed (access-model §10). */
import { Failure } from '../../../domain/failure.ts'
import { readNewPasskey } from '../../../domain/identity/passkey-answer.ts'
import { MAX_PASSKEYS_PER_USER } from '../../../domain/limits.ts'
import { nameInMail, nameProblem } from '../../../domain/shown-text.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { insertPasskey, passkeysOf, removePasskey, renamePasskey } from '../../../storage/identity/passkeys.ts'
import { endSessionsOf } from '../../../storage/identity/sessions.ts'
import { lockUser } from '../../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { newId, type WorldAt } from '../../world.ts'
import { requirePresence } from '../presence.ts'
import { tellOwner } from '../security-notice.ts'
import { endHalfSessions, type SignedIn, subjectOf } from '../sessions.ts'
import { openChallenge, spendChallenge } from './passkey-challenge.ts'
import { type CreationOptions, creationOptions } from './passkey-options.ts'
import { type VerifiedPasskey, verifiedNewPasskey } from './passkey-verification.ts'

export const MAX_PASSKEY_NAME_CHARACTERS = 60

const refuse = (field: string, message: string): never => {
  throw new Failure('invalid_request', message, { details: { field } })
}

const checkedName = (text: string): string => {
  const name = text.trim()
  const problem = nameProblem(name, MAX_PASSKEY_NAME_CHARACTERS)
  return problem === null ? name : refuse('name', `A passkey’s name ${problem}`)
}

const requireRoom = (count: number): void => {
  if (count >= MAX_PASSKEYS_PER_USER) {
    throw new Failure(
      'invalid_request',
      `You have ${MAX_PASSKEYS_PER_USER} passkeys: remove one that you no longer use`,
    )
  }
}

/**
 * The options for the browser to create a passkey. Presence is proven here; the challenge carries the proof to the next
 * request.
 */
export const startPasskey = async (
  at: WorldAt,
  origin: string,
  user: SignedIn,
  password: string,
): Promise<CreationOptions> => {
  await requirePresence(at, user, password)
  const known = await passkeysOf(at.read, user.user.user_id)
  requireRoom(known.length)
  const challenge = await openChallenge(at, 'add', user.session.hash)
  return creationOptions({ realm: at.realm, origin, user: user.user, known, challenge })
}

export interface PasskeyToAdd {
  /** The origin of the address where it is added. */
  readonly origin: string
  /** JSON as written by the browser. */
  readonly credential: string
  /** If empty, the passkey is named after the browser. */
  readonly name: string
}

const checkedPasskey = async (
  at: WorldAt,
  { session }: SignedIn,
  { origin, credential }: PasskeyToAdd,
): Promise<VerifiedPasskey & { readonly transports: string }> => {
  const made = readNewPasskey(credential)
  if (!made) return refuse('credential', 'The passkey could not be read: try again')
  if (!(await spendChallenge(at, 'add', session.hash, made.challenge))) {
    return refuse('credential', 'That took too long, or was sent twice: try again')
  }
  const verified = await verifiedNewPasskey(origin, made)
  if (!verified) return refuse('credential', 'The passkey is not valid for this address: try again')
  return { ...verified, transports: made.transports.join(' ') }
}

export const addPasskey = async (at: WorldAt, user: SignedIn, given: PasskeyToAdd, actor: Actor): Promise<void> => {
  const name = checkedName(given.name) || user.session.device
  const passkey = await checkedPasskey(at, user, given)
  await at.write(async (tx) => {
    const passkeyId = newId(at, 'pky')
    await lockRoom(tx, user.user.user_id)
    await endHalfSessions(at, tx, user)
    const inserted = await insertPasskey(tx, {
      passkey_id: passkeyId,
      user_id: user.user.user_id,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.use.signCount,
      transports: passkey.transports,
      backed_up: passkey.use.backedUp ? 1 : 0,
      name,
      created_at: await tx.now(),
    })
    if (!inserted) refuse('credential', 'This passkey was added before')
    await recordAudit(at, tx, actor, {
      action: 'user.passkey-added',
      subject: subjectOf(user),
      detail: { passkeyId, name },
    })
    await tellOwner(at, tx, user, { address: actor.address, what: `the passkey “${name}” was added to your account` })
  })
}

/** Locks the user's row, so that simultaneous additions are counted one at a time. */
const lockRoom = async (tx: TenantTx, userId: string): Promise<void> => {
  if (!(await lockUser(tx, userId))) throw new Failure('not_signed_in', 'Nobody is signed in')
  requireRoom((await passkeysOf(tx, userId)).length)
}

const unknownPasskey = () =>
  new Failure('not_found', 'There is no such passkey, or it was removed before', { details: { field: 'passkeyId' } })

export const nameOwnPasskey = (at: WorldAt, { user }: SignedIn, passkeyId: string, name: string): Promise<void> =>
  at.write(async (tx) => {
    const checked = checkedName(name) || refuse('name', 'Give the passkey a name')
    if (!(await renamePasskey(tx, user.user_id, passkeyId, checked))) throw unknownPasskey()
  })

/** Weakens the account, which a stolen or forgotten session must not be enough for (threats row 132). */
export const removeOwnPasskey = async (
  at: WorldAt,
  user: SignedIn,
  { passkeyId, password }: { readonly passkeyId: string; readonly password: string },
  actor: Actor,
): Promise<void> => {
  await requirePresence(at, user, password)
  await at.write(async (tx) => {
    const removed = await removePasskey(tx, user.user.user_id, passkeyId)
    if (!removed) throw unknownPasskey()
    // Whoever took the passkey may have signed in with it; the session that removes it goes on (threats row 406).
    await endSessionsOf(tx, user.user.user_id, { passkeyId, exceptHash: user.session.hash }, await tx.now())
    const detail = { passkeyId, name: removed.name }
    await recordAudit(at, tx, actor, { action: 'user.passkey-removed', subject: subjectOf(user), detail })
    const what = `the passkey “${nameInMail(removed.name)}” was removed from your account`
    await tellOwner(at, tx, user, { address: actor.address, what })
  })
}
