/** Members register applications and change them; every rule answers at its field (portals §2). */
import { MAX_APPLICATIONS_PER_PROVIDER, MAX_LOGOS_PER_PROVIDER_AND_HOUR } from '../../domain/limits.ts'
import type { ApplicationMode } from '../../domain/oauth/application-mode.ts'
import { type UserError, UserErrors, userError } from '../../domain/user-error.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { type ApplicationRow, saveApplicationLogo } from '../../storage/oauth/applications.ts'
import {
  type ApplicationChange,
  changeApplication,
  countApplicationsOf,
} from '../../storage/providers/provider-applications.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { spendOrHold } from '../identity/allowance.ts'
import { encodeLogo } from '../oauth/application-logo.ts'
import { insertRegistration, type Registration } from '../oauth/applications.ts'
import { registrationProblems } from '../oauth/registration.ts'
import type { WorldAt } from '../world.ts'
import { tellOrGather } from './gathered-changes.ts'
import type { ByMember } from './members.ts'
import { lockOwn } from './own-application.ts'
import type { RegistrationItems, RegistrationNews } from './registration-news.ts'
import { wantSandbox } from './sandbox.ts'
import { giveUnusedNameBack, NAME_TAKEN, takeNameFor, type WishedName } from './taken-names.ts'

/** As the graph calls the items. */
const FIELDS: Readonly<Record<string, string>> = { personal: 'isPersonal', redirectUris: 'redirectUriList' }
export const graphNameOf = (item: string): string => FIELDS[item] ?? item

const refuseProblems = (registration: Registration, publicUrl: URL): void => {
  const problems = registrationProblems(registration, publicUrl).map(
    ({ field, message }): UserError => ({ code: 'VALIDATION', message, path: ['input', graphNameOf(field)] }),
  )
  if (problems.length > 0) throw new UserErrors(problems)
}

/** The caller holds the provider's lock. */
const refuseTooMany = async (tx: PlatformTx, providerId: string): Promise<void> => {
  if ((await countApplicationsOf(tx, providerId)) < MAX_APPLICATIONS_PER_PROVIDER) return
  throw userError('LIMIT_EXCEEDED', `A provider has at most ${MAX_APPLICATIONS_PER_PROVIDER} applications`)
}

const refuseTakenName = async (tx: PlatformTx, wished: WishedName): Promise<void> => {
  if (await takeNameFor(tx, wished)) return
  throw userError('VALIDATION', `The name ${NAME_TAKEN}`, ['input', 'name'])
}

/** The first registration also asks for the provider's sandbox operator. Returns the client id. */
export const registerForProvider = async (
  at: WorldAt,
  { registration, portal }: { readonly registration: Registration; readonly portal: URL },
  { by, actor }: ByMember,
  key: IdempotencyKey | null,
): Promise<string> => {
  refuseProblems(registration, portal)
  const { provider_id: providerId } = by.provider
  const { outcome } = await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    await wantSandbox(platform, { by })
    await refuseTooMany(platform, providerId)
    await refuseTakenName(platform, { providerId, name: registration.name, portal })
    return insertRegistration(at, platform, { registration, providerId }, actor)
  })
  return outcome
}

/** What may change later: everything but client id, kind, and the phone number, which has its own way. */
export type RegistrationChange = Partial<
  Pick<Registration, 'name' | 'redirectUris' | 'description' | 'contact' | 'website' | 'connectUrl'>
>

const registrationOf = (application: ApplicationRow): Registration => ({
  name: application.name,
  kind: application.kind,
  personal: application.personal === 1,
  redirectUris: JSON.parse(application.redirect_uri_list) as string[],
  description: application.description,
  phoneNumber: application.phone_number,
  contact: application.contact,
  website: application.website,
  connectUrl: application.connect_url,
  logo: null,
})

const columnsOf = (given: Registration): ApplicationChange => ({
  name: given.name.trim(),
  redirect_uri_list: JSON.stringify(given.redirectUris),
  description: given.description,
  contact: given.contact,
  website: given.website,
  connect_url: given.connectUrl,
})

/** Operators and support look at these again where an application is in production. */
const SEEN_BY_OPERATORS: readonly string[] = ['name', 'redirectUris', 'logo', 'connectUrl', 'website', 'description']

/** A suspended application may return to production: what changed meanwhile would be seen by nobody. */
const TOLD_MODES: readonly ApplicationMode[] = ['production', 'suspended']

interface Changed extends RegistrationNews {
  /** As it is now. */
  readonly application: ApplicationRow
}

/** The items by which an operator knows the application, where they changed. */
const itemsOf = (registration: Registration, changed: readonly string[]): RegistrationItems => {
  const { name, redirectUris, connectUrl, website, description } = registration
  const items = { name, redirectUris, connectUrl, website, description }
  return Object.fromEntries(Object.entries(items).filter(([item]) => changed.includes(item)))
}

/**
 * Reports the change to support in the platform's log, and to connected operators and the provider's owners if it
 * concerns what operators know of the application.
 */
const tellChange = async (
  at: WorldAt,
  tx: PlatformTx,
  { application, changed, ...items }: Changed,
  actor: Actor,
): Promise<void> => {
  const { client_id: id, mode } = application
  const subject = { kind: 'application', id }
  await recordAudit(at, tx, actor, { action: 'application.changed', subject, detail: { changed, ...items } })
  const seen = changed.filter((field) => SEEN_BY_OPERATORS.includes(field))
  if (!TOLD_MODES.includes(mode) || seen.length === 0) return
  await tellOrGather(at, tx, { application, news: { changed: seen, ...items } }, actor)
}

export const changeRegistration = async (
  at: WorldAt,
  {
    clientId,
    change,
    portal,
  }: { readonly clientId: string; readonly change: RegistrationChange; readonly portal: URL },
  { by, actor }: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const { provider_id: providerId } = by.provider
    const application = await lockOwn(platform, providerId, clientId)
    const before = registrationOf(application)
    const after: Registration = { ...before, ...change }
    refuseProblems(after, portal)
    const changed = (Object.keys(change) as (keyof RegistrationChange)[]).filter(
      (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    )
    if (changed.length === 0) return clientId
    if (changed.includes('name')) await refuseTakenName(platform, { providerId, name: after.name, portal })
    await changeApplication(platform, clientId, columnsOf(after))
    if (changed.includes('name')) await giveUnusedNameBack(platform, providerId, before.name)
    const items = { before: itemsOf(before, changed), after: itemsOf(after, changed) }
    await tellChange(
      at,
      platform,
      { application: { ...application, name: after.name.trim() }, changed, ...items },
      actor,
    )
    return clientId
  })
}

/** The picture is decoded and encoded anew before anything is written. */
export const setLogo = async (
  at: WorldAt,
  clientId: string,
  bytes: Uint8Array,
  { by, actor }: ByMember,
): Promise<void> => {
  const { provider_id: providerId } = by.provider
  const allowance = { subject: `logos of ${providerId}`, times: MAX_LOGOS_PER_PROVIDER_AND_HOUR, seconds: 3600 }
  await at.write((tx) => spendOrHold(tx, allowance, 'Too many logos were sent: wait, then try again'))
  const logo = await encodeLogo(bytes)
  await at.writeWithPlatform(async (_tx, platform) => {
    const application = await lockOwn(platform, providerId, clientId)
    await saveApplicationLogo(platform, clientId, logo.mediaType, logo.bytes)
    await tellChange(at, platform, { application, changed: ['logo'] }, actor)
  })
}
