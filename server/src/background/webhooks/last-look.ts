/**
 * What a webhook may send, looked at last: once its receiver is connected to, and before the first byte goes there. It
 * may have been switched off, removed or set up otherwise, or its rights may be less, while the message waited for its
 * turn, a name server or the connection (events row 75, threats row 334, ADR 188).
 */
import { setImmediate } from 'node:timers/promises'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import {
  isStillAllowed,
  rightsOfWebhook,
  type WebhookPrincipal,
  type WebhookRights,
} from '../../services/events/webhook-principal.ts'
import type { World } from '../../services/world.ts'
import { heldWebhook, isParked, type ParkedRow } from '../../storage/events/webhook-queue.ts'
import type { Webhook } from '../../storage/events/webhooks.ts'

/** A webhook at work, with whose rights; without any it tells of no record. */
export interface Addressed {
  readonly tenant: Tenant
  readonly webhook: Webhook
  readonly principal: WebhookPrincipal | null
}

/** What was seen when. */
interface Seen {
  readonly at: number
  /** Undefined if it was switched off or removed, another process has it, or its operator was closed. */
  readonly webhook: Webhook | undefined
  /** None are needed for what tells of no record. */
  readonly rights: WebhookRights | null
}

/** Where it sends what, and for whom; how it is signed may change. */
const choiceOf = ({ url, entities, kinds, fields, statuses, query, aircraftIds, api_key_id, is_over }: Webhook) =>
  JSON.stringify([url, entities, kinds, fields, statuses, query, aircraftIds, api_key_id, is_over])

export class LastLook {
  readonly #world: World
  /** The process that sends. */
  readonly #holder: string
  /** Of webhooks, while they last. */
  readonly #readings = new Map<string, Promise<Seen>>()

  constructor(world: World, holder: string) {
    this.#world = world
    this.#holder = holder
  }

  /** The time, and the webhook with its secrets of now; null if the message is not to be sent any more. */
  async at(
    addressed: Addressed,
    parked: ParkedRow | null,
  ): Promise<{ readonly at: number; readonly webhook: Webhook } | null> {
    const { tenant, principal } = addressed
    const { at, webhook, rights } = await this.#seenAtOnce(addressed)
    if (!webhook || choiceOf(webhook) !== choiceOf(addressed.webhook)) return null
    const isAllowed =
      principal === null
        ? parked !== null && (await isParked(this.#world.storage.tenant(tenant.tenantId), parked))
        : rights !== null && isStillAllowed(principal, rights)
    return isAllowed ? { at, webhook } : null
  }

  /**
   * Messages of one webhook that come so far at once share a reading: each is sent as soon as it is there, none by what
   * is older than this reading takes (ADR 196). It begins in the next turn, behind requests that wait and together with
   * whatever else of this turn comes so far.
   */
  #seenAtOnce({ tenant, webhook: { webhook_id }, ...of }: Addressed): Promise<Seen> {
    const shared = this.#readings.get(webhook_id)
    if (shared) return shared
    const { storage } = this.#world
    const read = async (): Promise<Seen> => {
      try {
        await setImmediate()
        const at = await storage.platform.now()
        const webhook = await heldWebhook(storage.tenant(tenant.tenantId), webhook_id, this.#holder)
        const rights = webhook && of.principal ? await rightsOfWebhook(this.#world, tenant, webhook) : null
        return { at, webhook, rights }
      } finally {
        this.#readings.delete(webhook_id)
      }
    }
    const reading = read()
    this.#readings.set(webhook_id, reading)
    return reading
  }
}
