/**
 * What there is to tell, across all tenants: applications and keys near their cap or failing, keys that end or are
 * unused, old secrets still in use, papers that expire. Each finding names its tenant; closed tenants have none.
 */
import { type Fragment, fragment, rowsOf } from '../engines/fragment.ts'
import type { PlatformReader } from '../handles.ts'

interface OfTenant {
  readonly tenantId: string
}

/** An application by its client id, or a key. */
interface OfActor extends OfTenant {
  readonly actor: string
  readonly name: string
  readonly isKey: number
}

const OPEN_TENANT = fragment`exists (select 1 from tenant t where t.tenant_id = found.tenant_id and t.closed_at is null)`

/** Adds the name of the application or key; an actor that is neither any more is left out, e.g. a deleted application. */
const named = (found: Fragment): Fragment =>
  fragment`select found.tenant_id as "tenantId", found.*, coalesce(k.label, a.name) as name,
      case when k.api_key_id is null then 0 else 1 end as "isKey"
    from (${found}) found
    left join api_key k on k.tenant_id = found.tenant_id and k.api_key_id = found.actor
    left join application a on a.client_id = found.actor and a.deleted_at is null
    where ${OPEN_TENANT} and coalesce(k.label, a.name) is not null`

export interface NearCap extends OfActor {
  readonly active: number
}

/** Applications and keys of which one refresh token had at least `least` active tokens since then. */
export const actorsNearCap = (reader: PlatformReader, since: number, least: number): Promise<NearCap[]> =>
  rowsOf<NearCap>(
    reader,
    named(fragment`select tenant_id, actor, max(amount) as active from usage_count
      where at >= ${since} and metric = 'peak' and amount >= ${least} group by tenant_id, actor`),
  )

export interface Failing extends OfActor {
  readonly failed: number
  readonly all: number
}

/**
 * Applications and keys whose requests failed at least `least` times since then, and more often than they were
 * answered.
 */
export const failingActors = (reader: PlatformReader, since: number, least: number): Promise<Failing[]> =>
  rowsOf<Failing>(
    reader,
    named(fragment`select tenant_id, actor, cast(sum(amount) as bigint) as "all",
        cast(sum(case when metric = 'answered' then 0 else amount end) as bigint) as failed
      from usage_count where at >= ${since} and metric ${fragment.among(['answered', 'refused', 'failed'])}
      group by tenant_id, actor
      having sum(case when metric = 'answered' then 0 else amount end) >= ${least}
        and 2 * sum(case when metric = 'answered' then 0 else amount end) > sum(amount)`),
  )

export interface FailedDay extends Failing {
  /** When the day began, in UTC. */
  readonly day: number
}

/**
 * Applications and keys of which at least `least` requests of a day failed, and at least this part of that day's. Only
 * days with so many failures are added up: they are few.
 */
export const failedDays = (
  reader: PlatformReader,
  days: { readonly from: number; readonly to: number },
  { least, part }: { readonly least: number; readonly part: number },
): Promise<FailedDay[]> => {
  const day = fragment`cast(c.at / 86400000 as bigint) * 86400000`
  const ofDays = fragment`c.at >= ${days.from} and c.at < ${days.to}`
  return rowsOf<FailedDay>(
    reader,
    named(fragment`select bad.tenant_id, bad.actor, bad.day, bad.failed, cast(sum(c.amount) as bigint) as "all"
      from (select c.tenant_id, c.actor, ${day} as day, cast(sum(c.amount) as bigint) as failed
          from usage_count c where ${ofDays} and c.metric = 'failed'
          group by c.tenant_id, c.actor, ${day} having sum(c.amount) >= ${least}) bad
        join usage_count c on c.tenant_id = bad.tenant_id and c.actor = bad.actor
          and c.at >= bad.day and c.at < bad.day + 86400000
          and c.metric ${fragment.among(['answered', 'refused', 'throttled', 'failed'])}
      group by bad.tenant_id, bad.actor, bad.day, bad.failed
      having bad.failed >= ${part} * sum(c.amount)`),
  )
}

