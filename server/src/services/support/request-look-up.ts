/**
 * What happened to one request, by its id: when, where, who asked, how it ended; never the operator's data. Each
 * look-up is recorded in the operator's own audit log (portals §6).
 */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { userError } from '../../domain/user-error.ts'
import { apiKeyById } from '../../storage/oauth/api-keys.ts'
import { applicationByClientId } from '../../storage/oauth/applications.ts'
import { type FoundRequest, requestById } from '../../storage/support/found-requests.ts'
import { tenantById } from '../../storage/tenancy/tenants.ts'
import { recordAudit } from '../audit-trail.ts'
import type { Usage } from '../usage/usage.ts'
import type { WorldAt } from '../world.ts'
import type { ByStaff } from './decisions.ts'

export interface LookedUp {
  readonly request: FoundRequest
  readonly tenant: Tenant
  /** The application's name, or the key's label. */
  readonly asker: string
  readonly isApplication: boolean
}

const UNKNOWN =
  'No such request is known: applications’ and keys’ requests are kept for 30 days, people’s in the console are not'

export const lookUpRequest = async (
  at: WorldAt,
  requestId: string,
  { actor, usage }: ByStaff & { readonly usage: Usage },
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
    const subject = { kind: 'request', id: request.request_id }
    await recordAudit(at, there, actor, { action: 'support.request-looked-up', subject })
    const detail = { operatorId: tenant.operatorId, environment: tenant.environment }
    await recordAudit(at, platform, actor, { action: 'request.looked-up', subject, detail })
    const asker = application?.name ?? key?.label ?? request.actor
    return { request, tenant, asker, isApplication: application !== undefined }
  })
  if (found === null) throw userError('NOT_FOUND', UNKNOWN, ['requestId'])
  return found
}
