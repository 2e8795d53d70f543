/** Every table of an operator's data is carried from one store to the other, row by row as it was (ADR 102, threats row 150). */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { carriedAs } from '../../src/storage/tenancy/carrying/carried-tables.ts'
import { tenantTableShapes } from '../../src/storage/tenancy/carrying/table-shapes.ts'
import { type Lived, livedOperator } from '../support/lived-operator.ts'
import { idsInFile, rowsOfFile } from '../support/operator-file.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { assertSameAnswers } from '../support/same-place.ts'
import { runCommand } from '../support/server-process.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const OTHER = { sqlite: 'postgres', postgres: 'sqlite' } as const

/** Registered at both places: otherwise what an application was allowed is left out, which another test is about. */
const registerThere = async (from: TestServer, to: TestServer): Promise<void> => {
  const applications = await from.world.storage.platform.db.selectFrom('application').selectAll().execute()
  await to.world.storage.writePlatform(async (tx) => {
    await tx.db.insertInto('application').values(applications).execute()
  })
}

/** The rows of a file, a line each, in an order that no store decides. */
const linesOf = (file: string): string[] =>
  rowsOfFile(file)
    .map(({ table, row }) => `${table} ${JSON.stringify(Object.entries(row).toSorted())}`)
    .toSorted()

for (const store of storesFor('sql')) {
  describe(`what is carried out of ${store}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'airside-carried-'))
    let from: TestServer
    let to: TestServer
    let lived: Record<'production' | 'sandbox', Lived>
    before(async () => {
      from = await startServer(store)
      to = await startServer(OTHER[store])
      const { signed, worked } = await livedOperator(from)
      lived = { production: signed, sandbox: worked }
      await registerThere(from, to)
    })
    after(async () => {
      await from.close()
      await to.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const exported = async (server: TestServer, environment: string, name: string): Promise<string> => {
      const file = join(folder, `${environment}-${name}`)
      const where = ['alpine', '--environment', environment, '--with-credentials', '--to', file]
      await runCommand(['operator', 'export', ...where], server.place.environment)
      return file
    }

    test('rows of every table arrive as they were, and every query of the reference answers the same', async () => {
      const seen = new Set<string>()
      for (const [environment, { at, admin }] of Object.entries(lived)) {
        const file = await exported(from, environment, 'out')
        for (const { table } of rowsOfFile(file)) seen.add(table)
        const said = await runCommand(
          ['operator', 'import', file, '--with-credentials', '--json'],
          to.place.environment,
        )
        assert.deepEqual(JSON.parse(said).left_out, [])
        const arrived = new Set(linesOf(await exported(to, environment, 'back')))
        assert.deepEqual(
          linesOf(file).filter((line) => !arrived.has(line)),
          [],
        )
        const there = await to.existing('alpine', at.tenant.environment)
        await assertSameAnswers({ server: from, at }, { server: to, at: there }, admin, idsInFile(file))
      }
      const shapes = await tenantTableShapes(from.world.storage.platform)
      const unseen = shapes.map(({ table }) => table).filter((table) => carriedAs(table) !== null && !seen.has(table))
      assert.deepEqual(unseen, [], 'let support/lived-operator.ts leave a row in each of these')
    })
  })
}
