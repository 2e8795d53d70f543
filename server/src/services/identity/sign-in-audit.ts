/**
 * Sign-ins in the audit log: who came in, from where and how, and whose sign-in failed. What was typed for an account
 * that does not exist is not kept: it may be somebody's password in the wrong field (threats row 63).
 */
import type { SignInMeans } from '../../domain/identity/sign-in-means.ts'
import type { TenantTx } from '../../storage/handles.ts'
import type { UserRow } from '../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { WorldAt } from '../world.ts'
import { spendAllowance } from './allowance.ts'
import { networkOf } from './guess-brake.ts'
import { tellUser } from './security-notice.ts'
import type { Visitor } from './sessions.ts'

/** Entries are final, so somebody who guesses without end must not fill the log. */
const MAX_FAILED_SIGN_INS_LOGGED_PER_HOUR = 200
/** Of all networks: beyond it one entry an hour says that there were more. */
const MAX_FAILED_SIGN_INS_LOGGED_OF_ALL = 500
const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

export const recordSignIn = (
  at: WorldAt,
  tx: TenantTx,
  { user_id }: Pick<UserRow, 'user_id'>,
  { visitor, means }: { readonly visitor: Visitor; readonly means: SignInMeans },
): Promise<void> => {
  const actor: Actor = { kind: 'user', id: user_id, address: visitor.address, requestId: visitor.requestId }
  const detail = { means, device: visitor.device }
  return recordAudit(at, tx, actor, { action: 'user.signed-in', subject: { kind: 'user', id: user_id }, detail })
}

/**
 * Does the same for an account that exists and one that does not. A network has a limit of its own, so that nobody hides
 * behind the noise of another; what many networks try beyond the limit of all is one entry an hour.
 */
export const recordFailedSignIn = (
  at: WorldAt,
  userId: string | undefined,
  { visitor, means }: { readonly visitor: Visitor; readonly means: SignInMeans },
): Promise<void> =>
  at.write(async (tx) => {
    const isLogged = async (whose: string, times: number): Promise<boolean> => {
      const subject = `failed sign-ins ${at.tenantId} ${whose}`
      return (await spendAllowance(tx, { subject, times, seconds: HOUR_SECONDS })) === null
    }
    if (!(await isLogged(networkOf(visitor.address), MAX_FAILED_SIGN_INS_LOGGED_PER_HOUR))) return
    const actor: Actor = { kind: 'system', id: null, address: visitor.address, requestId: visitor.requestId }
    if (await isLogged('of all networks', MAX_FAILED_SIGN_INS_LOGGED_OF_ALL)) {
      const detail = { means, device: visitor.device, account: userId === undefined ? 'unknown' : 'known' }
      const subject = userId === undefined ? { kind: 'operator', id: at.tenantId } : { kind: 'user', id: userId }
      await recordAudit(at, tx, actor, { action: 'user.sign-in-failed', subject, detail })
    } else if (await isLogged('beyond the limit', 1)) {
      const subject = { kind: 'operator', id: at.tenantId }
      const detail = { means, account: 'many', listed: MAX_FAILED_SIGN_INS_LOGGED_OF_ALL }
      await recordAudit(at, tx, { ...actor, address: null }, { action: 'user.sign-in-failed', subject, detail })
    }
  })

/**
 * Mails the person whose password many guess, once a day. Nobody waits for it: an answer that came later would tell that
 * the account exists.
 */
export const tellOfManyGuesses = (at: WorldAt, user: UserRow): void => {
  const telling = at.outliving.write(async (tx) => {
    const subject = `many wrong passwords ${at.tenantId} ${user.user_id}`
    if ((await spendAllowance(tx, { subject, times: 1, seconds: DAY_SECONDS })) !== null) return
    const what = 'many wrong passwords were typed for your account, by browsers that you have not used there before'
    await tellUser(at, tx, user, { what, address: null })
  })
  void telling.catch(() => {})
}
