/**
 * Gives a notice: a row in the bell and a mail for each user who is told, in the caller's transaction. The cause is
 * unique, so that what several processes find at the same moment is told once.
 */
import { addSeconds } from '../../domain/clock.ts'
import { environmentNote, type Realm } from '../../domain/identity/realm.ts'
import { userScopes } from '../../domain/identity/user-scopes.ts'
import { NOTICE_SECONDS } from '../../domain/limits.ts'
import { audienceOf, isMailed, type Notice, placeFor } from '../../domain/notices/notice.ts'
import { scopesIn } from '../../domain/scopes.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { canSignIn, peopleOf, type UserRow } from '../../storage/identity/users.ts'
import { insertNotice, quietUsers, unmailedKinds } from '../../storage/notices/notices.ts'
import { insertMessage } from '../../storage/outbox.ts'
import { newId, type Randomness } from '../world.ts'

/** Where the notice belongs; `origin` is null where the caller does not know the operator's address. */
export interface NoticeRealm extends Randomness {
  readonly realm: Realm
  readonly origin: string | null
}

const scopesOf = ({ role_list }: UserRow): ReadonlySet<string> => new Set(scopesIn(userScopes(role_list.split(' '))))

/** Who cannot sign in cannot act on it: an invited user gets no mail but the invitation, a suspended one none. */
const recipients = async (tx: TenantTx, notice: Notice): Promise<UserRow[]> => {
  const people = await peopleOf(tx)
  const quiet = notice.subject === undefined ? new Set() : await quietUsers(tx, notice.subject)
  const told = people.filter(
    (user) =>
      canSignIn(user) && !quiet.has(user.user_id) && isMailed(notice, { userId: user.user_id, scopes: scopesOf(user) }),
  )
  const unmailed = await unmailedKinds(
    tx,
    told.map(({ user_id }) => user_id),
  )
  return told.filter(({ user_id }) => unmailed.get(user_id)?.has(notice.kind) !== true)
}

const mailText = ({ realm, origin }: NoticeRealm, notice: Notice, user: UserRow): string => {
  const { title, text } = notice.words(nameInMail)
  const where =
    origin === null ? [] : ['', 'See it in the console:', `${origin}/console${placeFor(user.user_id, notice)}`]
  return [
    `Hello ${nameInMail(user.name)},`,
    '',
    `at ${nameInMail(realm.name)}${environmentNote(realm)}: ${title}.`,
    text,
    ...where,
    '',
    'You choose on your account page which notices come by mail.',
    '',
  ].join('\n')
}

/** False where the cause was told before. */
export const giveNotice = async (place: NoticeRealm, tx: TenantTx, notice: Notice): Promise<boolean> => {
  const { kind, cause, userId, madeBy } = notice
  const isNew = await insertNotice(tx, {
    notice_id: newId(place, 'ntc'),
    kind,
    cause,
    scope: audienceOf(notice),
    user_id: userId,
    made_by: madeBy,
    subject: notice.subject ?? null,
    place: notice.place,
    ...notice.words((name) => name),
  })
  if (!isNew) return false
  const now = await tx.now()
  const subject = `${nameInMail(place.realm.name)}: ${notice.words(nameInMail).title}`
  for (const user of await recipients(tx, notice)) {
    await insertMessage(tx, {
      message_id: newId(place, 'msg'),
      recipient: user.email,
      subject,
      body: mailText(place, notice, user),
      created_at: now,
      expires_at: addSeconds(now, NOTICE_SECONDS),
    })
  }
  return true
}
