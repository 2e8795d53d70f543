/**
 * Duties as planned and as they turned out, what engines say of them, and where a duty begins by name. Aircraft carry
 * the blocks that ground them, so that their status needs no second statement.
 */
import { sql } from 'kysely'
import type { Migration, Schema } from './migration.ts'
import { run } from './schema.ts'

interface Grounding {
  tenant_id: string
  aircraft_id: string
  from: number
  to: number
  reason: string
  is_end_estimated: number
}

const writeGroundings = async (db: Schema): Promise<void> => {
  const { rows } =
    await sql<Grounding>`select tenant_id, aircraft_id, "from", "to", reason, is_end_estimated from unavailability
    where reason in ('AOG', 'MAINTENANCE') order by "from"`.execute(db)
  const byAircraft = Map.groupBy(rows, ({ tenant_id, aircraft_id }) => JSON.stringify([tenant_id, aircraft_id]))
  for (const [key, blocks] of byAircraft) {
    const [tenantId, aircraftId] = JSON.parse(key) as [string, string]
    const list = blocks.map(({ from, to, reason, is_end_estimated }) => ({
      from: Number(from),
      to: Number(to),
      reason,
      isEndEstimated: Number(is_end_estimated) === 1,
    }))
    await sql`update aircraft set grounding_list = ${JSON.stringify(list)}
      where tenant_id = ${tenantId} and aircraft_id = ${aircraftId}`.execute(db)
  }
}

const DAY_MS = 86_400_000

/** An aircraft that was set AOG or MAINTENANCE by hand gets the block that its status follows from now. */
const openBlocks = async (db: Schema, integer: string): Promise<void> => {
  await run(
    db,
    `insert into unavailability (tenant_id, unavailability_id, aircraft_id, "from", "to", reason, note, is_end_estimated,
       version, created_at, updated_at)
     select a.tenant_id, 'una_' || a.aircraft_id, a.aircraft_id, a.updated_at, a.updated_at + cast(${DAY_MS} as ${integer}),
       a.status, null, 1, 1, a.updated_at, a.updated_at
     from aircraft a where a.status in ('AOG', 'MAINTENANCE') and not exists (
       select 1 from unavailability u where u.tenant_id = a.tenant_id and u.aircraft_id = a.aircraft_id
         and u.reason = a.status and u."to" > a.updated_at)`,
  )
  await run(db, `update aircraft set status = 'ACTIVE' where status in ('AOG', 'MAINTENANCE')`)
  await run(
    db,
    `update change_head set record_count = record_count + (select count(*) from unavailability u
       where u.tenant_id = change_head.tenant_id and u.unavailability_id = 'una_' || u.aircraft_id)`,
  )
}

export const migration: Migration = {
  name: '0062-duties-in-fact',
  up: async (db, kind) => {
    const integer = kind === 'sqlite' ? 'integer' : 'bigint'
    for (const column of ['planned_start_at', 'planned_end_at']) {
      await run(db, `alter table duty add column ${column} ${integer} not null default 0`)
    }
    for (const column of ['actual_start_at', 'actual_end_at', 'fdp_end_at']) {
      await run(db, `alter table duty add column ${column} ${integer}`)
    }
    for (const column of ['start_airport_id', 'end_airport_id'])
      await run(db, `alter table duty add column ${column} text`)
    await run(db, `alter table duty add column assessment_list text not null default '[]'`)
    await run(db, 'update duty set planned_start_at = start_at, planned_end_at = end_at')
    await run(db, `alter table flight_crew add column starts_duty ${integer}`)
    await run(db, `alter table unavailability add column is_end_estimated ${integer} not null default 0`)
    await run(db, `alter table aircraft add column grounding_list text not null default '[]'`)
    await openBlocks(db, integer)
    await writeGroundings(db)
  },
}
