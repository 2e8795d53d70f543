/** The states of records, by which a webhook may choose what it hears (events §2). */
import type { EntityKind } from '../entity-kind.ts'
import { type Aircraft, statusAt } from '../operations/fleet/aircraft.ts'
import { RECORDS } from '../records/all-records.ts'
import type { AnyDescription } from '../records/description.ts'

/** The states of each kind that has some. */
export const ENTITY_STATUSES: ReadonlyMap<EntityKind, readonly string[]> = new Map(
  RECORDS.flatMap(({ entity, fields }: AnyDescription) =>
    fields.status?.words ? [[entity as EntityKind, fields.status.words.values] as const] : [],
  ),
)

/** The fields that tell the state of a record. */
export const statusFields = (entity: EntityKind): readonly string[] =>
  entity === 'AIRCRAFT' ? ['status', 'groundingList'] : ['status']

/** As the graph shows it: that of an aircraft follows from the blocks that cover this moment. */
export const statusOf = (entity: EntityKind, record: object, now: number): string =>
  entity === 'AIRCRAFT' ? statusAt(record as Aircraft, now) : (record as { readonly status: string }).status
