/** Codes of the operator's own, and its risk matrix. */
import type { RiskMatrix } from '../../../domain/operations/safety/risk.ts'
import type { SafetyCode, SafetyCodeList } from '../../../domain/operations/safety/safety-code.ts'
import type { TenantReader, TenantTx } from '../../handles.ts'

declare module '../../engines/tables.ts' {
  interface Tables {
    safety_code: { tenant_id: string; list: SafetyCodeList; code: string; label: string; is_active: number }
    risk_matrix: { tenant_id: string; matrix: string; version: number }
  }
}

export const ownCodes = async (reader: TenantReader): Promise<SafetyCode[]> => {
  const rows = await reader.db
    .selectFrom('safety_code')
    .select(['list', 'code', 'label', 'is_active'])
    .where('tenant_id', '=', reader.tenantId)
    .orderBy('list')
    .orderBy('code')
    .execute()
  return rows.map(({ is_active, ...row }) => ({ ...row, isOwn: true, isActive: is_active === 1 }))
}

export const saveCode = async (tx: TenantTx, { list, code, label, isActive }: SafetyCode): Promise<void> => {
  const values = { label, is_active: isActive ? 1 : 0 }
  await tx.db
    .insertInto('safety_code')
    .values({ tenant_id: tx.tenantId, list, code, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'list', 'code']).doUpdateSet(values))
    .execute()
}

export interface KeptMatrix extends RiskMatrix {
  readonly version: number
}

/** Undefined where the operator keeps the one that it began with. */
export const keptMatrix = async (reader: TenantReader): Promise<KeptMatrix | undefined> => {
  const row = await reader.db
    .selectFrom('risk_matrix')
    .select(['matrix', 'version'])
    .where('tenant_id', '=', reader.tenantId)
    .executeTakeFirst()
  return row && { ...(JSON.parse(row.matrix) as RiskMatrix), version: row.version }
}

/** False where another version stands meanwhile. */
export const saveMatrix = async (tx: TenantTx, matrix: RiskMatrix, expectedVersion: number): Promise<boolean> => {
  const text = JSON.stringify(matrix)
  if (expectedVersion === 0) {
    const made = await tx.db
      .insertInto('risk_matrix')
      .values({ tenant_id: tx.tenantId, matrix: text, version: 1 })
      .onConflict((conflict) => conflict.columns(['tenant_id']).doNothing())
      .returning('version')
      .executeTakeFirst()
    return made !== undefined
  }
  const changed = await tx.db
    .updateTable('risk_matrix')
    .set({ matrix: text, version: expectedVersion + 1 })
    .where('tenant_id', '=', tx.tenantId)
    .where('version', '=', expectedVersion)
    .returning('version')
    .executeTakeFirst()
  return changed !== undefined
}
