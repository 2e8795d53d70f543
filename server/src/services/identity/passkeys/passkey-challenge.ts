/** Challenges for passkeys: each is made for one browser and spent by the first answer. */
import { addSeconds } from '../../../domain/clock.ts'
import { PASSKEY_CHALLENGE_SECONDS } from '../../../domain/limits.ts'
import {
  insertPasskeyChallenge,
  type PasskeyPurpose,
  takePasskeyChallenge,
} from '../../../storage/identity/passkey-challenges.ts'
import type { WorldAt } from '../../world.ts'

const CHALLENGE_BYTES = 32

export const openChallenge = async (at: WorldAt, purpose: PasskeyPurpose, holderHash: string): Promise<string> => {
  const challenge = Buffer.from(at.randomBytes(CHALLENGE_BYTES)).toString('base64url')
  await at.write(async (tx) => {
    const expires_at = addSeconds(await tx.now(), PASSKEY_CHALLENGE_SECONDS)
    await insertPasskeyChallenge(tx, { challenge, purpose, holder_hash: holderHash, expires_at })
  })
  return challenge
}

/** Committed before the answer is verified, so that the challenge is spent in any case. */
export const spendChallenge = (
  at: WorldAt,
  purpose: PasskeyPurpose,
  holderHash: string,
  challenge: string,
): Promise<boolean> => at.write((tx) => takePasskeyChallenge(tx, { challenge, purpose, holder_hash: holderHash }))
