/** An operator is carried in a file from one store to the other, whole or not at all (ADR 102, threats rows 150 and 152). */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { secretHash } from '../../src/domain/secret.ts'
import { decisionOn, holdsJson } from '../../src/storage/tenancy/carrying/carried-tables.ts'
import { type TableShape, tenantTableShapes } from '../../src/storage/tenancy/carrying/table-shapes.ts'
import { addPerson, GrantScene, type Person } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { DocumentSender, sha256 } from '../support/document-files.ts'
import { Integration } from '../support/integration.ts'
import { idsInFile, rowsOfFile, textOfFile } from '../support/operator-file.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { assertSameAnswers } from '../support/same-place.ts'
import { runCommand } from '../support/server-process.ts'
import { type Store, startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const folder = mkdtempSync(join(tmpdir(), 'airside-carried-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const fileAt = (name: string): string => join(folder, `${name}.airside`)

const OTHER: Readonly<Record<Store, Store>> = { sqlite: 'postgres', postgres: 'sqlite' }

const ADD_CONTACT =
  'mutation ($name: String!) { contactCreate(input: { kind: OTHER, name: $name }) { userErrorList { code message } } }'
const AT_SANDBOX = ['--environment', 'sandbox']
for (const store of storesFor('sql')) {
  describe(`an operator is carried out of ${store}`, () => {
    let from: TestServer
    let to: TestServer
    let at: TestTenant
    let admin: Person
    let key: { apiKeyId: string; refreshToken: string }
    before(async () => {
      from = await startServer(store)
      to = await startServer(OTHER[store])
      at = (await from.operator('alpine')).sandbox
      await runCommand(['sandbox', 'reset', 'alpine'], from.place.environment)
      admin = await addPerson(from, at, 'Anna', ['ADMIN'])
      key = await at.createKey('flight:read aircraft:read contact:read contact:write')
    })
    after(async () => {
      await from.close()
      await to.close()
    })

    const run = (server: TestServer, ...args: string[]) => runCommand(args, server.place.environment)
    const exported = async (name: string, ...more: string[]): Promise<string> => {
      const file = fileAt(`${store}-${name}`)
      await run(from, 'operator', 'export', 'alpine', ...AT_SANDBOX, '--to', file, ...more)
      return file
    }

    test('every table of operators’ data has a decision, and text of JSON is known as such in the demo’s data', async () => {
      const shapes = await tenantTableShapes(from.world.storage.platform)
      assert.ok(shapes.length > 40)
      const undecided = shapes.filter(({ table }) => decisionOn(table) === null)
      assert.deepEqual(
        undecided.map(({ table }) => table),
        [],
        'decide in storage/tenancy/carrying/carried-tables.ts whether an operator takes it along',
      )
      const unknown = rowsOfFile(await exported('json')).flatMap(({ table, row }) =>
        Object.entries(row)
          .filter(([column, value]) => typeof value === 'string' && /^[[{]/.test(value) && !holdsJson(table, column))
          .map(([column]) => `${table}.${column}`),
      )
      assert.deepEqual([...new Set(unknown)], [])
    })

    test('both stores have the same tables, columns and order', async () => {
      const shapes = (server: TestServer): Promise<TableShape[]> => tenantTableShapes(server.world.storage.platform)
      const comparable = (list: readonly TableShape[]) =>
        list.map(({ table, columns, key: keys, refersTo }) => ({
          table,
          columns: columns.map(({ name, type, isRequired }) => ({ name, type, isRequired })).toSorted(byName),
          keys,
          refersTo,
        }))
      assert.deepEqual(comparable(await shapes(from)), comparable(await shapes(to)))
    })

    test('exported under load and imported at the other store, every query of the reference answers the same', async () => {
      const writer = await Integration.of(at)
      let isOver = false
      const load = (async () => {
        for (let index = 0; !isOver; index++) await writer.did(writer.change(ADD_CONTACT, { name: `Load ${index}` }))
      })()
      const file = await exported('loaded', '--with-credentials')
      isOver = true
      await load
      const imported = await run(to, 'operator', 'import', file, '--with-credentials', '--json')
      assert.deepEqual(JSON.parse(imported).left_out, [])
      const there = await to.existing('alpine', 'sandbox')

      // Written after the snapshot: taken back, so that both hold the same.
      const known = new Set(rowsOfFile(file).flatMap(({ table, row }) => (table === 'contact' ? [row.contact_id] : [])))
      await from.world.storage.writePlatform((tx) =>
        sql`delete from contact where tenant_id = ${at.tenant.tenantId}
          and contact_id not in (${sql.join([...known])})`.execute(tx.db),
      )
      await assertSameAnswers({ server: from, at }, { server: to, at: there }, admin, idsInFile(file))

      const sender = new DocumentSender(to.client, await Integration.of(there))
      const { documentList } = await sender.by.ask('{ documentList(filter: {}) { nodeList { documentId sha256 } } }')
      assert.ok(documentList.nodeList.length > 10)
      for (const { documentId, sha256: announced } of documentList.nodeList) {
        const { body } = await sender.fetch((await sender.link(documentId)) ?? '')
        assert.equal(sha256(Buffer.from(body)), announced, 'documents are carried with their bytes')
      }

      const token = (await there.refreshKey(key.refreshToken)).body
      assert.equal((await there.query(token, '{ aircraftList { nodeList { registration } } }')).status, 200)
    })

    test('without --with-credentials a file has no hash of a password or key, and it never has a token or second step', async () => {
      const scene = await GrantScene.open(from, 'tokens')
      const tokens = await scene.connect()
      const { refreshToken } = await scene.at.createKey('contact:read')
      const access = (await scene.at.refreshKey(refreshToken)).body
      const secret = 'JBSWY3DPEHPK3PXP'
      await from.world.storage.writeTenant(scene.at.tenant.tenantId, (tx) =>
        tx.db.updateTable('user_account').set({ totp_secret: secret, totp_confirmed_at: 1 }).execute(),
      )
      const files = [fileAt(`${store}-bare`), fileAt(`${store}-with`)] as const
      await run(from, 'operator', 'export', 'tokens', '--to', files[0])
      await run(from, 'operator', 'export', 'tokens', '--to', files[1], '--with-credentials')
      const [bare, withCredentials] = files.map(textOfFile) as [string, string]
      for (const text of [bare, withCredentials]) {
        for (const never of [tokens.access_token, tokens.refresh_token, access]) {
          assert.ok(!text.includes(secretHash(never)))
        }
        assert.ok(!text.includes(secret))
        assert.ok(!text.includes('user_session'))
      }
      assert.ok(!bare.includes(secretHash(refreshToken)))
      assert.ok(!bare.includes('argon2id'))
      assert.ok(withCredentials.includes(secretHash(refreshToken)))
      assert.ok(withCredentials.includes('argon2id'))
      const shapes = await tenantTableShapes(from.world.storage.platform)
      const secrets = shapes
        .flatMap(({ table, columns }) => columns.map(({ name, type }) => ({ table, name, type })))
        .filter(
          ({ table, name, type }) => isCarried(table) && (type === 'bytes' || /hash|secret|password|totp/.test(name)),
        )
        .filter(({ table, name }) => !isDecidedSecret(table, name))
      assert.deepEqual(secrets, [], 'a secret column of a carried table needs a decision')
      assert.match(await run(from, 'operator', 'show', 'tokens'), /tokens/)
    })

    test('a file goes to another id and into a sandbox without what was given for the old address', async () => {
      const scene = await GrantScene.open(from, 'moved')
      await scene.connect()
      const { refreshToken } = await scene.at.createKey('contact:read')
      const file = fileAt(`${store}-moved`)
      await run(from, 'operator', 'export', 'moved', '--to', file, '--with-credentials')
      const wish = ['--operator', 'moved-copy', '--environment', 'sandbox', '--with-credentials', '--json']
      const dry = JSON.parse(await run(from, 'operator', 'import', file, ...wish, '--dry-run'))
      assert.equal(dry.dry_run, true)
      await assert.rejects(run(from, 'operator', 'show', 'moved-copy'), /There is no operator/)
      const { left_out } = JSON.parse(await run(from, 'operator', 'import', file, ...wish))
      assert.deepEqual([...new Set(left_out.map((each: { table: string }) => each.table))].sort(), [
        'oauth_grant',
        'refresh_token',
      ])
      const copy = await from.existing('moved-copy', 'sandbox')
      assert.notEqual((await copy.refreshKey(refreshToken)).status, 200)
      assert.equal((await scene.at.refreshKey(refreshToken)).status, 200)
      await ConsoleClient.signIn(from, copy, scene.admin)
    })

    test('a place with data, a suspended one and a deleted one are refused, and of two imports at once one is done', async () => {
      const file = await exported('twice')
      await assert.rejects(run(from, 'operator', 'import', file), /is not empty/)
      const twice = await Promise.allSettled(
        [1, 2].map(() => run(to, 'operator', 'import', file, '--operator', 'twin', '--json')),
      )
      assert.deepEqual(twice.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      await run(to, 'operator', 'suspend', 'twin', '--reason', 'Over', '--yes')
      await assert.rejects(run(to, 'operator', 'import', file, '--operator', 'twin'), /is suspended/)
      await run(to, 'operator', 'delete', 'twin', '--reason', 'Over', '--yes')
      await assert.rejects(run(to, 'operator', 'import', file, '--operator', 'twin'), /was deleted/)
    })

    test('an export into a file that exists, or into a folder that does not, says so and writes nothing', async () => {
      const file = await exported('there')
      const bytes = readFileSync(file)
      await assert.rejects(exported('there'), /exists already/)
      assert.deepEqual(readFileSync(file), bytes)
      await assert.rejects(
        run(from, 'operator', 'export', 'alpine', '--to', join(folder, 'no', 'file')),
        /does not exist/,
      )
      await assert.rejects(run(from, 'operator', 'export', 'nobody', '--to', fileAt('nobody')), /There is no operator/)
      assert.ok(!existsSync(fileAt('nobody')))
    })
  })
}

const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1)
const isCarried = (table: string): boolean => {
  const decision = decisionOn(table)
  return decision !== null && !('because' in decision)
}
/** What is never told, or only with credentials. A hash of a token's row is carried with the row alone. */
const isDecidedSecret = (table: string, column: string): boolean => {
  const decision = decisionOn(table)
  if (decision === null || 'because' in decision) return true
  return (
    decision.onlyWithCredentials !== undefined ||
    [...(decision.never ?? []), ...(decision.withCredentials ?? [])].includes(column)
  )
}
