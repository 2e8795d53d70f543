/** The states of some records as a view sees them, for webhooks that choose by them. */
import type { EntityKind } from '../../domain/entity-kind.ts'
import { statusFields, statusOf } from '../../domain/events/record-statuses.ts'
import type { RecordEntity } from '../../domain/records/all-records.ts'
import type { Versioned } from '../../domain/versioned.ts'
import { Columns } from '../columns.ts'
import { STORED_RECORDS } from '../operations/stored-records.ts'
import type { RecordKind } from '../record-kind.ts'
import { recordsById } from '../records.ts'
import type { ViewReader } from '../view.ts'

/** Of a kind that has states; what is gone or not seen is left out. */
export const statusesById = async (
  reader: ViewReader,
  entity: EntityKind,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> => {
  const kind = STORED_RECORDS[entity as RecordEntity] as unknown as RecordKind<Versioned>
  const columns = new Columns<Versioned>(kind, new Set(statusFields(entity)))
  const found = await recordsById(reader, kind, ids, columns)
  return new Map([...found].map(([id, record]) => [id, statusOf(entity, record, now)]))
}
