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
import type { Visitor } from './sessions.ts'

/** Entries are final, so somebody who guesses without end must not fill the log. */
const MAX_FAILED_SIGN_INS_LOGGED_PER_HOUR = 200
const HOUR_SECONDS = 3600

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
 * Does the same for an account that exists and one that does not. The limit counts by network, so that nobody hides
 * behind the noise of another.
 */
export const recordFailedSignIn = (
  at: WorldAt,
  userId: string | undefined,
  { visitor, means }: { readonly visitor: Visitor; readonly means: SignInMeans },
): Promise<void> =>
  at.write(async (tx) => {
    const full = await spendAllowance(tx, {
      subject: `failed sign-ins ${at.tenantId} ${networkOf(visitor.address)}`,
      times: MAX_FAILED_SIGN_INS_LOGGED_PER_HOUR,
      seconds: HOUR_SECONDS,
    })
    if (full !== null) return
    const actor: Actor = { kind: 'system', id: null, address: visitor.address, requestId: visitor.requestId }
    const detail = { means, device: visitor.device, account: userId === undefined ? 'unknown' : 'known' }
    const subject = userId === undefined ? { kind: 'operator', id: at.tenantId } : { kind: 'user', id: userId }
    await recordAudit(at, tx, actor, { action: 'user.sign-in-failed', subject, detail })
  })
