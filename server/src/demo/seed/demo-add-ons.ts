/** Connects the demo's applications to its operators, and fills in their past usage. */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { HOST } from '../../services/audit-trail.ts'
import { moveApplication, registerApplication } from '../../services/oauth/applications.ts'
import { aircraftToChoose } from '../../services/oauth/offered-aircraft.ts'
import { providersToChoose } from '../../services/oauth/provider-contacts.ts'
import type { World, WorldAt } from '../../services/world.ts'
import { userByEmail } from '../../storage/identity/users.ts'
import { applicationNamed } from '../../storage/oauth/add-ons.ts'
import { offerAircraft } from '../../storage/oauth/offered-aircraft.ts'
import { bindContacts } from '../../storage/oauth/provider-contacts.ts'
import { DEMO_ADD_ONS, type DemoAddOn } from '../data/add-ons.ts'
import { demoRedirectUri } from '../show/demo-show.ts'
import { connect, fillGrantUse } from './demo-grants.ts'
import { demoLogo } from './demo-logo.ts'
import { daysAgo } from './demo-past.ts'
import { formerAdministrator } from './demo-people.ts'

const REGISTERED_DAYS_AGO = 110

/** Registers the application once; later starts find it by name and website. */
const clientIdOf = async (world: World, publicUrl: URL, addOn: DemoAddOn): Promise<string> => {
  const known = await applicationNamed(world.storage.platform, addOn.name, addOn.website)
  if (known) return known
  const { clientId } = await registerApplication(
    world,
    {
      name: addOn.name,
      kind: addOn.kind,
      personal: false,
      description: addOn.description,
      redirectUris: [demoRedirectUri(publicUrl)],
      phoneNumber: '+41446681800',
      contact: addOn.provider,
      website: addOn.website,
      connectUrl: null,
      logo: await demoLogo(addOn.name),
    },
    HOST,
  )
  const steps = ['promote'] as const
  if (addOn.inProduction)
    await moveApplication(world, clientId, { actions: steps, by: 'host', reason: 'It belongs to the demo' }, HOST)
  return clientId
}

/** As the administrator chose at consent. */
const actFor = (at: WorldAt<Tenant>, clientId: string, name: string): Promise<void> =>
  at.write(async (tx) => {
    const { offered } = await providersToChoose(tx, clientId)
    const found = offered.filter((contact) => contact.name === name)
    await bindContacts(
      tx,
      clientId,
      found.map(({ contactId }) => contactId),
      await tx.now(),
    )
  })

/** As the administrator chose at consent: the whole fleet. */
const offerFleet = (at: WorldAt<Tenant>, clientId: string): Promise<void> =>
  at.write(async (tx) => {
    const { shown } = await aircraftToChoose(tx, clientId)
    await offerAircraft(
      tx,
      clientId,
      shown.map(({ aircraftId }) => aircraftId),
      await tx.now(),
    )
  })

/** The marketplace that the demo's operators sell through: known before their sales are written. */
export const marketplaceId = async (world: World, publicUrl: URL): Promise<string | undefined> => {
  const addOn = DEMO_ADD_ONS.find(({ kind, connected }) => kind === 'marketplace' && connected !== null)
  return addOn && clientIdOf(daysAgo(world, REGISTERED_DAYS_AGO), publicUrl, addOn)
}

interface AddOnSeed {
  readonly publicUrl: URL
  readonly adminEmail: string
  /** True if this start created the operator. */
  readonly isNew: boolean
}

export const seedAddOns = async (
  world: World,
  tenant: Tenant,
  { publicUrl, adminEmail, isNew }: AddOnSeed,
): Promise<void> => {
  const at = world.at(tenant)
  const admin = await userByEmail(at.read, adminEmail)
  if (!admin) return
  const former = await formerAdministrator(at)
  for (const addOn of DEMO_ADD_ONS) {
    const clientId = await clientIdOf(daysAgo(world, REGISTERED_DAYS_AGO), publicUrl, addOn)
    const { connected } = addOn
    if (connected === null) continue
    const then = daysAgo(world, connected.daysAgo).at(tenant)
    const adminId = connected.by === 'administrator' ? admin.user_id : (former ?? admin.user_id)
    const lastUsedAt = connected.use ? at.now() : null
    const grant = { clientId, scope: addOn.scope, userId: null, allowedBy: adminId, lastUsedAt }
    if (isNew) await connect(then, grant)
    if (isNew && addOn.actsFor) await actFor(at, clientId, addOn.actsFor)
    if (isNew && addOn.kind === 'marketplace') await offerFleet(at, clientId)
    const { name } = addOn
    if (connected.use) {
      await fillGrantUse(at, { clientId, userId: null, name, plan: connected.use, endedSecondsAgo: 0 })
    }
  }
}
