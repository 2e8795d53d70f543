/** Dumps everything in a store: the files' bytes, or every row of every table. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestServer } from './test-server.ts'

/** With the write-ahead log, which may still contain deleted data. */
const files = (folder: string): string =>
  readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('')

const rows = async ({ world }: TestServer): Promise<string> => {
  const { db } = world.storage.platform
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db)
  const contents = tables.rows
    .filter(({ name }) => !/^(airport|aircraft_type)/.test(name))
    .map(async ({ name }) => (await sql`select row_to_json(t) from ${sql.table(name)} t`.execute(db)).rows)
  return JSON.stringify(await Promise.all(contents))
}

export const storeDump = async (server: TestServer): Promise<string> =>
  server.world.storage.kind === 'sqlite' ? files(server.config.dataFolder) : rows(server)
