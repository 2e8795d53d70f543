/**
 * A flight's buyer is that of its trip, whoever writes the flight: servers of before, which kept the buyer of the trip
 * that a flight had left, go on beside this one for a while (ADR 238).
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

const BUYER = `(select t.buyer from trip t where t.tenant_id = new.tenant_id and t.trip_id = new.trip_id)`

const FUNCTION = `create or replace function buyer_of_its_trip() returns trigger language plpgsql
  as $$ begin new.buyer := ${BUYER}; return new; end $$`

const onPostgres = `create trigger flight_buyer before insert or update of trip_id, buyer on flight
  for each row execute function buyer_of_its_trip()`

const onSqlite = (name: string, when: string): string => `create trigger ${name} after ${when} on flight
  when new.buyer is not ${BUYER}
  begin update flight set buyer = ${BUYER} where tenant_id = new.tenant_id and flight_id = new.flight_id; end`

export const migration: Migration = {
  name: '0358-buyer-of-its-trip',
  up: async (db, kind) => {
    if (kind === 'postgres') {
      await run(db, FUNCTION)
      await run(db, onPostgres)
      return
    }
    await run(db, onSqlite('flight_buyer_added', 'insert'))
    await run(db, onSqlite('flight_buyer_changed', 'update of trip_id, buyer'))
  },
}
