/**
 * The ordered change feed. A sequence is not commit order; the number is taken from the tenant's head row by the
 * last statements before COMMIT, so whoever holds the head commits before the next one can number anything, and
 * no change ever appears behind a cursor already handed out.
 */
import type { TenantTx } from './storage.ts'

export interface ChangeDraft {
  readonly entity: string
  readonly entityId: string
  readonly kind: 'CREATED' | 'UPDATED' | 'DELETED'
  readonly version: number
  readonly fieldList: readonly string[]
}

declare module './tables.ts' {
  interface Tables {
    change_head: { tenant_id: string; position: number }
    change_entry: {
      tenant_id: string
      position: number
      entity: string
      entity_id: string
      kind: string
      version: number
      field_list: string
      at: number
    }
  }
}

export const appendChanges = async (tx: TenantTx): Promise<void> => {
  const count = tx.changes.length
  if (count === 0) return
  const head = await tx.db
    .updateTable('change_head')
    .set((eb) => ({ position: eb('position', '+', count) }))
    .where('tenant_id', '=', tx.tenantId)
    .returning('position')
    .executeTakeFirstOrThrow()
  const at = await tx.now()
  await tx.db
    .insertInto('change_entry')
    .values(
      tx.changes.map((change, index) => ({
        tenant_id: tx.tenantId,
        position: head.position - count + 1 + index,
        entity: change.entity,
        entity_id: change.entityId,
        kind: change.kind,
        version: change.version,
        field_list: JSON.stringify(change.fieldList),
        at,
      })),
    )
    .execute()
}
