/** How many messages would be sent again after a place of the feed, before anybody asks for it (threats row 261). */
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { LookedThrough } from '../../storage/counted-search.ts'
import { applicationWebhookById, connectedWebhooks } from '../../storage/events/application-webhooks.ts'
import { settingsIn, type Webhook } from '../../storage/events/webhooks.ts'
import type { TenantReader } from '../../storage/handles.ts'
import { tenantById } from '../../storage/tenancy/tenants.ts'
import type { World } from '../world.ts'
import { changesToSend, type Heard } from './webhook-changes.ts'
import { rightsOfGrant, rightsOfKey, type WebhookRights } from './webhook-principal.ts'
import { refuse } from './webhook-wish.ts'

/** Nobody needs to know more exactly, and whoever asks pays for what is read. */
const MAX_COUNTED = 1_000
const PART = 500
const MAX_PARTS = 10
/** Of one operator: a personal application has a grant of each person. */
const MAX_GRANTS = 20

export interface MessageCount {
  readonly count: number
  /** There may be more: the feed was not looked through to its end. */
  readonly hasMore: boolean
}

const countAfter = async (
  world: World,
  { heard, rights }: { readonly heard: Heard; readonly rights: WebhookRights },
  after: number,
  looked: LookedThrough,
): Promise<MessageCount> => {
  let count = 0
  if (rights.principal === null) return { count, hasMore: false }
  for (let [part, from] = [0, after]; part < MAX_PARTS && count < MAX_COUNTED; part++) {
    const found = await changesToSend(world, heard, rights.principal, { after: from, most: PART, looked })
    count += found.changes.length
    if (found.isAll) return { count: Math.min(count, MAX_COUNTED), hasMore: count > MAX_COUNTED }
    from = found.upTo
  }
  return { count: Math.min(count, MAX_COUNTED), hasMore: true }
}

/** Of an operator's webhook; without a position, of what waits since it stopped. */
export const countForKey = async (
  { world, tenant }: { readonly world: World; readonly tenant: Tenant },
  webhook: Webhook,
  position: number | null,
  looked: LookedThrough,
): Promise<MessageCount> => {
  const rights = await rightsOfKey(world, tenant, webhook.api_key_id ?? '')
  return countAfter(world, { heard: webhook, rights }, position ?? webhook.position, looked)
}

interface AskedCount {
  readonly webhookId: string
  readonly operatorId: string
  readonly find: (reader: TenantReader) => Promise<number>
}

/** Of an application's webhook at one operator, with the rights of each grant there; says nothing of its records. */
export const countForGrants = async (
  world: World,
  { webhookId, operatorId, find }: AskedCount,
  looked: LookedThrough,
): Promise<MessageCount> => {
  const { storage } = world
  const shared = await applicationWebhookById(storage.platform, webhookId)
  const connected = shared ? await connectedWebhooks(storage.platform, webhookId) : []
  const live = connected.filter((each) => each.isLive && each.operatorId === operatorId)
  if (!shared || live.length === 0)
    return refuse('operatorId', 'This operator has not connected the application in this environment')
  let [count, hasMore] = [0, live.length > MAX_GRANTS]
  for (const { tenantId, grantId } of live.slice(0, MAX_GRANTS)) {
    const tenant = await tenantById(storage.platform, tenantId)
    if (!tenant) continue
    const heard = { ...settingsIn(shared), tenantId, aircraftIds: null }
    const rights = await rightsOfGrant(world, tenant, grantId)
    const found = await countAfter(world, { heard, rights }, await find(storage.tenant(tenantId)), looked)
    count += found.count
    hasMore ||= found.hasMore || count > MAX_COUNTED
    if (hasMore && count >= MAX_COUNTED) break
  }
  return { count: Math.min(count, MAX_COUNTED), hasMore }
}
