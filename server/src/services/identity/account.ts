/** What a person changes about themselves: password, second step, personal grants; their passkeys are in passkeys.ts. */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import type { Realm } from '../../domain/identity/realm.ts'
import { base32, fromBase32, otpauthUri, TOTP_SECRET_BYTES, totpStep } from '../../domain/identity/totp.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../domain/limits.ts'
import { endSessionsOf } from '../../storage/identity/sessions.ts'
import { changeUser, claimTotpStep } from '../../storage/identity/users.ts'
import { endGrant } from '../../storage/oauth/grants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { World } from '../world.ts'
import { claimGuess, guessedRight } from './guess-brake.ts'
import { checkedPassword, hashPassword, isPassword } from './password.ts'
import { tellOwner } from './security-notice.ts'
import type { SignedIn } from './sessions.ts'

/** Guessed under a brake like at sign-in: whoever finds a session open must not find the password with it. */
const requirePassword = async (world: World, realm: Realm, person: SignedIn, password: string): Promise<void> => {
  const { user, session } = person
  const guesser = { who: `password ${user.email}`, from: `session ${session.hash}` }
  const wait = await world.storage.writeTenant(realm.tenantId, (tx) => claimGuess(tx, guesser))
  if (wait > 0) throw new Failure('invalid_request', `There were too many tries: wait ${wait} seconds, then try again`)
  if (user.password_hash === null || !(await isPassword(password, user.password_hash))) {
    throw new Failure('invalid_request', 'The current password is wrong', { details: { field: 'currentPassword' } })
  }
  await world.storage.writeTenant(realm.tenantId, (tx) => guessedRight(tx, guesser))
}

/** Signed in a moment ago, with whatever: the person is still at the keyboard. */
export const isRecentSignIn = (world: World, realm: Realm, { session }: SignedIn): boolean =>
  addSeconds(session.created_at, RECENT_SIGN_IN_SECONDS) > world.now(realm.tenantId)

/** Who opens a new way in shows to be the person themselves: by a sign-in a moment ago, or by the password. */
export const requirePresence = async (
  world: World,
  realm: Realm,
  person: SignedIn,
  password: string,
): Promise<void> => {
  if (isRecentSignIn(world, realm, person)) return
  if (password === '') {
    throw new Failure('invalid_request', 'Type your current password: you signed in a while ago', {
      details: { field: 'currentPassword' },
    })
  }
  await requirePassword(world, realm, person, password)
}

export const subjectOf = (person: SignedIn) => ({ kind: 'user', id: person.user.user_id })

/** Signs out everywhere else: whoever knew the old password is gone. */
export const changePassword = async (
  world: World,
  realm: Realm,
  person: SignedIn,
  change: { readonly current: string; readonly next: string },
  actor: Actor,
): Promise<void> => {
  await requirePassword(world, realm, person, change.current)
  const password_hash = await hashPassword(world, checkedPassword(change.next))
  await world.storage.writeTenant(realm.tenantId, async (tx) => {
    await changeUser(tx, person.user.user_id, { password_hash })
    await endSessionsOf(tx, person.user.user_id, { exceptHash: person.session.hash }, await tx.now())
    await recordAudit(world, tx, actor, 'user.password-changed', subjectOf(person), {})
    await tellOwner(world, tx, realm, person, actor, 'your password was changed')
  })
}

export interface SecondStepEnrolment {
  readonly secret: string
  readonly otpauthUri: string
}

export const enrolmentOf = (realm: Realm, person: SignedIn, secret: string): SecondStepEnrolment => ({
  secret,
  otpauthUri: otpauthUri(secret, `Airside ${realm.name}`, person.user.email),
})

export const startSecondStep = async (world: World, realm: Realm, person: SignedIn): Promise<void> => {
  if (person.user.totp_confirmed_at !== null) throw new Failure('invalid_request', 'The second step is on already')
  const totp_secret = base32(world.randomBytes(TOTP_SECRET_BYTES))
  await world.storage.writeTenant(realm.tenantId, (tx) =>
    changeUser(tx, person.user.user_id, { totp_secret, totp_confirmed_at: null, totp_last_step: null }),
  )
}

/** Counts from the first code that fits: who cannot read the secret back has not set it up. */
export const confirmSecondStep = (
  world: World,
  realm: Realm,
  person: SignedIn,
  code: string,
  actor: Actor,
): Promise<void> =>
  world.storage.writeTenant(realm.tenantId, async (tx) => {
    const { user_id, totp_secret, totp_confirmed_at } = person.user
    const now = await tx.now()
    const step =
      totp_secret === null || totp_confirmed_at !== null ? null : totpStep(fromBase32(totp_secret), code, now)
    if (step === null || !(await claimTotpStep(tx, user_id, step))) {
      throw new Failure('invalid_request', 'The code does not fit: wait for the next one and type that', {
        details: { field: 'code' },
      })
    }
    await changeUser(tx, user_id, { totp_confirmed_at: now })
    await recordAudit(world, tx, actor, 'user.second-step-on', subjectOf(person), {})
    await tellOwner(world, tx, realm, person, actor, 'a second step was set up for your sign-in')
  })

export const cancelSecondStep = (world: World, realm: Realm, person: SignedIn): Promise<void> =>
  world.storage.writeTenant(realm.tenantId, async (tx) => {
    if (person.user.totp_confirmed_at === null) await changeUser(tx, person.user.user_id, { totp_secret: null })
  })

export const endSecondStep = async (
  world: World,
  realm: Realm,
  person: SignedIn,
  password: string,
  actor: Actor,
): Promise<void> => {
  await requirePassword(world, realm, person, password)
  await world.storage.writeTenant(realm.tenantId, async (tx) => {
    await changeUser(tx, person.user.user_id, { totp_secret: null, totp_confirmed_at: null, totp_last_step: null })
    await recordAudit(world, tx, actor, 'user.second-step-off', subjectOf(person), {})
    await tellOwner(world, tx, realm, person, actor, 'the second step of your sign-in was ended')
  })
}

/** A person ends what they allowed for themselves; an operator's grants are not theirs to end here. */
export const endPersonalGrant = (
  world: World,
  realm: Realm,
  person: SignedIn,
  grantId: string,
  actor: Actor,
): Promise<void> =>
  world.storage.writeTenant(realm.tenantId, async (tx) => {
    const ended = await endGrant(tx, grantId, person.user.user_id, await tx.now())
    if (!ended) throw new Failure('not_found', 'There is no such connection, or it was ended before')
    const detail = { clientId: ended.client_id, scopes: ended.scopes }
    await recordAudit(world, tx, actor, 'grant.ended', { kind: 'grant', id: grantId }, detail)
  })
