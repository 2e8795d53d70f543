/** How many messages would be sent after a place of the feed, or since a webhook stopped, before anybody asks for it (threats row 261). */
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { LookedThrough } from '../../storage/counted-search.ts'
import {
  applicationWebhookById,
  type ConnectedWebhook,
  connectedWebhooks,
} from '../../storage/events/application-webhooks.ts'
import { parkedEntities } from '../../storage/events/webhook-queue.ts'
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
/** A personal application has a grant of each person. */
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
  /** After which place of the feed of which operator; left out: what waits since it stopped, at all of them. */
  readonly after?: { readonly operatorId: string; readonly find: (reader: TenantReader) => Promise<number> }
}

/** Of an application's webhook, with the rights of each grant; says nothing of the operators' records. */
export const countForGrants = async (
  world: World,
  { webhookId, after }: AskedCount,
  looked: LookedThrough,
): Promise<MessageCount> => {
  const { storage } = world
  const shared = await applicationWebhookById(storage.platform, webhookId)
  const connected = shared ? await connectedWebhooks(storage.platform, webhookId) : []
  const live = connected.filter((each) => !after || each.operatorId === after.operatorId)
  if (!shared || (after && live.length === 0))
    return refuse('operatorId', 'This operator has not connected the application in this environment')
  const countAt = async ({ tenantId, grantId, webhookId: ofGrant, position }: ConnectedWebhook) => {
    const tenant = await tenantById(storage.platform, tenantId)
    if (!tenant) return { count: 0, hasMore: false }
    const reader = storage.tenant(tenantId)
    const of = {
      heard: { ...settingsIn(shared), tenantId, aircraftIds: null },
      rights: await rightsOfGrant(world, tenant, grantId),
    }
    if (after) return countAfter(world, of, await after.find(reader), looked)
    const { count, hasMore } = await countAfter(world, of, position, looked)
    // What was tried already is not in the feed behind that place any more, and is tried again.
    const { rows } = of.rights.principal === null ? { rows: 0 } : await parkedEntities(reader, ofGrant)
    return { count: count + rows, hasMore }
  }
  let [count, hasMore] = [0, live.length > MAX_GRANTS]
  for (const each of live.slice(0, MAX_GRANTS)) {
    const found = await countAt(each)
    count += found.count
    hasMore ||= found.hasMore || count > MAX_COUNTED
    if (hasMore && count >= MAX_COUNTED) break
  }
  return { count: Math.min(count, MAX_COUNTED), hasMore }
}
