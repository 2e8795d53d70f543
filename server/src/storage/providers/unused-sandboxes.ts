/** Finds sandbox operators of providers that nobody has used for a time. */
import { fragment, rowsOf } from '../engines/fragment.ts'
import type { PlatformTx, TenantTx } from '../handles.ts'

export interface UnusedSandbox {
  readonly providerId: string
  readonly operatorId: string
  readonly tenantId: string
}

type Fragment = ReturnType<typeof fragment>

/** A request of an application or key, or an entry of the audit log, which holds sign-ins, grants and changes. */
const usedSince = (since: Fragment): Fragment =>
  fragment`(exists (select 1 from usage_actor u where u.tenant_id = t.tenant_id and u.last_at >= ${since})
    or exists (select 1 from audit_entry a where a.tenant_id = t.tenant_id and a.at >= ${since}))`

const usedSinceWarning = usedSince(fragment`p.sandbox_warned_at`)

/** The oldest one that nobody has used since `since`. */
const oldestUnused = async (tx: PlatformTx, since: number, state: Fragment): Promise<UnusedSandbox | undefined> => {
  const [found] = await rowsOf<UnusedSandbox>(
    tx,
    fragment`select p.provider_id as "providerId", t.operator_id as "operatorId", t.tenant_id as "tenantId"
    from provider p join tenant t on t.operator_id = p.sandbox_operator_id and t.environment = 'sandbox'
    where t.created_at < ${since} and t.closed_at is null and ${state} and not ${usedSince(fragment`${since}`)}
    order by t.created_at, p.provider_id limit 1`,
  )
  return found
}

/** Unused since `since`; its members were not warned, or it was used after that. */
export const sandboxToWarnOf = (tx: PlatformTx, since: number) =>
  oldestUnused(tx, since, fragment`(p.sandbox_warned_at is null or ${usedSinceWarning})`)

/** Unused since `since`; its members were warned no later than `warnedBy`, and nobody has used it after that. */
export const sandboxToRemove = (tx: PlatformTx, since: number, warnedBy: number) =>
  oldestUnused(tx, since, fragment`p.sandbox_warned_at <= ${warnedBy} and not ${usedSinceWarning}`)

/** The grants in force of one tenant. */
export const grantsInForce = (tx: TenantTx): Promise<{ grantId: string; userId: string | null }[]> =>
  tx.db
    .selectFrom('oauth_grant')
    .select(['grant_id as grantId', 'user_id as userId'])
    .where('tenant_id', '=', tx.tenantId)
    .where('ended_at', 'is', null)
    .execute()
