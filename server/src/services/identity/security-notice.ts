/** E-mails a person when their password, second step or passkeys change: if it was not them, they hear of it elsewhere. */
import { addSeconds } from '../../domain/clock.ts'
import type { Realm } from '../../domain/identity/realm.ts'
import { SECURITY_NOTICE_SECONDS } from '../../domain/limits.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { TenantTx } from '../../storage/handles.ts'
import type { UserRow } from '../../storage/identity/users.ts'
import { insertMessage } from '../../storage/outbox.ts'
import type { Actor } from '../audit-trail.ts'
import { newId, type World } from '../world.ts'
import { environmentNote, momentOf } from './messages.ts'
import type { SignedIn } from './sessions.ts'

/** Where the change came from, as far as it is known. */
interface Origin {
  readonly device?: string
  readonly address: string | null
}

/** `what` ends the sentence "At Alpine Jet …". Part of the transaction that makes the change. */
export const tellUser = async (
  world: World,
  tx: TenantTx,
  realm: Realm,
  user: Pick<UserRow, 'email' | 'name'>,
  { device, address }: Origin,
  what: string,
): Promise<void> => {
  const now = await tx.now()
  const name = nameInMail(realm.name)
  const places = [device, address && `address ${address}`].filter(Boolean)
  const from = places.length === 0 ? '' : `, from ${places.join(', ')}`
  await insertMessage(tx, {
    message_id: newId(world, 'msg'),
    recipient: user.email,
    subject: `At ${name} ${what}`,
    body: [
      `Hello ${nameInMail(user.name)},`,
      '',
      `at ${name}${environmentNote(realm)} ${what}, on ${momentOf(now)}${from}.`,
      '',
      'If that was you, or you asked for it, there is nothing to do. If not, sign in, change your password and sign out',
      'everywhere on your account page; if you cannot, ask an administrator at once.',
      '',
    ].join('\n'),
    created_at: now,
    expires_at: addSeconds(now, SECURITY_NOTICE_SECONDS),
  })
}

/** The person changed it themselves, in a session. */
export const tellOwner = (
  world: World,
  tx: TenantTx,
  realm: Realm,
  { user, session }: SignedIn,
  { address }: Actor,
  what: string,
): Promise<void> => tellUser(world, tx, realm, user, { device: session.device, address }, what)
