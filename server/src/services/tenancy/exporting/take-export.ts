/**
 * Takes a file of an export by its link. The link is no right: who takes it is an administrator who is signed in, when it
 * begins and at each part (threats row 212).
 */
import { addSeconds } from '../../../domain/clock.ts'
import { Failure } from '../../../domain/failure.ts'
import { EXPORT_SECONDS, MAX_EXPORT_DOWNLOADS_PER_DAY, RECENT_SIGN_IN_SECONDS } from '../../../domain/limits.ts'
import type { ExportFile } from '../../../domain/tenancy/asked-export.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { readSessionRights } from '../../../storage/identity/session-rights.ts'
import { exportsUntil, openExports } from '../../../storage/identity/sessions.ts'
import { isAdmin, lockUser } from '../../../storage/identity/users.ts'
import { exportOf, exportPart, filesOf } from '../../../storage/tenancy/carrying/asked-exports.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { spendOrHold } from '../../identity/allowance.ts'
import { isRecentSignIn } from '../../identity/presence.ts'
import { type SignedIn, sessionEnd } from '../../identity/sessions.ts'
import type { WorldAt } from '../../world.ts'

export interface FileWish {
  readonly exportId: string
  readonly name: string
  readonly by: SignedIn
  readonly actor: Actor
}

export interface TakenFile extends ExportFile {
  readonly madeAt: number
  readonly parts: AsyncIterable<Uint8Array>
}

const over = (): Failure =>
  new Failure('not_found', 'There is no such file: an export is there for a day. Ask for a new one in the console')

const requireAdministrator = (user: Parameters<typeof isAdmin>[0] | undefined): void => {
  if (!user || !isAdmin(user)) throw new Failure('forbidden', 'This file is for administrators')
}

/** Whoever is present opens the files for ten minutes, in the session that asked: a download has no place for a password. */
export const openFiles = (at: WorldAt<Tenant>, { session }: SignedIn): Promise<void> =>
  at.write(async (tx) => openExports(tx, session.hash, addSeconds(await tx.realNow(), RECENT_SIGN_IN_SECONDS)))

/** A session that was left open takes nothing (threats row 311). */
const requireOpened = async (at: WorldAt, tx: TenantTx, by: SignedIn): Promise<void> => {
  if (isRecentSignIn(at, by) || (await exportsUntil(tx, by.session.hash)) > (await tx.realNow())) return
  throw new Failure('forbidden', 'Save it on the page Export of the console, which asks for your password again')
}

/** Counts and logs it, then gives the parts, read where files have turns of their own. The world commits only while the session lasts (`rights-at-write`). */
export const takeFile = async (
  at: WorldAt<Tenant>,
  { exportId, name, by, actor }: FileWish,
  reading: WorldAt<Tenant>,
): Promise<TakenFile> => {
  const { file, madeAt } = await at.write(async (tx) => {
    requireAdministrator(await lockUser(tx, by.user.user_id))
    const asked = await exportOf(tx)
    if (asked?.export_id !== exportId || asked.made_at === null) throw over()
    if ((asked.expires_at ?? 0) <= (await tx.realNow())) throw over()
    const found = filesOf(asked).find((each) => each.name === name)
    if (!found) throw over()
    await requireOpened(at, tx, by)
    const allowance = { subject: `files of exports of ${at.tenantId}`, times: MAX_EXPORT_DOWNLOADS_PER_DAY }
    await spendOrHold(tx, { ...allowance, seconds: EXPORT_SECONDS }, 'Too many files were taken today')
    const subject = { kind: 'operator', id: at.realm.operatorId }
    await recordAudit(at, tx, actor, { action: 'operator.export-taken', subject, detail: { exportId, file: name } })
    return { file: found, madeAt: asked.made_at }
  })
  return { ...file, madeAt, parts: partsOf(reading, { exportId, file }, by) }
}

async function* partsOf(
  at: WorldAt<Tenant>,
  { exportId, file }: { readonly exportId: string; readonly file: ExportFile },
  { session }: SignedIn,
): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < file.partCount; number++) {
    const rights = await readSessionRights(at.read, session.hash)
    if (!rights || sessionEnd(rights) <= at.now()) throw new Failure('not_signed_in', 'Your session ended meanwhile')
    requireAdministrator(rights)
    const part = await exportPart(at.read, { exportId, file: file.name, number }, at.realNow())
    if (!part) throw over()
    yield part.bytes
  }
}
