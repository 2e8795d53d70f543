/** How administrators and the host help somebody back in, and require a second step of everybody. Each is audited and mailed. */
import { Failure } from '../../../domain/failure.ts'
import { normalEmail } from '../../../domain/identity/email-address.ts'
import { MAX_RESET_MAILS_PER_ADDRESS_AND_HOUR } from '../../../domain/limits.ts'
import { isBlank, isShowableText } from '../../../domain/shown-text.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import type { IdempotencyKey } from '../../../storage/idempotency.ts'
import { removePasskeysOf } from '../../../storage/identity/passkeys.ts'
import { removeRecoveryCodes } from '../../../storage/identity/recovery-codes.ts'
import { endSessionsOf } from '../../../storage/identity/sessions.ts'
import { changeUser, hasSecondStep, lockUser, type UserRow, userByEmail } from '../../../storage/identity/users.ts'
import { setSecondStepRequired } from '../../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { changeOnce } from '../../change-once.ts'
import type { WorldAt } from '../../world.ts'
import { spendOrRefuse } from '../allowance.ts'
import { NO_SECOND_STEP } from '../second-step.ts'
import { tellUser } from '../security-notice.ts'
import { type ResetLink, resetMailsByAdministrators, type SentReset, sendResetTo } from './password-reset.ts'

const MAX_REASON = 300

/** By id in the console, by e-mail address at the command line. */
export type Helped = { readonly userId: string } | { readonly email: string }

const lockHelped = async (tx: TenantTx, helped: Helped): Promise<UserRow> => {
  const found = 'userId' in helped ? helped.userId : (await userByEmail(tx, normalEmail(helped.email)))?.user_id
  const user = found === undefined ? undefined : await lockUser(tx, found)
  if (!user) throw new Failure('not_found', 'There is no such user here', { details: { field: 'userId' } })
  return user
}

const checkedReason = (text: string): string => {
  const reason = text.trim()
  if (isBlank(reason) || reason.length > MAX_REASON || !isShowableText(reason)) {
    const description = `Say in 1 to ${MAX_REASON} characters how you know who asks: it stands in the audit log`
    throw new Failure('invalid_request', description, { details: { field: 'reason' } })
  }
  return reason
}

const BY = { host: 'the host of this service', user: 'an administrator' } as const

const helperOf = ({ kind }: Actor): string => (kind === 'host' ? BY.host : BY.user)

/** Mails the user a link to choose a new password. Their sessions and second step stay until it is used. */
export const sendPasswordReset = async (
  at: WorldAt,
  { helped, linkTo }: { readonly helped: Helped; readonly linkTo: ResetLink },
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<SentReset | null> => {
  let sent: SentReset | null = null
  await changeOnce(at, key, async (tx) => {
    const user = await lockHelped(tx, helped)
    if (user.password_hash === null && actor.kind !== 'host') {
      const description = `${user.email} has no password yet: send the invitation again`
      throw new Failure('invalid_request', description, { details: { field: 'userId' } })
    }
    if (user.suspended_at !== null && actor.kind !== 'host') {
      const description = `${user.email} is suspended by whoever runs this service: a new password would not let them in`
      throw new Failure('invalid_request', description, { details: { field: 'userId' } })
    }
    if (actor.kind !== 'host') {
      const limit = `At most ${MAX_RESET_MAILS_PER_ADDRESS_AND_HOUR} links to a new password are sent to one address in an hour`
      await spendOrRefuse(tx, resetMailsByAdministrators(at, user.email), limit)
    }
    sent = await sendResetTo(at, tx, user, linkTo)
    await recordAudit(at, tx, actor, {
      action: 'user.reset-sent',
      subject: { kind: 'user', id: user.user_id },
      detail: { email: user.email },
    })
    return user.user_id
  })
  return sent
}

/** Ends authenticator, recovery codes, passkeys and sessions: the password alone signs in, and a new one can be set up. */
export const endSecondStepOf = async (
  at: WorldAt,
  { helped, reason }: { readonly helped: Helped; readonly reason: string },
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  const checked = checkedReason(reason)
  await changeOnce(at, key, async (tx) => {
    const user = await lockHelped(tx, helped)
    if (actor.kind === 'user' && actor.id === user.user_id) {
      const description = 'This is your own second step: end it in your account, with your password'
      throw new Failure('forbidden', description, { details: { field: 'userId' } })
    }
    const passkeys = await removePasskeysOf(tx, user.user_id)
    if (!hasSecondStep(user) && passkeys === 0) {
      throw new Failure('invalid_request', `${user.email} has no second step`, { details: { field: 'userId' } })
    }
    await changeUser(tx, user.user_id, NO_SECOND_STEP)
    await removeRecoveryCodes(tx, user.user_id)
    await endSessionsOf(tx, user.user_id, {}, await tx.now())
    const detail = { email: user.email, reason: checked, passkeys }
    await recordAudit(at, tx, actor, {
      action: 'user.second-step-ended',
      subject: { kind: 'user', id: user.user_id },
      detail,
    })
    const what = `the second step of your sign-in was ended by ${helperOf(actor)}`
    await tellUser(at, tx, user, { address: actor.address, what })
    return user.user_id
  })
}

export const requireSecondStepWithin = async (
  at: WorldAt,
  tx: TenantTx,
  isRequired: boolean,
  actor: Actor,
): Promise<void> => {
  if (!(await setSecondStepRequired(tx, isRequired))) return
  const action = isRequired ? 'operator.second-step-required' : 'operator.second-step-optional'
  await recordAudit(at, tx, actor, { action, subject: { kind: 'operator', id: at.tenantId } })
}

/**
 * From the next request on, a user who has neither a second step nor a passkey must set one up before anything else.
 */
export const requireSecondStep = async (
  at: WorldAt,
  isRequired: boolean,
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    await requireSecondStepWithin(at, tx, isRequired, actor)
    return null
  })
}
