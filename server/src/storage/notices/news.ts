/**
 * News of the portal and of support, read from what happened: messages, steps, connections, phone numbers and
 * suspensions that are asked for (ADR 155); and until when each person has seen them.
 */
import type { NewsKind } from '../../domain/notices/news.ts'
import type { Environment } from '../../domain/tenancy/tenant.ts'
import type { PlatformReader, TenantReader, TenantTx } from '../handles.ts'
import type { TransitionRow } from '../oauth/applications.ts'
import { secretsBehind, type WebhookBehind, webhooksBehind } from '../providers/left-behind.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    news_seen: { tenant_id: string; user_id: string; seen_at: number }
  }
}

/** Of one provider's applications, or of all of them where it is null. */
export interface NewsSpan {
  readonly providerId: string | null
  /** Later than this. */
  readonly after: number
  readonly most: number
}

export interface NewsRow {
  readonly kind: NewsKind
  /** Unique among the news of one moment. */
  readonly key: string
  readonly at: number
  readonly clientId: string | null
  readonly operatorId: string | null
  /** What it is about, by name. */
  readonly name: string
  readonly actor_kind: TransitionRow['actor_kind']
  readonly actor_id: string | null
  /** Where the row that was read has the name. */
  readonly actorName: string | null
  readonly action: string | null
  readonly text: string | null
  readonly environment: Environment | null
}

type LeftRow = Pick<WebhookBehind, 'clientId' | 'applicationName' | 'makerName' | 'leftAt'>

const NO_DETAILS = {
  clientId: null,
  operatorId: null,
  actor_id: null,
  actorName: null,
  action: null,
  text: null,
  environment: null,
} as const

/** Of one company, where those of all are read: none fills the list alone (threats row 313). */
const MAX_OF_ONE_COMPANY = 3

const mostOfOne = ({ providerId, most }: NewsSpan): number => (providerId === null ? MAX_OF_ONE_COMPANY : most)

/** Messages of the other side, the latest first. */
export const newMessages = async (
  reader: PlatformReader,
  span: NewsSpan,
  by: 'provider' | 'support',
): Promise<NewsRow[]> => {
  const { providerId, after, most } = span
  const messages = reader.db
    .selectFrom('application_message')
    .innerJoin('application', 'application.client_id', 'application_message.client_id')
    .select(['application.name', 'application.client_id', 'message_id', 'at', 'author_id', 'author_name', 'text'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('application.provider_id').orderBy('at', 'desc').orderBy('message_id', 'desc'))
        .as('place'),
    )
    .where('author_kind', '=', by)
    .where('at', '>', after)
    .where('application.deleted_at', 'is', null)
    .$if(providerId !== null, (query) => query.where('application.provider_id', '=', providerId))
  const rows = await reader.db
    .selectFrom(messages.as('told'))
    .selectAll()
    .where('place', '<=', mostOfOne(span))
    .orderBy('at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ name, client_id, message_id, at, author_id, author_name, text }) => ({
    ...NO_DETAILS,
    kind: 'MESSAGE',
    key: message_id,
    at,
    clientId: client_id,
    name,
    actor_kind: by,
    actor_id: author_id,
    actorName: author_name,
    text,
  }))
}

/** Steps between modes that this side did not take, the latest first. */
export const newSteps = async (
  reader: PlatformReader,
  span: NewsSpan,
  notBy: 'provider' | 'support',
): Promise<NewsRow[]> => {
  const { providerId, after, most } = span
  const steps = reader.db
    .selectFrom('application_transition')
    .innerJoin('application', 'application.client_id', 'application_transition.client_id')
    .select(['application.name', 'application.client_id', 'position', 'action', 'at', 'actor_kind', 'actor_id'])
    .select('reason')
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('application.provider_id').orderBy('at', 'desc').orderBy('position', 'desc'))
        .as('place'),
    )
    .where('actor_kind', '!=', notBy)
    .where('at', '>', after)
    .where('application.deleted_at', 'is', null)
    .$if(providerId !== null, (query) => query.where('application.provider_id', '=', providerId))
  const rows = await reader.db
    .selectFrom(steps.as('told'))
    .selectAll()
    .where('place', '<=', mostOfOne(span))
    .orderBy('at', 'desc')
    .orderBy('client_id')
    .orderBy('position', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ name, client_id, position, action, at, actor_kind, actor_id, reason }) => ({
    ...NO_DETAILS,
    kind: 'STEP',
    key: `${client_id}_${position}`,
    at,
    clientId: client_id,
    name,
    actor_kind,
    actor_id,
    action,
    text: reason,
  }))
}

