/**
 * E-mails a user when their password, TOTP or passkeys change, so that they learn of a change made by somebody else.
 */
import { addSeconds } from '../../domain/clock.ts'
import type { Realm } from '../../domain/identity/realm.ts'
import { SECURITY_NOTICE_SECONDS } from '../../domain/limits.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { insertMessage } from '../../storage/outbox.ts'
import type { Actor } from '../audit-trail.ts'
import { newId, type World } from '../world.ts'
import { environmentNote, momentOf } from './messages.ts'
import type { SignedIn } from './sessions.ts'

/** `what` ends the sentence "At Alpine Jet …". Runs in the transaction that makes the change. */
export const tellOwner = async (
  world: World,
  tx: TenantTx,
  realm: Realm,
  { user, session }: SignedIn,
  { address }: Actor,
  what: string,
): Promise<void> => {
  const now = await tx.now()
  const name = nameInMail(realm.name)
  const from = [session.device, address && `address ${address}`].filter(Boolean).join(', ')
  await insertMessage(tx, {
    message_id: newId(world, 'msg'),
    recipient: user.email,
    subject: `At ${name} ${what}`,
    body: [
      `Hello ${nameInMail(user.name)},`,
      '',
      `at ${name}${environmentNote(realm)} ${what}, on ${momentOf(now)}, from ${from}.`,
      '',
      'If that was you, there is nothing to do. If not, sign in, change your password and sign out everywhere on your',
      'account page; if you cannot, ask an administrator at once.',
      '',
    ].join('\n'),
    created_at: now,
    expires_at: addSeconds(now, SECURITY_NOTICE_SECONDS),
  })
}
