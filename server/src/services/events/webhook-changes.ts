/** What a webhook sends of the feed: what it asked for, as far as its key or grant may read it now (events row 75). */
import { ENTITY_SCOPES } from '../../domain/entity-kind.ts'
import { holdsAll, scopeSet } from '../../domain/scopes.ts'
import { type Change, changeHead, changesIn } from '../../storage/change-feed.ts'
import type { LookedThrough } from '../../storage/counted-search.ts'
import { statusesById } from '../../storage/events/record-statuses.ts'
import type { Webhook } from '../../storage/events/webhooks.ts'
import { readingAs, type ViewReader } from '../../storage/view.ts'
import type { Principal } from '../principal.ts'
import { viewOf } from '../view.ts'
import type { World } from '../world.ts'

export interface ChangesToSend {
  readonly changes: readonly Change[]
  /** Up to where the feed was looked through. */
  readonly upTo: number
  /** Whether that is its end, or as far as was asked. */
  readonly isAll: boolean
}

/** What of the feed is sent. */
export type Heard = Pick<Webhook, 'tenantId' | 'entities' | 'kinds' | 'fields' | 'statuses' | 'aircraftIds'>

const isAskedFor = ({ kinds, fields }: Heard, { kind, fieldList }: Change): boolean =>
  kinds.includes(kind) && (fields === null || kind !== 'UPDATED' || fieldList.some((field) => fields.includes(field)))

/** Those of records that have one of the states now. That a record was removed is told whatever it was. */
const inStatus = async (
  reader: ViewReader,
  changes: readonly Change[],
  statuses: readonly string[],
  now: number,
): Promise<readonly Change[]> => {
  const told = new Set<Change>(changes.filter(({ kind }) => kind === 'DELETED'))
  for (const [entity, of] of Map.groupBy(changes, (change) => change.entity)) {
    const ids = [...new Set(of.map(({ entityId }) => entityId))]
    const found = await statusesById(reader, entity, ids, now)
    for (const change of of) if (statuses.includes(found.get(change.entityId) ?? '')) told.add(change)
  }
  return changes.filter((change) => told.has(change))
}

interface FeedPart {
  /** Counts what is looked through, where somebody pays for it. */
  readonly looked?: LookedThrough
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
  webhook: Heard,
  principal: Principal,
  { after, upTo, most, looked }: FeedPart,
): Promise<ChangesToSend> => {
  const narrowed = { ...principal, aircraftIds: both(principal.aircraftIds, webhook.aircraftIds) }
  const tenant = world.storage.tenant(webhook.tenantId)
  const reader = readingAs(looked ? { ...tenant, looked } : tenant, viewOf(narrowed))
  const head = upTo ?? (await changeHead(reader))
  const entities = webhook.entities.filter((kind) => holdsAll(principal.scopes, scopeSet([ENTITY_SCOPES[kind]])))
  if (entities.length === 0) return { changes: [], upTo: head, isAll: true }
  const range = { after, upTo: head, entities, userId: principal.userId, most }
  const { changes: found, upTo: lookedUpTo, isAll } = await changesIn(reader, range)
  // Each is read and looked at, told or not (threats row 449).
  looked?.addRead(found.length)
  const asked = found.filter((change) => isAskedFor(webhook, change))
  const { statuses } = webhook
  const changes = statuses === null ? asked : await inStatus(reader, asked, statuses, world.now(webhook.tenantId))
  return { changes, upTo: isAll ? head : lookedUpTo, isAll }
}
