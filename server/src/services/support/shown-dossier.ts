/**
 * What a member of staff saw before deciding, as one digest for each thing (threats row 135). The digests travel to the
 * page and come back with the decision (`shown-digest`).
 */
import { hash } from 'node:crypto'
import { userError } from '../../domain/user-error.ts'
import type { PlatformReader, PlatformTx } from '../../storage/handles.ts'
import { type ApplicationRow, applicationLogo } from '../../storage/oauth/applications.ts'
import { applicationMessages } from '../../storage/providers/application-messages.ts'
import { providerById } from '../../storage/providers/providers.ts'
import { evidenceOf, type UseReader } from '../providers/evidence.ts'
import { changedSince, type Shown, writtenDigest } from '../shown-digest.ts'

/** Beyond what this file ever writes. */
const MAX_DIGEST = 4000

const shownRegistration = async (
  platform: PlatformReader,
  application: ApplicationRow,
): Promise<[string, unknown][]> => {
  const logo = await applicationLogo(platform, application.client_id)
  const provider = application.provider_id === null ? null : await providerById(platform, application.provider_id)
  return [
    ['name', application.name],
    ['redirect URIs', application.redirect_uri_list],
    ['connect address', application.connect_url],
    ['description', application.description],
    ['website', application.website],
    ['contact', application.contact],
    ['phone number', application.phone_number],
    ['logo', logo ? hash('sha256', logo.bytes, 'base64url') : null],
    ['company', provider?.name ?? null],
    ['scopes beyond its kind', [application.extra_scopes, application.extra_scopes_until]],
  ]
}

/**
 * Of evidence, whether each line is met: its counts move with every request, so that an application in use could never
 * be decided on.
 */
const shownOf = async (store: UseReader, application: ApplicationRow, now: number): Promise<Shown> => {
  const lines = await evidenceOf(store, application, now)
  const [lastMessage] = await applicationMessages(store.platform, application.client_id, 1)
  return new Map([
    ...(await shownRegistration(store.platform, application)),
    ...lines.map(({ label, isMet }): [string, unknown] => [`evidence “${label}”`, isMet]),
    ['messages', lastMessage?.message_id ?? null],
  ])
}

/** What support sees of the application now, for the page that decides. */
export const shownDigest = async (store: UseReader, application: ApplicationRow, now: number): Promise<string> =>
  writtenDigest(await shownOf(store, application, now))

/** Compares with what was seen, in the transaction that decides. The caller holds the application's lock. */
export const requireAsSeen = async (
  platform: PlatformTx,
  application: ApplicationRow,
  seenDigest: string,
): Promise<void> => {
  const unknown = () =>
    userError('VALIDATION', 'seenDigest is the shownDigest of the application that you saw', ['seenDigest'])
  if (seenDigest.length > MAX_DIGEST) throw unknown()
  const store: UseReader = { platform, tenant: (tenantId) => platform.inTenant(tenantId) }
  const shown = await shownOf(store, application, await platform.now())
  if (seenDigest.split('.').length > shown.size) throw unknown()
  const changed = changedSince(shown, seenDigest)
  if (changed.length === 0) return
  const what = `Changed since you looked: ${changed.join(', ')}`
  throw userError('ILLEGAL_TRANSITION', `${what}. Look at it again, nothing was recorded`, ['seenDigest'])
}
