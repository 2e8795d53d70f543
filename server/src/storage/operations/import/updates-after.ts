/** What the change feed tells of some records after a position. */
import type { EntityKind } from '../../../domain/entity-kind.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { TenantReader } from '../../handles.ts'

export interface Update {
  readonly recordId: string
  /** The version that the update made. */
  readonly version: number
  readonly fieldList: readonly string[]
}

interface Sought {
  readonly entity: EntityKind
  readonly ids: readonly string[]
  readonly after: number
}

/** Reads the feed from the position on, by its key: what an operator changed within a day. */
export const updatesAfter = async (reader: TenantReader, { entity, ids, after }: Sought): Promise<Update[]> => {
  const rows = await rowsOf<Omit<Update, 'fieldList'> & { readonly fieldList: string }>(
    reader,
    fragment`select entity_id as "recordId", version, field_list as "fieldList" from change_entry
      where tenant_id = ${reader.tenantId} and position > ${after}
        and entity = ${entity} and kind = ${'UPDATED'} and entity_id ${fragment.among(ids)}`,
  )
  return rows.map((row) => ({ ...row, fieldList: JSON.parse(row.fieldList) as string[] }))
}
