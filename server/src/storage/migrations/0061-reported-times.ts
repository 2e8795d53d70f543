/**
 * Times by report, uplifts, history, reasons of risk, and whether a flight was released. Times that are stored already
 * become reports of the operator, at the time of the flight's last change.
 */
import { sql } from 'kysely'
import type { Migration, Schema } from './migration.ts'
import { run } from './schema.ts'

const EVENTS = [
  ['OFF_BLOCK', 'offBlock'],
  ['TAKE_OFF', 'takeOff'],
  ['LANDING', 'landing'],
  ['ON_BLOCK', 'onBlock'],
] as const

interface Flown {
  tenant_id: string
  flight_id: string
  actual: string
  updated_at: number
}

const reportsOf = ({ actual, updated_at }: Flown): string => {
  const times = JSON.parse(actual) as Readonly<Record<string, number | null>>
  const reports = EVENTS.flatMap(([event, field]) => {
    const at = times[field] ?? null
    return at === null ? [] : [{ event, at, source: 'OPS', reportedAt: Number(updated_at), by: null }]
  })
  return JSON.stringify(reports)
}

const writeReports = async (db: Schema): Promise<void> => {
  const { rows } = await sql<Flown>`select tenant_id, flight_id, actual, updated_at from flight
    where status in ('OFF_BLOCK', 'AIRBORNE', 'LANDED', 'ON_BLOCK', 'CLOSED')`.execute(db)
  for (const row of rows) {
    await sql`update flight set time_report_list = ${reportsOf(row)}
      where tenant_id = ${row.tenant_id} and flight_id = ${row.flight_id}`.execute(db)
  }
}

export const migration: Migration = {
  name: '0061-reported-times',
  up: async (db, kind) => {
    const integer = kind === 'sqlite' ? 'integer' : 'bigint'
    for (const column of ['target_off_block', 'calculated_take_off', 'landing_count', 'released_at']) {
      await run(db, `alter table flight add column ${column} ${integer}`)
    }
    for (const column of ['time_report_list', 'fuel_uplift_list', 'history_list', 'risk_reason_list']) {
      await run(db, `alter table flight add column ${column} text not null default '[]'`)
    }
    await writeReports(db)
    await run(db, `update flight set actual = replace(actual, '}', ',"impliedList":[]}')`)
    await run(
      db,
      `update flight set released_at = updated_at
       where status in ('RELEASED', 'OFF_BLOCK', 'AIRBORNE', 'LANDED', 'ON_BLOCK', 'CLOSED')`,
    )
  },
}
