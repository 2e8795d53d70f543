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

const isWrong = `coalesce(f.buyer, '') <> coalesce(t.buyer, '')`
const flights = 'flight f left join trip t on t.tenant_id = f.tenant_id and t.trip_id = f.trip_id'

/** Nobody commits a change of these flights from here on. */
const lockFlights = `select f.flight_id from ${flights} where ${isWrong} order by f.tenant_id, f.flight_id for update of f`

/** Read once: an operator may have a million flights. */
const noteMended = `create temporary table mended_buyer as
  select f.tenant_id, f.flight_id, f.version, f.buyer as former, t.buyer as next,
    row_number() over (partition by f.tenant_id order by f.flight_id) as place,
    count(*) over (partition by f.tenant_id) as total
  from ${flights} where ${isWrong}`

const lockHeads = `select position from change_head where tenant_id in (select tenant_id from mended_buyer)
  order by tenant_id for update`

const takePositions = `update change_head set position = position
  + (select max(total) from mended_buyer m where m.tenant_id = change_head.tenant_id)
  where tenant_id in (select tenant_id from mended_buyer)`

const position = 'h.position - m.total + m.place'
const told = 'mended_buyer m join change_head h on h.tenant_id = m.tenant_id'

const tell = (kind: EngineKind): string =>
  `insert into change_entry (tenant_id, position, entity, entity_id, kind, version, field_list, at)
   select m.tenant_id, ${position}, 'FLIGHT', m.flight_id, 'SIGHT', m.version, '[]', ${now(kind)} from ${told}`

const tellBuyer = (column: 'former' | 'next'): string =>
  `insert into change_viewer (tenant_id, viewer, position, saw_before, sees_after)
   select m.tenant_id, 'buyer/' || m.${column}, ${position}, ${column === 'former' ? '1, 0' : '0, 1'}
   from ${told} where m.${column} is not null`

const mend = `update flight set buyer = (select m.next from mended_buyer m
    where m.tenant_id = flight.tenant_id and m.flight_id = flight.flight_id)
  where (tenant_id, flight_id) in (select tenant_id, flight_id from mended_buyer)`

export const migration: Migration = {
  name: '0351-buyers-of-flights',
  up: async (db, kind) => {
    if (kind === 'postgres') await run(db, lockFlights)
    await run(db, noteMended)
    if (kind === 'postgres') await run(db, lockHeads)
    await run(db, takePositions)
    await run(db, tell(kind))
    await run(db, tellBuyer('former'))
    await run(db, tellBuyer('next'))
    await run(db, mend)
    await run(db, 'drop table mended_buyer')
  },
}
