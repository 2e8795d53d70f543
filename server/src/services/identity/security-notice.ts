/** E-mails a user when their password, second step or passkeys change: if it was not them, they hear of it elsewhere. */
import { addSeconds } from '../../domain/clock.ts'
import { environmentNote } from '../../domain/identity/realm.ts'
import { SECURITY_NOTICE_SECONDS } from '../../domain/limits.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { TenantTx } from '../../storage/handles.ts'
import type { UserRow } from '../../storage/identity/users.ts'
import { insertMessage } from '../../storage/outbox.ts'
import { newId, type WorldAt } from '../world.ts'
import { momentOf } from './messages.ts'
import type { SignedIn } from './sessions.ts'

interface Notice {
  /** Ends the sentence "At Alpine Jet …". */
  readonly what: string
  /** Where the change came from, as far as it is known. */
  readonly device?: string
  readonly address: string | null
}

/** Part of the transaction that makes the change. */
export const tellUser = async (
  at: Pick<WorldAt, 'realm' | 'randomBytes'>,
  tx: TenantTx,
  user: Pick<UserRow, 'email' | 'name'>,
  { what, device, address }: Notice,
): Promise<void> => {
  const now = await tx.now()
  const name = nameInMail(at.realm.name)
  const places = [device, address && `address ${address}`].filter(Boolean)
  const from = places.length === 0 ? '' : `, from ${places.join(', ')}`
  await insertMessage(tx, {
    message_id: newId(at, 'msg'),
    recipient: user.email,
    subject: `At ${name} ${what}`,
    body: [
      `Hello ${nameInMail(user.name)},`,
      '',
      `at ${name}${environmentNote(at.realm)} ${what}, on ${momentOf(await tx.realNow())}${from}.`,
      '',
      'If that was you, or you asked for it, there is nothing to do. If not, sign in, change your password and sign out',
      'everywhere on your account page; if you cannot, ask an administrator at once.',
      '',
    ].join('\n'),
    created_at: now,
    expires_at: addSeconds(now, SECURITY_NOTICE_SECONDS),
  })
}

/** The user changed it themselves, in a session. */
export const tellOwner = (
  at: WorldAt,
  tx: TenantTx,
  { user, session }: SignedIn,
  notice: Pick<Notice, 'what' | 'address'>,
): Promise<void> => tellUser(at, tx, user, { ...notice, device: session.device })
