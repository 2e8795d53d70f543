/** Operators as support sees them: names, states and counts. */
import { sql } from 'kysely'
import { PLATFORM_REALM_IDS } from '../../domain/identity/realm.ts'
import type { Environment } from '../../domain/tenancy/tenant.ts'
import { tenantArea } from '../../domain/validity-area.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'
import { takeName } from '../tenancy/taken-names.ts'

export interface TenantSeen {
  readonly tenantId: string
  readonly operatorId: string
  readonly name: string
  readonly environment: Environment
  readonly createdAt: number
  readonly closedAt: number | null
  readonly deletedAt: number | null
  readonly users: number
  readonly addOns: number
  readonly lastRequestAt: number | null
  /** The provider whose sandbox it is or was; null for an operator of its own. */
  readonly providerId: string | null
  readonly providerName: string | null
}

/**
 * Every tenant of operators, suspended and deleted ones included. A server of the release before this column makes
 * sandboxes without their provider (ADR 58): those are found by the provider's own row.
 */
export const tenantsSeen = async (reader: PlatformReader): Promise<TenantSeen[]> => {
  const { rows } = await sql<TenantSeen>`
    select tenant.tenant_id as "tenantId", tenant.operator_id as "operatorId",
      coalesce(tenant.name, operator.name) as name,
      tenant.environment as environment, tenant.created_at as "createdAt", tenant.closed_at as "closedAt",
      tenant.deleted_at as "deletedAt",
      (select count(*) from user_account where user_account.tenant_id = tenant.tenant_id and removed_at is null) as users,
      (select count(distinct client_id) from oauth_grant
        where oauth_grant.tenant_id = tenant.tenant_id and ended_at is null) as "addOns",
      (select max(last_at) from usage_actor where usage_actor.tenant_id = tenant.tenant_id) as "lastRequestAt",
      provider.provider_id as "providerId", provider.name as "providerName"
    from tenant join operator on operator.operator_id = tenant.operator_id
    left join provider on provider.provider_id = coalesce(operator.provider_id,
      (select owner.provider_id from provider owner where owner.sandbox_operator_id = operator.operator_id))
    where tenant.tenant_id not in (${sql.join([...PLATFORM_REALM_IDS])})
    order by tenant.operator_id, tenant.environment`.execute(reader.db)
  return rows
}

/** Locks an operator until the transaction ends, so that of two who suspend it one comes first. */
export const lockOperator = async (tx: PlatformTx, operatorId: string): Promise<void> => {
  await tx.db
    .selectFrom('operator')
    .select('operator_id')
    .where('operator_id', '=', operatorId)
    .$if(tx.kind === 'postgres', (query) => query.forNoKeyUpdate())
    .execute()
}

/** Opens or closes both environments, unless the operator is deleted; every process hears of it. The ids of the tenants that changed. */
export const setOperatorOpen = async (
  tx: PlatformTx,
  operatorId: string,
  closedAt: number | null,
): Promise<string[]> => {
  const changed = await tx.db
    .updateTable('tenant')
    .set({ closed_at: closedAt })
    .where('operator_id', '=', operatorId)
    .where('tenant_id', 'not in', [...PLATFORM_REALM_IDS])
    .where('closed_at', closedAt === null ? 'is not' : 'is', null)
    .where('deleted_at', 'is', null)
    .returning('tenant_id')
    .execute()
  for (const { tenant_id } of changed) tx.changeValidity(tenantArea(tenant_id))
  return changed.map(({ tenant_id }) => tenant_id)
}

export interface TenantStops {
  readonly users: number
  readonly signedIn: number
  readonly addOns: number
  readonly apiKeys: number
  readonly accessTokens: number
}

/** What works at one tenant now and stops with it. A session counts while nobody ended it and it was used since. */
export const tenantStops = async (
  reader: PlatformReader,
  tenantId: string,
  { now, sessionsSince }: { readonly now: number; readonly sessionsSince: number },
): Promise<TenantStops> => {
  const { rows } = await sql<TenantStops>`
    select
      (select count(*) from user_account where tenant_id = ${tenantId} and removed_at is null) as users,
      (select count(distinct user_id) from user_session where tenant_id = ${tenantId} and ended_at is null
        and stage = 'signed-in' and last_seen_at > ${sessionsSince}) as "signedIn",
      (select count(distinct client_id) from oauth_grant where tenant_id = ${tenantId} and ended_at is null) as "addOns",
      (select count(*) from api_key where tenant_id = ${tenantId} and revoked_at is null
        and (expires_at is null or expires_at > ${now})) as "apiKeys",
      (select count(*) from access_token where tenant_id = ${tenantId} and revoked_at is null
        and expires_at > ${now}) as "accessTokens"`.execute(reader.db)
  const [found] = rows
  if (!found) throw new Error('A count always gives a row')
  return found
}

/** Under the same name in both environments, whatever an operator called itself in one. The ids of its tenants. */
export const setOperatorName = async (tx: PlatformTx, operatorId: string, name: string): Promise<string[]> => {
  const { provider_id } = await tx.db
    .updateTable('operator')
    .set({ name })
    .where('operator_id', '=', operatorId)
    .returning('provider_id')
    .executeTakeFirstOrThrow()
  if (provider_id === null) await takeName(tx, name, `operator ${operatorId}`)
  const tenants = await tx.db
    .updateTable('tenant')
    .set({ name: null })
    .where('operator_id', '=', operatorId)
    .returning('tenant_id')
    .execute()
  for (const { tenant_id } of tenants) tx.changeValidity(tenantArea(tenant_id))
  return tenants.map(({ tenant_id }) => tenant_id)
}
