/**
 * A message as an endpoint would get it, of a real record and with the answer to its query, before anything is set up
 * or sent (events §2, threats row 229).
 */
import { CHANGE_KINDS } from '../../domain/entity-kind.ts'
import { changeMessage, eventType, messageIdOf } from '../../domain/events/webhook-message.ts'
import { Failure } from '../../domain/failure.ts'
import { intersection } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type Change, changeHead } from '../../storage/change-feed.ts'
import type { LookedThrough } from '../../storage/counted-search.ts'
import type { TenantReader } from '../../storage/handles.ts'
import { userByEmail } from '../../storage/identity/users.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { findActiveGrant, type GrantRow } from '../../storage/oauth/grants.ts'
import { requireAircraft } from '../oauth/api-keys.ts'
import type { Principal } from '../principal.ts'
import type { ByMember } from '../providers/members.ts'
import { requireOwn } from '../providers/own-application.ts'
import { requireSandbox } from '../providers/sandbox.ts'
import type { World } from '../world.ts'
import { changesToSend } from './webhook-changes.ts'
import { rightsOfGrant, rightsOfKey } from './webhook-principal.ts'
import type { WebhookQueries } from './webhook-query.ts'
import { checkAircraft, checkedHeard, type HeardWish, refuse } from './webhook-wish.ts'

/** How much of the feed is looked through for a change to show, from its end, part by part. */
const PART = 2_000
const MAX_LOOKED_AT = 25 * PART

export interface AskedPreview {
  readonly wish: HeardWish & { readonly aircraftIds: readonly string[] | null }
  /** 0 for the record that changed last, 1 for the one before, and so on round. */
  readonly nth: number
  readonly queries: WebhookQueries
  readonly looked: LookedThrough
}

export interface MessagePreview {
  readonly messageId: string
  readonly type: string
  readonly operatorId: string
  readonly body: string
  /** What the query costs each time; null where there is none or it was refused. */
  readonly cost: number | null
}

interface Whose {
  readonly tenant: Tenant
  readonly principal: Principal
}

/** The latest changes that would have been told, one of each record, of the last part of the feed that has some. */
const latestHeard = async (world: World, { tenant, principal }: Whose, { wish, looked }: AskedPreview) => {
  const { tenantId } = tenant
  const heard = { ...wish, tenantId, kinds: wish.kinds ?? CHANGE_KINDS }
  const head = await changeHead(world.storage.tenant(tenantId))
  for (let upTo = head; upTo > Math.max(0, head - MAX_LOOKED_AT); upTo -= PART) {
    const part = { after: Math.max(0, upTo - PART), upTo, most: PART, looked }
    const { changes } = await changesToSend(world, heard, principal, part)
    if (changes.length === 0) continue
    const latest = new Map<string, Change>()
    for (const change of changes.toReversed()) if (!latest.has(change.entityId)) latest.set(change.entityId, change)
    return [...latest.values()]
  }
  return []
}

const previewFor = async (world: World, whose: Whose, asked: AskedPreview): Promise<MessagePreview> => {
  const { tenant, principal } = whose
  const { nth, queries } = asked
  const wish = checkedHeard(asked.wish)
  checkAircraft(wish.aircraftIds, wish.entities)
  await requireAircraft(world.storage.tenant(tenant.tenantId), wish.aircraftIds ?? [])
  const latest = await latestHeard(world, whose, { ...asked, wish })
  const change = latest[nth % Math.max(1, latest.length)]
  if (!change)
    return refuse('entityList', `None of the last ${MAX_LOOKED_AT} changes at ${tenant.name} would be told: change one`)
  const { query } = wish
  const { operatorId } = tenant
  const shown = { messageId: messageIdOf('preview', change.position), type: eventType(change), operatorId }
  if (query === null || change.kind === 'DELETED') return { ...shown, body: changeMessage(tenant, change), cost: null }
  const result = await queries.answer({ tenant, principal, query, entityId: change.entityId })
  if ('refused' in result) return refuse('query', result.refused)
  return { ...shown, body: changeMessage(tenant, change, result.answer), cost: result.cost }
}

/** With what both the key and the administrator may read, from the administrator's budget. */
export const previewForKey = async (
  { world, tenant, viewer }: { readonly world: World; readonly tenant: Tenant; readonly viewer: Principal },
  apiKeyId: string,
  asked: AskedPreview,
): Promise<MessagePreview> => {
  const { principal } = await rightsOfKey(world, tenant, apiKeyId)
  if (principal === null) return refuse('apiKeyId', 'There is no such key here, or it does not work now')
  const { tenantId, actorKey, tallyKey, payer, bucketKey } = viewer
  const scopes = intersection(principal.scopes, viewer.scopes)
  const reading = { ...principal, tenantId, actorKey, tallyKey, payer, bucketKey, scopes }
  return previewFor(world, { tenant, principal: reading }, asked)
}

/** What a personal application reads is its person's: a member previews with the own grant and nobody else's (threats row 268). */
const grantFor = async (
  there: TenantReader,
  { client_id, personal }: ApplicationRow,
  email: string,
): Promise<GrantRow | undefined> => {
  if (personal !== 1) return findActiveGrant(there, client_id, null)
  const account = await userByEmail(there, email)
  return account && findActiveGrant(there, client_id, account.user_id)
}

/** At the provider's own sandbox and nowhere else, with the rights and from the budget of what was granted there. */
export const previewAtSandbox = async (
  world: World,
  { by: { provider, user } }: ByMember,
  clientId: string,
  asked: AskedPreview,
): Promise<MessagePreview> => {
  const { platform } = world.storage
  const application = await requireOwn(platform, provider.provider_id, clientId)
  const tenant = await requireSandbox(platform, provider)
  const grant = await grantFor(world.storage.tenant(tenant.tenantId), application, user.email)
  const rights = grant && (await rightsOfGrant(world, tenant, grant.grant_id))
  if (!rights?.principal)
    throw new Failure('forbidden', `Connect the application to ${tenant.name} first: a preview reads what is granted`)
  return previewFor(world, { tenant, principal: rights.principal }, asked)
}
