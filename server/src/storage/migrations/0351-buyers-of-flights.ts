/**
 * A flight's buyer is that of its trip: those that kept the buyer of a trip they left, or never got that of one they
 * joined, are mended, and the feed tells whose view they leave and enter (threats row 454). Flights are locked before
 * the heads of the feeds, as everywhere.
 */
import type { EngineKind } from '../engines/engine.ts'
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

const now = (kind: EngineKind): string =>
  kind === 'postgres' ? '(extract(epoch from now()) * 1000)::bigint' : 'unixepoch() * 1000'

const mended = `select f.tenant_id, f.flight_id, f.version, f.buyer as former, t.buyer as next,
    row_number() over (partition by f.tenant_id order by f.flight_id) as place
  from flight f left join trip t on t.tenant_id = f.tenant_id and t.trip_id = f.trip_id
  where coalesce(f.buyer, '') <> coalesce(t.buyer, '')`

/** Nobody commits a change of these operators' flights from here on. */
const locks = [
  `select f.flight_id from flight f left join trip t on t.tenant_id = f.tenant_id and t.trip_id = f.trip_id
   where coalesce(f.buyer, '') <> coalesce(t.buyer, '') order by f.tenant_id, f.flight_id for update of f`,
  `select position from change_head where tenant_id in (select m.tenant_id from (${mended}) m)
   order by tenant_id for update`,
]

const takePositions = `update change_head set position = position
  + (select count(*) from (${mended}) m where m.tenant_id = change_head.tenant_id)
  where tenant_id in (select m.tenant_id from (${mended}) m)`

const position = `h.position - (select count(*) from (${mended}) c where c.tenant_id = m.tenant_id) + m.place`

const tell = (kind: EngineKind): string =>
  `insert into change_entry (tenant_id, position, entity, entity_id, kind, version, field_list, at)
   select m.tenant_id, ${position}, 'FLIGHT', m.flight_id, 'SIGHT', m.version, '[]', ${now(kind)}
   from (${mended}) m join change_head h on h.tenant_id = m.tenant_id`

const tellBuyer = (column: 'former' | 'next'): string =>
  `insert into change_viewer (tenant_id, viewer, position, saw_before, sees_after)
   select m.tenant_id, 'buyer/' || m.${column}, ${position}, ${column === 'former' ? '1, 0' : '0, 1'}
   from (${mended}) m join change_head h on h.tenant_id = m.tenant_id where m.${column} is not null`

const mend = `update flight set buyer = (select t.buyer from trip t
    where t.tenant_id = flight.tenant_id and t.trip_id = flight.trip_id)
  where exists (select 1 from (${mended}) m where m.tenant_id = flight.tenant_id and m.flight_id = flight.flight_id)`

export const migration: Migration = {
  name: '0351-buyers-of-flights',
  up: async (db, kind) => {
    if (kind === 'postgres') for (const lock of locks) await run(db, lock)
    await run(db, takePositions)
    await run(db, tell(kind))
    await run(db, tellBuyer('former'))
    await run(db, tellBuyer('next'))
    await run(db, mend)
  },
}
