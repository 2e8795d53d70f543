/** Operators as support sees them: names, states and counts. */
import { sql } from 'kysely'
import { PLATFORM_REALM_IDS } from '../../domain/identity/realm.ts'
import type { Environment } from '../../domain/tenancy/tenant.ts'
import { tenantArea } from '../../domain/validity-area.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

export interface TenantSeen {
  readonly tenantId: string
  readonly operatorId: string
  readonly name: string
  readonly environment: Environment
  readonly createdAt: number
  readonly closedAt: number | null
  readonly users: number
  readonly addOns: number
  readonly lastRequestAt: number | null
}

/** Every tenant of operators, suspended ones included. */
export const tenantsSeen = async (reader: PlatformReader): Promise<TenantSeen[]> => {
  const { rows } = await sql<TenantSeen>`
    select tenant.tenant_id as "tenantId", tenant.operator_id as "operatorId", operator.name as name,
      tenant.environment as environment, tenant.created_at as "createdAt", tenant.closed_at as "closedAt",
      (select count(*) from user_account where user_account.tenant_id = tenant.tenant_id and removed_at is null) as users,
      (select count(distinct client_id) from oauth_grant
        where oauth_grant.tenant_id = tenant.tenant_id and ended_at is null) as "addOns",
      (select max(last_at) from usage_actor where usage_actor.tenant_id = tenant.tenant_id) as "lastRequestAt"
    from tenant join operator on operator.operator_id = tenant.operator_id
    where tenant.tenant_id not in (${sql.join([...PLATFORM_REALM_IDS])})
    order by tenant.operator_id, tenant.environment`.execute(reader.db)
  return rows
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
