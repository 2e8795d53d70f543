/** Mails about an export to every administrator who can sign in. They are about security: nobody chooses to miss them. */
import { addSeconds } from '../../../domain/clock.ts'
import { environmentNote } from '../../../domain/identity/realm.ts'
import { nameInMail } from '../../../domain/shown-text.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { administrators, canSignIn } from '../../../storage/identity/users.ts'
import { insertMessage } from '../../../storage/outbox.ts'
import { newId, type WorldAt } from '../../world.ts'

const EXPORT_PAGE = '/console/export'

export interface ExportMail {
  readonly title: string
  /** Names of people in them are made safe for mails by the caller. */
  readonly lines: readonly string[]
  /** How long it is worth sending. */
  readonly seconds: number
  readonly origin: string
}

export const mailAdministrators = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  { title, lines, seconds, origin }: ExportMail,
): Promise<void> => {
  const now = await tx.now()
  const operator = nameInMail(at.realm.name)
  for (const user of (await administrators(tx)).filter(canSignIn)) {
    await insertMessage(tx, {
      message_id: newId(at, 'msg'),
      recipient: user.email,
      subject: `${operator}: ${title}`,
      body: [
        `Hello ${nameInMail(user.name)},`,
        '',
        `at ${operator}${environmentNote(at.realm)}: ${title}.`,
        ...lines,
        '',
        'See it in the console:',
        `${origin}${EXPORT_PAGE}`,
        '',
      ].join('\n'),
      created_at: now,
      expires_at: addSeconds(now, seconds),
    })
  }
}
