/** Challenges for passkeys: each is valid for one purpose, one browser, a few minutes and one use. */

import { removeSome } from '../bounded-removal.ts'
import { isStillOpen } from '../engines/engine.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformTx, TenantTx } from '../handles.ts'

/** Adding a passkey to an account, or signing in with one. A challenge for one is not valid for the other. */
export type PasskeyPurpose = 'add' | 'sign-in'

declare module '../engines/tables.ts' {
  interface Tables {
    passkey_challenge: {
      tenant_id: string
      challenge: string
      purpose: PasskeyPurpose
      /** The hash of the session that adds a passkey, or of the cookie of the browser that signs in. */
      holder_hash: string
      expires_at: number
    }
  }
}

type ChallengeRow = Omit<Tables['passkey_challenge'], 'tenant_id'>

export const insertPasskeyChallenge = async (tx: TenantTx, challenge: ChallengeRow): Promise<void> => {
  await tx.db
    .insertInto('passkey_challenge')
    .values({ ...challenge, tenant_id: tx.tenantId })
    .execute()
}

/**
 * Deletes and returns the challenge, so that of several answers, in any process, only one gets it. An answer from
 * another browser does not use it up.
 */
export const takePasskeyChallenge = async (
  tx: TenantTx,
  { challenge, purpose, holder_hash }: Omit<ChallengeRow, 'expires_at'>,
): Promise<boolean> => {
  const taken = await tx.db
    .deleteFrom('passkey_challenge')
    .where('tenant_id', '=', tx.tenantId)
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('holder_hash', '=', holder_hash)
    .where(isStillOpen(tx))
    .returning('challenge')
    .executeTakeFirst()
  return taken !== undefined
}

export const removePasskeyChallengesBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'passkey_challenge', key: ['tenant_id', 'challenge'], by: 'expires_at', before: time }, most)
