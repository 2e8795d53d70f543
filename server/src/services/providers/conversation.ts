/** Messages between a provider and support about an application; each is also a mail (portals §5). */
import { isBlank, isShowableLine, isShowableText, nameInMail, UNSHOWABLE_MESSAGE } from '../../domain/shown-text.ts'
import { userError } from '../../domain/user-error.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { nameOf } from '../../storage/identity/users.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { insertApplicationMessage } from '../../storage/providers/application-messages.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { newId, type Randomness, type WorldAt } from '../world.ts'
import type { ByMember } from './members.ts'
import { lockOwn } from './own-application.ts'
import { mailMembers, mailStaff } from './staff-mail.ts'

const MAX_MESSAGE = 4000

const checked = (text: string, field: string, most: number, isShowable: (text: string) => boolean): string => {
  const trimmed = text.trim()
  if (isBlank(trimmed) || trimmed.length > most) {
    throw userError('VALIDATION', `The ${field} has 1 to ${most} characters`, [field])
  }
  if (!isShowable(trimmed)) throw userError('VALIDATION', `The ${field} ${UNSHOWABLE_MESSAGE}`, [field])
  return trimmed
}

export const checkedText = (text: string, field: string, most = MAX_MESSAGE): string =>
  checked(text, field, most, isShowableText)

/** Of one line: what is listed, ticked or stands in a heading. */
export const checkedLine = (text: string, field: string, most: number): string =>
  checked(text, field, most, isShowableLine)

export interface Author {
  readonly kind: 'provider' | 'support'
  readonly id: string
  readonly name: string
}

/** Text of people in a mail: each line is quoted, so that none reads as ours. */
export const quoted = (text: string): string[] => text.split(/\r\n?|\n/).map((each) => `> ${each}`)

/** The caller holds the application's lock. Tells the other side by mail. */
export const addMessage = async (
  world: Randomness,
  platform: PlatformTx,
  application: ApplicationRow,
  { author, text }: { readonly author: Author; readonly text: string },
): Promise<void> => {
  await insertApplicationMessage(platform, {
    message_id: newId(world, 'mes'),
    client_id: application.client_id,
    at: await platform.now(),
    author_kind: author.kind,
    author_id: author.id,
    author_name: author.name,
    text,
  })
  const name = nameInMail(application.name)
  const lines = [`${nameInMail(author.name)} wrote about ${name}:`, '', ...quoted(text)]
  const notice = { subject: `A message about ${name}`, lines }
  if (author.kind === 'provider') await mailStaff(world, platform, application, notice)
  else await mailMembers(world, platform, application, notice)
}

export const writeAsMember = async (
  at: WorldAt,
  given: { readonly clientId: string; readonly text: string },
  { by }: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  const text = checkedText(given.text, 'text')
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await lockOwn(platform, by.provider.provider_id, given.clientId)
    const author = { kind: 'provider', id: by.user.user_id, name: nameOf(by.user) } as const
    await addMessage(at, platform, application, { author, text })
    return given.clientId
  })
}
