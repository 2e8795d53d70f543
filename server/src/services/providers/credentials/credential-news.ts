/**
 * Tells every change of an application's credentials: its owners by mail, and its confirmed phone by SMS, in the
 * transaction of the change. Whoever uses a stolen session cannot keep them from hearing of it (threats row 139).
 */
import { addSeconds } from '../../../domain/clock.ts'
import { DEVELOPERS_REALM_ID } from '../../../domain/identity/realm.ts'
import { NOTICE_SECONDS } from '../../../domain/limits.ts'
import { nameInMail } from '../../../domain/shown-text.ts'
import type { PlatformTx } from '../../../storage/handles.ts'
import type { ApplicationRow } from '../../../storage/oauth/applications.ts'
import { insertMessage } from '../../../storage/outbox.ts'
import { momentOf } from '../../identity/messages.ts'
import { newId, type Randomness } from '../../world.ts'
import { mailOwners } from '../staff-mail.ts'

interface CredentialChange {
  /** A sentence without its end: "A client secret that ends in 4f2A was made". */
  readonly what: string
  /** The person's name, or "The host". */
  readonly by: string
}

/** `application` as it was before the change: a phone that was confirmed hears of it, also where it is replaced. */
export const tellCredentialChange = async (
  world: Randomness,
  platform: PlatformTx,
  application: ApplicationRow,
  { what, by }: CredentialChange,
): Promise<void> => {
  const createdAt = await platform.now()
  const name = nameInMail(application.name)
  const how = `by ${nameInMail(by)}, on ${momentOf(createdAt)}`
  await mailOwners(world, platform, application, {
    subject: `The credentials of ${name} changed`,
    lines: [`${what}, ${how}.`, '', 'If nobody of you did this, end the secrets and write to support at once.'],
  })
  if (application.phone_confirmed_at === null || application.provider_id === null) return
  const message = {
    message_id: newId(world, 'msg'),
    recipient: application.phone_number,
    subject: 'SMS',
    body: `Airside, ${name}: ${what}, ${how}. If nobody of you did this, write to support at once.`,
    created_at: createdAt,
    expires_at: addSeconds(createdAt, NOTICE_SECONDS),
  }
  await insertMessage(platform.inTenant(DEVELOPERS_REALM_ID), message, 'sms')
}
