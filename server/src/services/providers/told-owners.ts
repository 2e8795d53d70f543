/**
 * Owners are mailed what connected operators are told, as often and in the same transaction: otherwise a member who is
 * no owner leads codes elsewhere by another redirect URI, and nobody of the company hears of it (threats row 267).
 */
import { DEVELOPERS_REALM_ID } from '../../domain/identity/realm.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { userName } from '../../storage/identity/users.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { momentOf } from '../identity/messages.ts'
import type { Randomness } from '../world.ts'
import type { RegistrationItems, RegistrationNews } from './registration-news.ts'
import { mailOwners } from './staff-mail.ts'

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  redirectUris: 'Redirect URIs',
  connectUrl: 'Connect address',
  website: 'Website',
  description: 'Description',
  logo: 'Logo',
}

/** Addresses as they are, so that owners can compare them; of a text that may be long only that it changed. */
const shown = ({ name, redirectUris, connectUrl, website }: RegistrationItems, item: string): readonly string[] => {
  if (item === 'name') return [nameInMail(name ?? '')]
  if (item === 'redirectUris') return redirectUris ?? []
  if (item === 'connectUrl') return [connectUrl ?? 'none']
  return item === 'website' ? [website ?? ''] : []
}

const linesOf = ({ before = {}, after = {} }: RegistrationNews, item: string): readonly string[] => {
  const label = LABELS[item] ?? item
  const [earlier, now] = [shown(before, item), shown(after, item)]
  if (now.length === 0) return [`${label}: see the developer portal`]
  return [`${label} before:`, ...earlier, `${label} now:`, ...now]
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

export const mailChangeToOwners = async (
  world: Randomness,
  tx: PlatformTx,
  application: ApplicationRow,
  { news, memberIds }: { readonly news: RegistrationNews; readonly memberIds: readonly string[] },
): Promise<void> => {
  const portal = tx.inTenant(DEVELOPERS_REALM_ID)
  const names: string[] = []
  for (const memberId of memberIds) names.push(nameInMail(await userName(portal, memberId)))
  const often = news.times === undefined ? '' : ` ${news.times} times`
  const name = nameInMail(application.name)
  await mailOwners(world, tx, application, {
    subject: `What operators see of ${name} changed`,
    lines: [
      `${name} was changed${often} by ${LIST.format(names)}; this is as of ${momentOf(await tx.now())}.`,
      '',
      ...news.changed.flatMap((item) => linesOf(news, item)),
      '',
      'If nobody of you wants this, change it back in the developer portal and write to support at once.',
      'What changes within the next hour is mailed together at its end.',
    ],
  })
}
