/** Connects the demo's applications to its operators, and fills in their past usage. */

import { addSeconds } from '../../domain/clock.ts'
import { GRANT_REFRESH_TOKEN_IDLE_SECONDS } from '../../domain/limits.ts'
import { lastFour, makeSecret, secretHash } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { HOST, recordAudit } from '../../services/audit-trail.ts'
import { moveApplication, registerApplication } from '../../services/oauth/applications.ts'
import { newId, type World, type WorldAt } from '../../services/world.ts'
import { userByEmail } from '../../storage/identity/users.ts'
import { applicationNamed } from '../../storage/oauth/add-ons.ts'
import { agreeGrant, findActiveGrant } from '../../storage/oauth/grants.ts'
import { insertRefreshToken } from '../../storage/oauth/refresh-tokens.ts'
import { DEMO_ADD_ONS, type DemoAddOn } from '../data/add-ons.ts'
import { demoRedirectUri } from '../show/demo-show.ts'
import { demoLogo } from './demo-logo.ts'
import { daysAgo } from './demo-past.ts'
import { formerAdministrator, fromTheOffice } from './demo-people.ts'
import { fillUse } from './demo-use.ts'

const REGISTERED_DAYS_AGO = 110
/** Seconds from consent to the first request. */
const FIRST_REQUEST_SECONDS = 4

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
  const steps = ['request-demo', 'schedule-demo', 'hold-demo'] as const
  if (addOn.inProduction)
    await moveApplication(world, clientId, { actions: steps, by: 'host', reason: 'It belongs to the demo' }, HOST)
  return clientId
}

interface Connection {
  readonly clientId: string
  readonly adminId: string
  readonly lastUsedAt: number | null
}

/** Creates a grant and a refresh token as consent would have at that time. Nobody has the token's secret. */
const connect = (
  then: WorldAt<Tenant>,
  { scope }: DemoAddOn,
  { clientId, adminId, lastUsedAt }: Connection,
): Promise<void> =>
  then.write(async (tx) => {
    const at = await tx.now()
    const granted = { clientId, userId: null, scopes: scope, grantedBy: adminId, decidedAt: at, at }
    const { grant_id: grantId } = await agreeGrant(tx, { grantId: newId(then, 'gra'), ...granted })
    const secret = makeSecret('rt', then.realm.environment, then.randomBytes)
    await insertRefreshToken(tx, {
      refreshTokenId: newId(then, 'rt'),
      hash: secretHash(secret),
      lastFour: lastFour(secret),
      apiKeyId: null,
      grantId,
      scopes: scope,
      createdAt: at,
      expiresAt: addSeconds(lastUsedAt ?? at, GRANT_REFRESH_TOKEN_IDLE_SECONDS),
    })
    const actor = fromTheOffice(then, adminId)
    await recordAudit(then, tx, actor, {
      action: 'consent.allowed',
      subject: { kind: 'application', id: clientId },
      detail: { scopes: scope },
    })
  })

const fillUseOf = (at: WorldAt<Tenant>, { name, connected }: DemoAddOn, clientId: string) =>
  at.write(async (tx) => {
    const grant = await findActiveGrant(tx, clientId, null)
    // Somebody disconnected it in the demo: it stays disconnected.
    if (!grant || !connected?.use) return
    const firstAt = addSeconds(grant.created_at, FIRST_REQUEST_SECONDS)
    await fillUse(tx, {
      actor: clientId,
      owner: { of: 'grant_id', id: grant.grant_id, scopes: grant.scopes },
      plan: connected.use,
      seed: `${at.realm.operatorId}/${name}`,
      firstAt,
      since: firstAt,
      until: await tx.now(),
    })
  })

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
    if (isNew) await connect(then, addOn, { clientId, adminId, lastUsedAt })
    await fillUseOf(at, addOn, clientId)
  }
}