/** Operators that allowed one of the provider's applications, the latest first; persons who allowed theirs are no news. */
export const newConnections = async (
  reader: PlatformReader,
  { providerId, after, most }: NewsSpan,
): Promise<NewsRow[]> => {
  const rows = await reader.db
    .selectFrom('application')
    .innerJoin('oauth_grant', 'oauth_grant.client_id', 'application.client_id')
    .innerJoin('tenant', 'tenant.tenant_id', 'oauth_grant.tenant_id')
    .innerJoin('operator', 'operator.operator_id', 'tenant.operator_id')
    .select(['application.name', 'application.client_id', 'grant_id', 'oauth_grant.created_at as at', 'environment'])
    .select(['operator.operator_id', 'operator.name as operatorName'])
    .where('application.provider_id', '=', providerId)
    .where('application.deleted_at', 'is', null)
    .where('application.personal', '=', 0)
    .where('oauth_grant.created_at', '>', after)
    .where('oauth_grant.ended_at', 'is', null)
    .orderBy('oauth_grant.created_at', 'desc')
    .orderBy('grant_id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ name, client_id, grant_id, at, environment, operator_id, operatorName }) => ({
    ...NO_DETAILS,
    kind: 'CONNECTED',
    key: grant_id,
    at,
    clientId: client_id,
    operatorId: operator_id,
    name,
    actor_kind: 'provider',
    actorName: operatorName,
    environment,
  }))
}

/** New numbers that wait for support, or that support allowed the provider. */
export const newPhoneNumbers = async (
  reader: PlatformReader,
  { providerId, after, most }: NewsSpan,
  by: 'provider' | 'support',
): Promise<NewsRow[]> => {
  const time = by === 'provider' ? 'asked_at' : 'allowed_at'
  const rows = await reader.db
    .selectFrom('phone_change')
    .innerJoin('application', 'application.client_id', 'phone_change.client_id')
    .select(['application.name', 'application.client_id', 'asked_by', 'asked_at', 'allowed_by', 'allowed_at'])
    .where(time, '>', after)
    .$if(by === 'provider', (query) => query.where('allowed_at', 'is', null))
    .where('application.deleted_at', 'is', null)
    .$if(providerId !== null, (query) => query.where('application.provider_id', '=', providerId))
    .orderBy(time, 'desc')
    .limit(most)
    .execute()
  return rows.map(({ name, client_id, asked_by, asked_at, allowed_by, allowed_at }) => ({
    ...NO_DETAILS,
    kind: 'PHONE_NUMBER',
    key: client_id,
    at: by === 'provider' ? asked_at : (allowed_at ?? asked_at),
    clientId: client_id,
    name,
    actor_kind: by === 'support' && allowed_by === null ? 'host' : by,
    actor_id: by === 'provider' ? asked_by : allowed_by,
  }))
}

/** Suspensions of operators that a colleague asks for. */
export const newSuspensions = async (reader: PlatformReader, after: number, notBy: string): Promise<NewsRow[]> => {
  const rows = await reader.db
    .selectFrom('asked_suspension')
    .innerJoin('operator', 'operator.operator_id', 'asked_suspension.operator_id')
    .select(['operator.name', 'operator.operator_id', 'asked_by', 'asked_at', 'reason'])
    .where('asked_at', '>', after)
    .where('asked_by', '!=', notBy)
    .execute()
  return rows.map(({ name, operator_id, asked_by, asked_at, reason }) => ({
    ...NO_DETAILS,
    kind: 'SUSPENSION_ASKED',
    key: operator_id,
    at: asked_at,
    operatorId: operator_id,
    name,
    actor_kind: 'support',
    actor_id: asked_by,
    text: reason,
  }))
}

/** What members who left made, and nobody took over yet (ADR 257). */
export const newLeftBehind = async (
  reader: PlatformReader,
  { providerId, after, most }: NewsSpan & { readonly providerId: string },
  now: number,
): Promise<NewsRow[]> => {
  const span = { providerId, maker: { leftAfter: after }, most }
  const shared = ({ clientId, applicationName, makerName, leftAt }: LeftRow) =>
    ({
      ...NO_DETAILS,
      at: leftAt ?? 0,
      clientId,
      name: applicationName,
      actor_kind: 'provider',
      actorName: makerName,
    }) as const
  const webhooks = (await webhooksBehind(reader, span)).map((row): NewsRow => {
    const { webhookId, host, environment } = row
    return { ...shared(row), kind: 'LEFT_WEBHOOK', key: webhookId, text: host, environment }
  })
  const secrets = (await secretsBehind(reader, { ...span, now })).map((row): NewsRow => {
    const { hash, lastFour } = row
    return { ...shared(row), kind: 'LEFT_SECRET', key: hash.slice(0, 12), text: lastFour }
  })
  return [...webhooks, ...secrets]
}

/** Until when this person has seen the news; 0 for who never looked. */
export const newsSeenAt = async (reader: TenantReader, userId: string): Promise<number> => {
  const row = await reader.db
    .selectFrom('news_seen')
    .select('seen_at')
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.seen_at ?? 0
}

/** It only moves forwards: of two windows the later look counts. */
export const saveNewsSeen = async (tx: TenantTx, userId: string, seenAt: number): Promise<void> => {
  await tx.db
    .insertInto('news_seen')
    .values({ tenant_id: tx.tenantId, user_id: userId, seen_at: seenAt })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ seen_at: seenAt })
        .where('news_seen.seen_at', '<', seenAt),
    )
    .execute()
}
