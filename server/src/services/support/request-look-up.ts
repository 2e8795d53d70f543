/**
 * What happened to one request, by its id: when, where, who asked, how it ended; never the operator's data. Each
 * look-up is recorded in the operator's own audit log (portals §6).
 */

import { ceilingAt } from '../../domain/oauth/extra-scopes.ts'
import { scopesIn, splitScopes } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { userError } from '../../domain/user-error.ts'
import { grantsInForce } from '../../storage/oauth/add-ons.ts'
import { apiKeyById } from '../../storage/oauth/api-keys.ts'
import { type ApplicationRow, applicationByClientId } from '../../storage/oauth/applications.ts'
import { type FoundRequest, requestById } from '../../storage/support/found-requests.ts'
import { tenantById } from '../../storage/tenancy/tenants.ts'
import { recordAudit } from '../audit-trail.ts'
import type { Usage } from '../usage/usage.ts'
import type { WorldAt } from '../world.ts'
import type { ByStaff } from './locked-case.ts'

/** A scope that the request needed, and whether its application or key holds it today. */
export interface NeededScope {
  readonly name: string
  readonly isHeld: boolean
  /** Whether an application of its kind may have it at all; null for a key. */
  readonly isOfKind: boolean | null
}

export interface LookedUp {
  readonly request: FoundRequest
  readonly tenant: Tenant
  /** The application's name, or the key's label. */
  readonly asker: string
  readonly isApplication: boolean
  readonly neededScopes: readonly NeededScope[]
}

const neededScopes = (
  { scopes }: FoundRequest,
  held: string,
  application: ApplicationRow | undefined,
  now: number,
): NeededScope[] => {
  const has = new Set(splitScopes(held))
  const ceiling = application && new Set<string>(scopesIn(ceilingAt(application, now)))
  return splitScopes(scopes ?? '').map((name) => ({
    name,
    isHeld: has.has(name),
    isOfKind: ceiling ? ceiling.has(name) : null,
  }))
}

const unknown = (days: number): string =>
  `No such request is known: applications’ and keys’ requests are kept for ${days} days, people’s in the console are not`

export const lookUpRequest = async (
  at: WorldAt,
  requestId: string,
  { actor, usage, requestDays }: Pick<ByStaff, 'actor'> & { readonly usage: Usage; readonly requestDays: number },
): Promise<LookedUp> => {
  await usage.flush()
  const found = await at.writeWithPlatform(async (_tx, platform): Promise<LookedUp | null> => {
    const request = await requestById(platform, requestId.trim())
    const tenant = request && (await tenantById(platform, request.tenant_id))
    if (!request || !tenant) return null
    const there = platform.inTenant(tenant.tenantId)
    const [clientId = ''] = request.actor.split('/')
    const application = await applicationByClientId(platform, clientId)
    const key = application ? undefined : await apiKeyById(there, request.actor)
    // The use of a personal application counts for it as a whole: what any of its people allowed.
    const grants = application ? await grantsInForce(there, clientId) : []
    const subject = { kind: 'request', id: request.request_id }
    await recordAudit(at, there, actor, { action: 'support.request-looked-up', subject })
    const detail = { operatorId: tenant.operatorId, environment: tenant.environment }
    await recordAudit(at, platform, actor, { action: 'request.looked-up', subject, detail })
    const asker = application?.name ?? key?.label ?? request.actor
    const held = key?.scopes ?? grants.map(({ scopes }) => scopes).join(' ')
    const needed = neededScopes(request, held, application, await platform.now())
    return { request, tenant, asker, isApplication: application !== undefined, neededScopes: needed }
  })
  if (found === null) throw userError('NOT_FOUND', unknown(requestDays), ['requestId'])
  return found
}
