/** Operators, and the one or two tenants of each. */
import type { Environment, Tenant } from '../../domain/tenancy/tenant.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    operator: { operator_id: string; name: string; created_at: number }
    tenant: {
      tenant_id: string
      operator_id: string
      environment: Environment
      created_at: number
      closed_at: number | null
    }
  }
}

const selectTenants = (reader: PlatformReader) =>
  reader.db
    .selectFrom('tenant')
    .innerJoin('operator', 'operator.operator_id', 'tenant.operator_id')
    .select([
      'tenant.tenant_id as tenantId',
      'tenant.operator_id as operatorId',
      'tenant.environment as environment',
      'operator.name as name',
    ])
    .where('tenant.closed_at', 'is', null)

export const findTenant = (
  reader: PlatformReader,
  operatorId: string,
  environment: Environment,
): Promise<Tenant | undefined> =>
  selectTenants(reader)
    .where('tenant.operator_id', '=', operatorId)
    .where('tenant.environment', '=', environment)
    .executeTakeFirst()

export const allTenants = (reader: PlatformReader): Promise<Tenant[]> =>
  selectTenants(reader).orderBy('tenant.operator_id').orderBy('tenant.environment').execute()

export const insertOperator = async (tx: PlatformTx, operatorId: string, name: string): Promise<void> => {
  await tx.db
    .insertInto('operator')
    .values({ operator_id: operatorId, name, created_at: await tx.now() })
    .onConflict((conflict) => conflict.column('operator_id').doNothing())
    .execute()
}

/** False if the operator already has a tenant in that environment. */
export const insertTenant = async (
  tx: PlatformTx,
  tenant: { readonly tenantId: string; readonly operatorId: string; readonly environment: Environment },
): Promise<boolean> => {
  const inserted = await tx.db
    .insertInto('tenant')
    .values({
      tenant_id: tenant.tenantId,
      operator_id: tenant.operatorId,
      environment: tenant.environment,
      created_at: await tx.now(),
      closed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['operator_id', 'environment']).doNothing())
    .returning('tenant_id')
    .executeTakeFirst()
  if (!inserted) return false
  await tx.db.insertInto('change_head').values({ tenant_id: tenant.tenantId, position: 0 }).execute()
  return true
}
