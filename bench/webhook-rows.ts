/** Webhooks of an operator, written as rows: for loads and faults that are about sending, not about setting up. */
import type { Tenant } from '../server/src/domain/tenancy/tenant.ts'
import type { World } from '../server/src/services/world.ts'
import { changeHead } from '../server/src/storage/change-feed.ts'
import { insertWebhook } from '../server/src/storage/events/webhooks.ts'

export interface WantedWebhook {
  readonly webhookId: string
  readonly apiKeyId: string
  readonly url: string
}

/** They hear of contacts, from now on. */
export const addWebhooks = (world: World, tenant: Tenant, wanted: readonly WantedWebhook[]): Promise<void> =>
  world.at(tenant).write(async (tx) => {
    const now = await tx.now()
    const position = await changeHead(tx)
    for (const { webhookId, apiKeyId, url } of wanted) {
      await insertWebhook(tx, {
        webhook_id: webhookId,
        api_key_id: apiKeyId,
        url,
        description: '',
        entity_list: '["CONTACT"]',
        kind_list: '["CREATED","UPDATED"]',
        field_list: null,
        aircraft_id_list: null,
        status_list: null,
        query: null,
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        earlier_secret: null,
        earlier_until: null,
        position,
        failures: 0,
        switched_off_at: null,
        off_reason: null,
        holder: null,
        held_until: 0,
        created_at: now,
        created_by: 'host',
        changed_at: now,
      })
    }
  })
