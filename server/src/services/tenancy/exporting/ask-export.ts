/** An administrator asks for everything that the operator holds, once a day. A background job makes it (ADR 177). */
import { addSeconds } from '../../../domain/clock.ts'
import { EXPORT_SECONDS, SECURITY_NOTICE_SECONDS } from '../../../domain/limits.ts'
import { nameInMail } from '../../../domain/shown-text.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import { userError } from '../../../domain/user-error.ts'
import type { IdempotencyKey } from '../../../storage/idempotency.ts'
import { userName } from '../../../storage/identity/users.ts'
import { exportOf, insertExport } from '../../../storage/tenancy/carrying/asked-exports.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { changeOnce } from '../../change-once.ts'
import { momentOf } from '../../identity/messages.ts'
import { newId, type WorldAt } from '../../world.ts'
import { mailAdministrators } from './export-mails.ts'

export interface ExportQuestion {
  readonly userId: string
  readonly actor: Actor
  /** Where the operator's pages are, for the link in the mail. */
  readonly origin: string
  readonly key: IdempotencyKey | null
}

/** Every administrator is told at once: whoever takes an account over cannot take everything along in silence. */
export const askExport = async (at: WorldAt<Tenant>, { userId, actor, origin, key }: ExportQuestion): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    const exportId = newId(at, 'exp')
    if (!(await insertExport(tx, { export_id: exportId, asked_by: userId }))) {
      const free = addSeconds((await exportOf(tx))?.asked_at ?? (await tx.realNow()), EXPORT_SECONDS)
      throw userError('LIMIT_EXCEEDED', `One export a day is made: the next one from ${momentOf(free)} on`)
    }
    const subject = { kind: 'operator', id: at.realm.operatorId }
    await recordAudit(at, tx, actor, { action: 'operator.export-asked', subject, detail: { exportId } })
    await mailAdministrators(at, tx, {
      title: 'an export was asked for',
      lines: [
        `${nameInMail(await userName(tx, userId))} asked for files with all records, people, settings and logs. Passwords, keys and tokens are not in them.`,
        'Administrators can take them for a day, once they are made.',
        'If you did not expect this, talk to them, or remove their account in the console.',
      ],
      seconds: SECURITY_NOTICE_SECONDS,
      origin,
    })
    return exportId
  })
}
