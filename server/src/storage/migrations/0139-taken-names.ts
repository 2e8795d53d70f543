/** Which names of operators, companies and applications are taken, by their skeletons (threats row 141). */
import { sql } from 'kysely'
import { nameSkeleton } from '../../domain/name-skeleton.ts'
import type { Migration, Schema } from './migration.ts'
import { platformTable } from './schema.ts'

/** Of names that look alike the first has it, operators before others; the others keep what they are called. */
const HOLDERS = `
  select 'operator ' || operator_id as holder, name, 1 as place, created_at from operator where provider_id is null
  union all select 'provider ' || provider_id, name, 2, created_at from provider
  union all select coalesce('provider ' || provider_id, 'host'), name, 3, created_at from application
  order by place, created_at, holder`

const fill = async (db: Schema): Promise<void> => {
  const { rows } = await sql.raw<{ holder: string; name: string }>(HOLDERS).execute(db)
  for (const { holder, name } of rows) {
    await db
      .insertInto('taken_name')
      .values({ skeleton: nameSkeleton(name), holder })
      .onConflict((conflict) => conflict.column('skeleton').doNothing())
      .execute()
  }
}

export const migration: Migration = {
  name: '0139-taken-names',
  up: async (db, kind) => {
    await platformTable(db, kind, 'taken_name', 'skeleton text primary key, holder text not null')
    await fill(db)
  },
}