export interface KeyFinding extends OfTenant {
  readonly apiKeyId: string
  readonly label: string
}

/** A suspended key rests until the host decides: there is nothing for its operator to do. */
const IS_ACTIVE = fragment`found.revoked_at is null and found.suspended_at is null and ${OPEN_TENANT}`

const ACTIVE_KEYS = fragment`api_key found where ${IS_ACTIVE}`

/** Keys that end before this time and have not ended. */
export const endingKeys = (
  reader: PlatformReader,
  now: number,
  before: number,
): Promise<(KeyFinding & { readonly expiresAt: number })[]> =>
  rowsOf(
    reader,
    fragment`select found.tenant_id as "tenantId", found.api_key_id as "apiKeyId", found.label,
        found.expires_at as "expiresAt"
      from ${ACTIVE_KEYS} and found.expires_at > ${now} and found.expires_at <= ${before}`,
  )

/** When a key was last used, or made: its tokens, or the requests that came with them. */
const LAST_USE = fragment`(select max(used.at) from (
    select found.created_at as at
    union all select coalesce(r.last_used_at, 0) from refresh_token r
      where r.tenant_id = found.tenant_id and r.api_key_id = found.api_key_id
    union all select u.last_at from usage_actor u where u.tenant_id = found.tenant_id and u.actor = found.api_key_id
  ) used)`

/** Keys that were neither made nor used since then. */
export const unusedKeys = (
  reader: PlatformReader,
  now: number,
  since: number,
): Promise<(KeyFinding & { readonly lastUse: number })[]> =>
  rowsOf(
    reader,
    fragment`select * from (
      select found.tenant_id as "tenantId", found.api_key_id as "apiKeyId", found.label, ${LAST_USE} as "lastUse"
      from ${ACTIVE_KEYS} and found.created_at <= ${since} and (found.expires_at is null or found.expires_at > ${now})
    ) unused where unused."lastUse" <= ${since}`,
  )

export interface EndingToken extends KeyFinding {
  readonly refreshTokenId: string
  readonly expiresAt: number
}

/** Secrets of keys that end before this time although something used them after a newer one was made. */
export const endingTokens = (reader: PlatformReader, now: number, before: number): Promise<EndingToken[]> =>
  rowsOf(
    reader,
    fragment`select found.tenant_id as "tenantId", found.api_key_id as "apiKeyId", found.label,
        r.refresh_token_id as "refreshTokenId", r.expires_at as "expiresAt"
      from refresh_token r join api_key found on found.tenant_id = r.tenant_id and found.api_key_id = r.api_key_id
      where ${IS_ACTIVE} and r.revoked_at is null
        and r.not_over_before > ${now} and r.not_over_before <= ${before}
        and r.expires_at > ${now} and r.expires_at <= ${before}
        and exists (select 1 from refresh_token n where n.tenant_id = r.tenant_id and n.api_key_id = r.api_key_id
          and n.created_at > r.created_at and n.created_at < r.last_used_at)`,
  )

export interface ExpiringPaper extends OfTenant {
  readonly qualificationId: string
  readonly dueAt: number
  readonly crewMemberId: string
  readonly userId: string | null
  readonly name: string
  readonly surname: string
  readonly label: string
  readonly validTo: string
}

/** Papers whose reminder was given since then, and that nothing has superseded (data §5). */
export const expiringPapers = (reader: PlatformReader, since: number): Promise<ExpiringPaper[]> =>
  rowsOf(
    reader,
    fragment`select found.tenant_id as "tenantId", found.entity_id as "qualificationId", found.due_at as "dueAt",
        c.crew_member_id as "crewMemberId", c.user_id as "userId", c.name, c.surname, q.label, q.valid_to as "validTo"
      from reminder found
      join qualification q on q.tenant_id = found.tenant_id and q.qualification_id = found.entity_id
      join crew_member c on c.tenant_id = q.tenant_id and c.crew_member_id = q.crew_member_id
      where found.kind = 'QUALIFICATION_EXPIRING' and found.given_at >= ${since} and q.superseded_by_id is null
        and c.is_active = 1 and ${OPEN_TENANT}`,
  )
