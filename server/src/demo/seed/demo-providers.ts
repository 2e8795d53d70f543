/** The applications of the demo's providers: registered, connected, on their way to production, and used since. */
import { DEVELOPERS } from '../../domain/identity/realm.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { HOST } from '../../services/audit-trail.ts'
import { addClientSecret, type Registration, registerApplication } from '../../services/oauth/applications.ts'
import type { ByMember } from '../../services/providers/members.ts'
import { registerForProvider } from '../../services/providers/registering.ts'
import { beginSandbox, finishSandbox } from '../../services/providers/wanted-sandboxes.ts'
import { platformRealm } from '../../services/tenancy/platform-realms.ts'
import type { World } from '../../services/world.ts'
import { userByEmail } from '../../storage/identity/users.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { memberById } from '../../storage/providers/members.ts'
import { applicationsOf } from '../../storage/providers/provider-applications.ts'
import { type ProviderRow, providerById } from '../../storage/providers/providers.ts'
import { findTenant } from '../../storage/tenancy/tenants.ts'
import { demoOperator } from '../data/demo-operators.ts'
import { readDemoReference } from '../data/reference.ts'
import type { PlannedApplication, PlannedConnection, PlannedProvider } from '../providers/plan.ts'
import { PLANNED_PROVIDERS } from '../providers/providers.ts'
import { takeSteps } from './demo-cases.ts'
import { seedEndpoint } from './demo-events.ts'
import { connect, fillGrantUse } from './demo-grants.ts'
import { demoLogo } from './demo-logo.ts'
import { daysAgo } from './demo-past.ts'
import { emailOf } from './demo-people.ts'
import { asMember } from './demo-platform.ts'
import { sandboxDataFrom } from './provider-sandbox.ts'

const DAY_SECONDS = 24 * 3600
/** The first provider works at a sandbox operator of its own; the others at one of the demo's. */
const [WITH_SANDBOX] = PLANNED_PROVIDERS

const registrationOf = async (
  { contact, website }: PlannedProvider,
  { name, kind, isPersonal, description, redirectUri, phoneNumber }: PlannedApplication,
): Promise<Registration> => ({
  name,
  kind,
  personal: isPersonal,
  description,
  redirectUris: [redirectUri],
  phoneNumber,
  contact,
  website,
  connectUrl: null,
  logo: await demoLogo(name),
})

const registerAsMember = async (
  then: World,
  registering: { readonly registration: Registration; readonly portal: URL },
  member: ByMember,
) => {
  const at = then.at(await platformRealm(then, DEVELOPERS))
  const clientId = await registerForProvider(at, registering, member, null)
  await addClientSecret(then, clientId, member.actor)
  return clientId
}

/** What the background job does a moment after the first registration. */
const makeSandbox = async (world: World, { registeredDaysAgo }: PlannedApplication, publicUrl: URL): Promise<void> => {
  const { storage, randomBytes } = daysAgo(world, registeredDaysAgo)
  const clock = { now: (tenantId = '') => world.now(tenantId), offsetMs: () => 0 }
  const begun = await beginSandbox(
    storage,
    sandboxDataFrom(() => readDemoReference(world.storage.platform), clock),
  )
  await storage.writePlatform((tx) => finishSandbox(tx, { randomBytes, publicUrl }, begun))
}

const register = async (
  world: World,
  { planned, provider }: Owned,
  application: PlannedApplication,
  portal: URL,
): Promise<string> => {
  const then = daysAgo(world, application.registeredDaysAgo)
  const registration = await registrationOf(planned, application)
  if (planned === WITH_SANDBOX) {
    const member = await asMember(then.at(await platformRealm(world, DEVELOPERS)), planned.owner.email)
    return registerAsMember(then, { registration, portal }, member)
  }
  return (await registerApplication(then, registration, HOST, provider.provider_id)).clientId
}

interface Owned {
  readonly planned: PlannedProvider
  readonly provider: ProviderRow
}

const ownedBy = async (world: World, planned: PlannedProvider): Promise<Owned> => {
  const { read } = world.at(await platformRealm(world, DEVELOPERS))
  const owner = await userByEmail(read, planned.owner.email)
  const member = owner && (await memberById(read, owner.user_id))
  const provider = member && (await providerById(world.storage.platform, member.provider_id))
  if (!provider) throw new Error(`The demo has no ${planned.company}`)
  return { planned, provider }
}

