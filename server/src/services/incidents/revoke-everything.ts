/**
 * Revokes everything that was issued, of one operator, of one application or of all, up to a time: refresh tokens with
 * their access tokens, codes, and for operators sessions and links by mail. What was agreed stays on record: keys are
 * rotated and applications connected again by whoever may (access-model §12).
 */
import { Failure } from '../../domain/failure.ts'
import { type Ended, endIssuedBefore, endIssuedTo } from '../../storage/incidents/revocation.ts'
import { lockApplication } from '../../storage/oauth/applications.ts'
import { everyTenant, type TenantKept, tenantsOf } from '../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { tellOperators } from '../oauth/applications.ts'
import type { World } from '../world.ts'

export interface Revocation {
  /** Issued before this time; null means until now. */
  readonly before: number | null
  readonly reason: string
}

const NOTHING: Ended = { refreshTokens: 0, sessions: 0, codes: 0, links: 0 }

const sumOf = (one: Ended, other: Ended): Ended => ({
  refreshTokens: one.refreshTokens + other.refreshTokens,
  sessions: one.sessions + other.sessions,
  codes: one.codes + other.codes,
  links: one.links + other.links,
})

/** A transaction for each tenant, so that no operator waits for the others; each reads of it in its own log. */
const revokeAt = (world: World, tenant: TenantKept, { before, reason }: Revocation, actor: Actor): Promise<Ended> =>
  world.storage.writeTenant(tenant.tenantId, async (tx) => {
    const now = await tx.realNow()
    const ended = await endIssuedBefore(tx, before)
    await recordAudit(world, tx, actor, {
      action: 'operator.everything-revoked',
      subject: { kind: 'operator', id: tenant.operatorId },
      detail: { reason, before: new Date(before ?? now).toISOString(), ...ended },
    })
    return ended
  })

const revokeAtAll = async (
  world: World,
  tenants: readonly TenantKept[],
  revocation: Revocation,
  actor: Actor,
): Promise<Ended> => {
  let ended = NOTHING
  for (const tenant of tenants) ended = sumOf(ended, await revokeAt(world, tenant, revocation, actor))
  return ended
}

/** In both environments, also where the operator is suspended. */
export const revokeOfOperator = async (
  world: World,
  operatorId: string,
  revocation: Revocation,
  actor: Actor,
): Promise<Ended> => {
  const tenants = await tenantsOf(world.storage.platform, operatorId)
  if (tenants.length === 0) throw new Failure('not_found', `There is no operator "${operatorId}"`)
  return revokeAtAll(world, tenants, revocation, actor)
}

/** At every operator, and in the realms of members and staff. */
export const revokeOfAll = async (world: World, revocation: Revocation, actor: Actor): Promise<Ended> => {
  const tenants = await everyTenant(world.storage.platform)
  const ended = await revokeAtAll(world, tenants, revocation, actor)
  await world.storage.writePlatform((tx) =>
    recordAudit(world, tx, actor, {
      action: 'platform.everything-revoked',
      subject: { kind: 'platform', id: 'all' },
      detail: { reason: revocation.reason, before: revocation.before, ...ended },
    }),
  )
  return ended
}

/** Every operator where it is connected reads of it. Its client secrets stay: `renewSecret` replaces them. */
export const revokeOfApplication = (
  world: World,
  clientId: string,
  { before, reason }: Revocation,
  actor: Actor,
): Promise<{ readonly refreshTokens: number }> =>
  world.storage.writePlatform(async (tx) => {
    if (!(await lockApplication(tx, clientId))) throw new Failure('not_found', `There is no application ${clientId}`)
    const refreshTokens = await endIssuedTo(tx, clientId, before)
    const subject = { kind: 'application', id: clientId }
    await recordAudit(world, tx, actor, {
      action: 'application.everything-revoked',
      subject,
      detail: { reason, refreshTokens },
    })
    await tellOperators(world, tx, { action: 'add-on.everything-revoked', subject, detail: { reason } }, actor)
    return { refreshTokens }
  })
