/** The messages that webhooks bring: what changed, and no personal data (events §2). */
import { hash } from 'node:crypto'
import type { ChangeKind, EntityKind, ReminderKind } from '../entity-kind.ts'
import type { Environment } from '../tenancy/tenant.ts'
import { changeCursor } from './change-cursor.ts'

export interface ToldChange {
  readonly position: number
  readonly entity: EntityKind
  readonly entityId: string
  readonly kind: ChangeKind
  readonly version: number
  readonly fieldList: readonly string[]
  /** What a reminder is about, and the time that has come; null for a change. */
  readonly reminder: ReminderKind | null
  readonly dueAt: number | null
  readonly at: number
}

export interface ToldBy {
  readonly tenantId: string
  readonly operatorId: string
  readonly environment: Environment
}

/** The same for every try, also by another process: receivers tell repetitions by it. */
export const messageIdOf = (webhookId: string, position: number): string =>
  `msg_${hash('sha256', `${webhookId}/${position}`, 'base64url').slice(0, 24)}`

export const eventType = ({ entity, kind }: Pick<ToldChange, 'entity' | 'kind'>): string =>
  `${entity.toLowerCase()}.${kind.toLowerCase()}`

/** `result` is the answer to the webhook's own query; left out where it has none. */
export const changeMessage = (
  { tenantId, operatorId, environment }: ToldBy,
  { position, entity, entityId, kind, version, fieldList, reminder, dueAt, at }: ToldChange,
  result?: unknown,
): string =>
  JSON.stringify({
    type: eventType({ entity, kind }),
    timestamp: new Date(at).toISOString(),
    data: {
      operatorId,
      environment,
      cursor: changeCursor(tenantId, position, at),
      entity,
      entityId,
      kind,
      version,
      fieldList,
      ...(reminder === null || dueAt === null ? {} : { reminder, dueAt: new Date(dueAt).toISOString() }),
      ...(result === undefined ? {} : { result }),
    },
  })

export const TEST_TYPE = 'webhook.test'
/** The last message of a grant. */
export const ENDED_TYPE = 'connection.ended'
export const NARROWED_TYPE = 'scopes.narrowed'

/** A message that tells of no record, and nothing of the operator's data. */
export const plainMessage = (
  type: string,
  { operatorId, environment }: ToldBy,
  at: number,
  more: Readonly<Record<string, unknown>> = {},
): string => JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { operatorId, environment, ...more } })
