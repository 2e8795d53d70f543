/**
 * Row 150: an operator with a million records goes into a file and comes out of it on the other store, both ways, and
 * neither process takes more memory than one with a thousand records would.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { newPlace, type Place, type Store } from '../../server/test/support/places.ts'
import { stopOwnPostgres } from '../../server/test/support/postgres.ts'
import { openTestStorage } from '../../server/test/support/test-storage.ts'
import { type FaultRun, Findings } from './verdict.ts'

const RECORDS = 1_000_000
const ROWS_PER_STATEMENT = 50_000
const MAX_MEMORY_MB = 400

const PROGRAM = join(import.meta.dirname, '../../server/src/main.ts')
/** A process tells how much memory it had at most when it ends. */
const TELL_MEMORY =
  "--import=data:text/javascript,process.on('exit',()=>console.error('memory',process.resourceUsage().maxRSS))"

const fill = async (place: Place): Promise<void> => {
  const opened = await openTestStorage('sqlite', { ...place, dispose: async () => {} })
  const tenantId = await opened.tenant('million')
  for (let from = 0; from < RECORDS; from += ROWS_PER_STATEMENT) {
    await opened.storage.writeTenant(tenantId, (tx) =>
      sql`with recursive n (i) as (select ${from} union all select i + 1 from n where i + 1 < ${from + ROWS_PER_STATEMENT})
        insert into contact (tenant_id, contact_id, kind, name, surname, email, phone, external_id_list, version, created_at, updated_at)
        select ${tenantId}, 'con_' || hex(randomblob(10)), 'PASSENGER', 'Name ' || i, hex(randomblob(8)), i || '@example.com',
          '+4144' || i, '[]', 1, ${from} + i, ${from} + i from n`.execute(tx.db),
    )
  }
  await opened.close()
}

interface Run {
  readonly seconds: number
  readonly megabytes: number
  readonly data: { readonly rows: number; readonly sha256: string }
}

const command = async (place: Place, ...args: string[]): Promise<Run> => {
  const startedAt = performance.now()
  const { DATABASE_URL: _, ...env } = process.env
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [TELL_MEMORY, PROGRAM, ...args, '--json'], {
    env: { ...env, ...place.environment },
  })
  const kilobytes = Number(/memory (\d+)/.exec(stderr)?.[1])
  return { seconds: (performance.now() - startedAt) / 1000, megabytes: kilobytes / 1024, data: JSON.parse(stdout) }
}

const shown = (name: string, { seconds, megabytes }: Run): string =>
  `${name} ${seconds.toFixed(0)} s with ${megabytes.toFixed(0)} MB`

export const carry: FaultRun = {
  name: 'carry',
  row: 150,
  run: async () => {
    const findings = new Findings()
    const folder = mkdtempSync(join(tmpdir(), 'airside-carry-'))
    const stores: readonly Store[] = ['sqlite', 'postgres', 'sqlite']
    const places = await Promise.all(stores.map((store) => newPlace(store)))
    const [first, second, third] = places as [Place, Place, Place]
    try {
      await fill(first)
      const files = [join(folder, 'out'), join(folder, 'back')] as const
      const out = await command(first, 'operator', 'export', 'million', '--to', files[0])
      const into = await command(second, 'operator', 'import', files[0])
      const back = await command(second, 'operator', 'export', 'million', '--to', files[1])
      const again = await command(third, 'operator', 'import', files[1])
      const runs = [out, into, back, again]
      for (const { megabytes } of runs) findings.expect(megabytes < MAX_MEMORY_MB, `a process took ${megabytes} MB`)
      for (const { data } of runs) findings.expect(data.rows >= RECORDS, `${data.rows} rows instead of a million`)
      return findings.verdict(
        [
          `${RECORDS.toLocaleString('en')} records in ${(statSync(files[0]).size / 1e6).toFixed(0)} MB`,
          shown('out of SQLite', out),
          shown('into PostgreSQL', into),
          shown('out of PostgreSQL', back),
          shown('into SQLite', again),
        ].join(', '),
      )
    } finally {
      for (const place of places) await place.dispose()
      await stopOwnPostgres()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
