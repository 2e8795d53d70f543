/**
 * The logbook of a user who was removed is kept for 30 days, and a mail says how they take it along (ADR 209). Whoever
 * has the code of the mail takes this one logbook, and can do nothing else with it.
 */
import { addSeconds } from '../../../domain/clock.ts'
import { Failure } from '../../../domain/failure.ts'
import { environmentNote, type Realm } from '../../../domain/identity/realm.ts'
import { KEPT_LOGBOOK_SECONDS } from '../../../domain/limits.ts'
import { KEPT_LOGBOOK_PATH } from '../../../domain/operations/logbook/logbook-path.ts'
import { randomText, secretHash } from '../../../domain/secret.ts'
import { nameInMail } from '../../../domain/shown-text.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import type { UserRow } from '../../../storage/identity/users.ts'
import { insertKeptLogbook, keptLogbookOf, noteTakenOn } from '../../../storage/operations/logbook/kept-logbooks.ts'
import { entryCount } from '../../../storage/operations/logbook/logbook-entries.ts'
import { insertMessage } from '../../../storage/outbox.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { momentOf } from '../../identity/messages.ts'
import { newId, type Randomness, type WorldAt } from '../../world.ts'
import { LINK_SECRET_LENGTH } from '../link-asker.ts'

/** Where somebody is removed, and the address at which their logbook is taken. */
export interface LeftRealm extends Randomness {
  readonly realm: Realm
  readonly origin: string
}

interface KeptMail {
  readonly user: Pick<UserRow, 'email' | 'name'>
  readonly count: number
  readonly code: string
  readonly expiresAt: number
}

const textOf = ({ realm, origin }: LeftRealm, { user, count, code, expiresAt }: KeptMail): string =>
  [
    `Hello ${nameInMail(user.name)},`,
    '',
    `you are no longer a user of ${nameInMail(realm.name)} on Airside${environmentNote(realm)}. Your logbook there`,
    `(${count === 1 ? 'one entry' : `${count} entries`}) is yours. Open this page and save it as a table:`,
    `${origin}${KEPT_LOGBOOK_PATH}#${code}`,
    '',
    'If it asks for a code, type this one:',
    code,
    '',
    `It can be saved until ${momentOf(expiresAt)}; then it is removed. Whoever has this message can save your logbook:`,
    'do not pass it on.',
    '',
  ].join('\n')

/** Part of the transaction that removes the user. Nothing is sent where there is no entry. */
export const keepLogbook = async (at: LeftRealm, tx: TenantTx, user: UserRow, actor: Actor): Promise<void> => {
  const count = await entryCount(tx, user.user_id)
  if (count === 0) return
  const code = randomText(LINK_SECRET_LENGTH, at.randomBytes)
  // By the world's time, in which mails are read, whatever the clock of a sandbox says.
  const expiresAt = addSeconds(await tx.realNow(), KEPT_LOGBOOK_SECONDS)
  await insertKeptLogbook(tx, { user_id: user.user_id, code_hash: secretHash(code), expires_at: expiresAt })
  const now = await tx.now()
  await insertMessage(tx, {
    message_id: newId(at, 'msg'),
    recipient: user.email,
    subject: `Your logbook at ${nameInMail(at.realm.name)}`,
    body: textOf(at, { user, count, code, expiresAt }),
    created_at: now,
    expires_at: addSeconds(now, KEPT_LOGBOOK_SECONDS),
  })
  const subject = { kind: 'user', id: user.user_id }
  await recordAudit(at, tx, actor, { action: 'user.logbook-sent', subject, detail: { email: user.email } })
}

export interface KeptUse {
  readonly code: string
  readonly address: string
  readonly requestId: string
}

/** One answer for all: whoever tries a code that does not work learns nothing of why. */
const noSuchCode = (): Failure =>
  new Failure('not_found', 'There is no logbook for this code, or its 30 days are over', { details: { field: 'code' } })

/** Whose logbook a code opens. The first of a day is logged. */
export const openKeptLogbook = async (at: WorldAt, { code, address, requestId }: KeptUse): Promise<string> => {
  const given = code.trim()
  if (given.length !== LINK_SECRET_LENGTH) throw noSuchCode()
  const now = at.realNow()
  const kept = await keptLogbookOf(at.read, secretHash(given), now)
  if (!kept) throw noSuchCode()
  const day = new Date(now).toISOString().slice(0, 10)
  if (kept.taken_on === day) return kept.user_id
  const subject = { kind: 'user', id: kept.user_id }
  await at.write(async (tx) => {
    if (!(await noteTakenOn(tx, kept.code_hash, day))) return
    const actor: Actor = { kind: 'user', id: kept.user_id, address, requestId }
    await recordAudit(at, tx, actor, { action: 'user.logbook-taken', subject, detail: { day } })
  })
  return kept.user_id
}
