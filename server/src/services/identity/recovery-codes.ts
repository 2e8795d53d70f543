/** Recovery codes come with a second step: ten, shown once, each used once in its place, and made anew on request. */
import { Failure } from '../../domain/failure.ts'
import { newRecoveryCodes, readRecoveryCode, shownRecoveryCode } from '../../domain/identity/recovery-code.ts'
import { secretHash } from '../../domain/secret.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { recoveryCodeCounts, replaceRecoveryCodes, takeRecoveryCode } from '../../storage/identity/recovery-codes.ts'
import { hasSecondStep, lockUser } from '../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { WorldAt } from '../world.ts'
import { requirePresence } from './presence.ts'
import { tellOwner } from './security-notice.ts'
import { type SignedIn, subjectOf } from './sessions.ts'

const hashOf = (userId: string, code: string): string => secretHash(`recovery ${userId} ${code}`)

/** Makes ten and stores their hashes; what is returned is shown once. */
export const makeRecoveryCodes = async (at: WorldAt, tx: TenantTx, userId: string): Promise<string[]> => {
  const codes = newRecoveryCodes(at.randomBytes)
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOf(userId, code)),
  )
  return codes.map(shownRecoveryCode)
}

/** True once for each code. */
export const useRecoveryCode = async (tx: TenantTx, userId: string, typed: string): Promise<boolean> => {
  const code = readRecoveryCode(typed)
  return code !== null && takeRecoveryCode(tx, userId, hashOf(userId, code))
}

export const recoveryCodesLeft = async (at: WorldAt, userId: string): Promise<number> =>
  (await recoveryCodeCounts(at.read, [userId])).get(userId) ?? 0

/** The earlier ones stop working. */
export const renewRecoveryCodes = async (
  at: WorldAt,
  user: SignedIn,
  password: string,
  actor: Actor,
): Promise<string[]> => {
  await requirePresence(at, user, password)
  return at.write(async (tx) => {
    const row = await lockUser(tx, user.user.user_id)
    if (!row || !hasSecondStep(row)) {
      throw new Failure('invalid_request', 'Recovery codes come with a second step: set one up first')
    }
    const codes = await makeRecoveryCodes(at, tx, row.user_id)
    await recordAudit(at, tx, actor, { action: 'user.recovery-codes-renewed', subject: subjectOf(user) })
    await tellOwner(at, tx, user, { address: actor.address, what: 'new recovery codes were made for your sign-in' })
    return codes
  })
}
