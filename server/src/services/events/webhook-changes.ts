/** What a webhook sends of the feed: what it asked for, as far as its key or grant may read it now (events row 75). */
import { ENTITY_SCOPES } from '../../domain/entity-kind.ts'
import { holdsAll, scopeSet } from '../../domain/scopes.ts'
import { type Change, changeHead, changesIn } from '../../storage/change-feed.ts'
import type { Webhook } from '../../storage/events/webhooks.ts'
import { readingAs } from '../../storage/view.ts'
import type { Principal } from '../principal.ts'
import { viewOf } from '../view.ts'
import type { World } from '../world.ts'

export interface ChangesToSend {
  readonly changes: readonly Change[]
  /** Up to where the feed was looked through. */
  readonly upTo: number
}

const isAskedFor = ({ kinds, fields }: Webhook, { kind, fieldList }: Change): boolean =>
  kinds.includes(kind) && (fields === null || kind !== 'UPDATED' || fieldList.some((field) => fields.includes(field)))

interface FeedPart {
  readonly after: number
  /** Left out: up to the head. */
  readonly upTo?: number
  readonly most: number
}

const both = (one: readonly string[] | null, other: readonly string[] | null): readonly string[] | null => {
  if (one === null || other === null) return one ?? other
  return one.filter((id) => other.includes(id))
}

export const changesToSend = async (
  world: World,
  webhook: Webhook,
  principal: Principal,
  { after, upTo, most }: FeedPart,
): Promise<ChangesToSend> => {
  const narrowed = { ...principal, aircraftIds: both(principal.aircraftIds, webhook.aircraftIds) }
  const reader = readingAs(world.storage.tenant(webhook.tenantId), viewOf(narrowed))
  const head = upTo ?? (await changeHead(reader))
  const entities = webhook.entities.filter((kind) => holdsAll(principal.scopes, scopeSet([ENTITY_SCOPES[kind]])))
  if (entities.length === 0) return { changes: [], upTo: head }
  const found = await changesIn(reader, { after, upTo: head, entities, userId: principal.userId, most })
  const changes = found.filter((change) => isAskedFor(webhook, change))
  return { changes, upTo: found.length < most ? head : (found.at(-1)?.position ?? head) }
}
