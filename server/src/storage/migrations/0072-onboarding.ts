/**
 * What an operator says of its aircraft, crew and papers when it begins, and its own rules. A medical whose label names
 * its class gets that class, so that a renewal under another label supersedes it. Crew members get the days on which
 * their ratings are valid, so that a list of them need not read their papers.
 */
import { sql } from 'kysely'
import type { Migration, Schema } from './migration.ts'
import { run, tenantTable } from './schema.ts'

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  aircraft: ['min_flight_crew integer', 'cabin_note text', 'luggage_m3 text', 'insured_liability text'],
  crew_member: ['date_of_birth text', 'nationality text', 'sex text', "rating_periods text not null default '[]'"],
  qualification: [
    'rating_code text',
    'medical_class text',
    'issuing_country text',
    'supersedes_id text',
    'superseded_by_id text',
  ],
  operator_profile: ['aoc_number text', 'version integer not null default 1'],
}

const CLASSES: Readonly<Record<string, string>> = { 'class 1': 'CLASS_1', 'class 2': 'CLASS_2', lapl: 'LAPL' }

interface Rating {
  readonly tenant_id: string
  readonly crew_member_id: string
  readonly label: string
  readonly valid_from: string
  readonly valid_to: string | null
}

const fillRatingPeriods = async (db: Schema): Promise<void> => {
  const { rows } = await sql<Rating>`select tenant_id, crew_member_id, label, valid_from, valid_to from qualification
    where kind = 'TYPE_RATING' order by tenant_id, crew_member_id, valid_from`.execute(db)
  for (const held of Map.groupBy(rows, (row) => `${row.tenant_id} ${row.crew_member_id}`).values()) {
    const [{ tenant_id, crew_member_id } = { tenant_id: '', crew_member_id: '' }] = held
    const periods = held.map(({ label, valid_from, valid_to }) => ({
      ratingCode: label.trim().toUpperCase(),
      validFrom: valid_from,
      validTo: valid_to,
    }))
    await sql`update crew_member set rating_periods = ${JSON.stringify(periods)}
      where tenant_id = ${tenant_id} and crew_member_id = ${crew_member_id}`.execute(db)
  }
}

export const migration: Migration = {
  name: '0072-onboarding',
  up: async (db, kind) => {
    for (const [table, columns] of Object.entries(COLUMNS)) {
      for (const column of columns) {
        const typed = kind === 'postgres' ? column.replace(/\binteger\b/, 'bigint') : column
        await run(db, `alter table ${table} add column ${typed}`)
      }
    }
    for (const [words, name] of Object.entries(CLASSES)) {
      await run(
        db,
        `update qualification set medical_class = '${name}'
         where kind = 'MEDICAL' and medical_class is null and lower(label) like '%${words}%'`,
      )
    }
    await fillRatingPeriods(db)
    await tenantTable(db, kind, 'operator_settings', {
      key: '',
      body: 'rules text not null, version integer not null, updated_at integer not null, updated_by text',
    })
  },
}