interface Place {
  readonly tenant: Tenant
  /** The administrator who allows applications there, and the pilot to whom a personal one belongs. */
  readonly adminId: string
  readonly pilotId: string | null
}

const placeOf = async (
  world: World,
  { planned, provider }: Owned,
  connection: PlannedConnection,
): Promise<Place | null> => {
  const operatorId = connection.operatorId ?? provider.sandbox_operator_id ?? ''
  const tenant = await findTenant(world.storage.platform, operatorId, connection.environment)
  if (!tenant) return null
  const model = connection.operatorId === null ? undefined : demoOperator(operatorId)
  const { read } = world.at(tenant)
  const admin = await userByEmail(read, model ? emailOf(model.admin[0], model) : planned.owner.email)
  const pilot = model && (await userByEmail(read, emailOf(model.pilot[0], model)))
  return admin ? { tenant, adminId: admin.user_id, pilotId: pilot?.user_id ?? null } : null
}

const userOf = ({ isPersonal }: PlannedApplication, { pilotId }: Place): string | null => (isPersonal ? pilotId : null)

const connectAll = async (world: World, owned: Owned, clientId: string, application: PlannedApplication) => {
  for (const connection of application.connections) {
    const place = await placeOf(world, owned, connection)
    if (!place) continue
    const userId = userOf(application, place)
    const lastUsedAt = world.now(place.tenant.tenantId)
    const grant = { clientId, scope: application.scope, userId, allowedBy: userId ?? place.adminId, lastUsedAt }
    await connect(daysAgo(world, connection.daysAgo).at(place.tenant), grant)
  }
}

const fillAll = async (world: World, owned: Owned, clientId: string, application: PlannedApplication) => {
  const { name, use, usedUntilDaysAgo } = application
  if (use === null) return
  for (const connection of application.connections) {
    const place = await placeOf(world, owned, connection)
    if (!place) continue
    const endedSecondsAgo = Math.round((usedUntilDaysAgo ?? 0) * DAY_SECONDS)
    const grantUse = { clientId, userId: userOf(application, place), name, plan: use, endedSecondsAgo }
    await fillGrantUse(world.at(place.tenant), grantUse)
  }
}

/** Found by its redirect URI too, because a visitor of the demo may have renamed it. */
const isPlanned =
  ({ name, redirectUri }: PlannedApplication) =>
  (row: ApplicationRow): boolean =>
    row.name === name || (JSON.parse(row.redirect_uri_list) as string[]).includes(redirectUri)

const addEndpoints = async (
  world: World,
  clientId: string,
  { owner }: PlannedProvider,
  { endpoints = [] }: PlannedApplication,
): Promise<void> => {
  const realm = await platformRealm(world, DEVELOPERS)
  for (const endpoint of endpoints) {
    const then = daysAgo(world, endpoint.daysAgo).at(realm)
    await seedEndpoint({ then, now: world.at(realm) }, clientId, endpoint, await asMember(then, owner.email))
  }
}

/** Registers the applications that are missing, and takes every step of theirs at its time. */
export const seedProviders = async (world: World, publicUrl: URL): Promise<void> => {
  for (const planned of PLANNED_PROVIDERS) {
    const { provider } = await ownedBy(world, planned)
    const known = await applicationsOf(world.storage.platform, provider.provider_id)
    for (const application of planned.applications.filter((one) => !known.some(isPlanned(one)))) {
      const clientId = await register(world, { planned, provider }, application, publicUrl)
      await makeSandbox(world, application, publicUrl)
      await connectAll(world, await ownedBy(world, planned), clientId, application)
      await takeSteps(world, { clientId, owner: planned.owner.email }, application.steps)
      await addEndpoints(world, clientId, planned, application)
    }
  }
}

/** Fills in the use of every application up to now. */
export const seedProviderUse = async (world: World): Promise<void> => {
  for (const planned of PLANNED_PROVIDERS) {
    const owned = await ownedBy(world, planned)
    for (const row of await applicationsOf(world.storage.platform, owned.provider.provider_id)) {
      const application = planned.applications.find((one) => isPlanned(one)(row))
      if (application) await fillAll(world, owned, row.client_id, application)
    }
  }
}
