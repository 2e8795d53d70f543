/** A file that anybody may have made brings nothing in but a whole operator, and takes neither memory nor time (threats row 151). */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import { addPerson } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

type Row = Record<string, unknown>
type Line = { table: string; row: Row }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A file with sums that fit its lines, whatever they say. */
const packed = (lines: readonly string[]): Buffer => {
  const [head = '', ...rows] = lines
  const sums = Map.groupBy(rows, (line) => String(JSON.parse(line).table))
  const tables = Object.fromEntries(
    [...sums].map(([table, list]) => [
      table,
      { rows: list.length, sha256: sha256(list.map((each) => `${each}\n`).join('')) },
    ]),
  )
  const text = [head, ...rows].map((line) => `${line}\n`).join('')
  return gzipSync(`${text}${JSON.stringify({ end: { tables, sha256: sha256(text) } })}\n`)
}

for (const store of storesFor('errors')) {
  describe(`a hostile file of an operator (${store})`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'airside-hostile-'))
    const file = join(folder, 'hostile.airside')
    let server: TestServer
    let lines: string[]
    before(async () => {
      server = await startServer(store)
      const { production } = await server.operator('alpine')
      await addPerson(server, production, 'Anna', ['ADMIN'])
      await production.createKey('contact:read')
      const good = join(folder, 'good.airside')
      await run('operator', 'export', 'alpine', '--to', good, '--with-credentials')
      lines = gunzipSync(readFileSync(good)).toString('utf8').trim().split('\n').slice(0, -1)
    })
    after(async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const run = (...args: string[]) => runCommand(args, server.place.environment)
    const importing = (bytes: Buffer): Promise<string> => {
      writeFileSync(file, bytes)
      return run('operator', 'import', file, '--operator', 'victim', '--with-credentials')
    }
    const refused = async (bytes: Buffer, message: RegExp): Promise<void> => {
      await assert.rejects(importing(bytes), message)
      const operators: { operator_id: string }[] = JSON.parse(await run('operator', 'list', '--json'))
      assert.deepEqual([...new Set(operators.map(({ operator_id }) => operator_id))], ['alpine'])
    }
    /** The good file with the first row of a table changed. */
    const withRow = (table: string, change: (line: Line) => unknown): Buffer => {
      const at = lines.findIndex((line) => JSON.parse(line).table === table)
      assert.ok(at > 0, table)
      return packed(lines.with(at, JSON.stringify(change(JSON.parse(lines[at] as string)))))
    }
    const withHead = (change: Row): Buffer =>
      packed(lines.with(0, JSON.stringify({ ...JSON.parse(lines[0] as string), ...change })))

    test('what is no file of ours, is cut off, changed or has more after its end is refused by name', async () => {
      await refused(Buffer.from('hello'), /cannot be unpacked/)
      await refused(gzipSync('hello'), /Line 1 of the file is not JSON/)
      await refused(gzipSync('{"airside":"backup"}\n'), /no file of "operator export"/)
      await refused(Buffer.alloc(0), /cannot be unpacked|incomplete/)
      const good = packed(lines)
      await refused(good.subarray(0, good.length >> 1), /cannot be unpacked|incomplete/)
      const text = gunzipSync(good).toString('utf8')
      await refused(gzipSync(text.replace('anna@', 'mallory@')), /its sums do not match \(user_account\)/)
      await refused(gzipSync(text.split('\n').slice(0, -2).join('\n')), /its last line is missing/)
      await refused(gzipSync(`${text}{"table":"contact","row":{}}\n`), /comes after its end/)
      await refused(gzipSync(Buffer.from([0x7b, 0xff, 0xfe, 0x0a])), /is not UTF-8/)
      await refused(withHead({ format: 2 }), /has format 2; this release reads 1/)
      await refused(withHead({ operatorId: 7 }), /lacks "operatorId"/)
      await refused(withHead({ name: 'x\u202Ey' }), /name/)
    })

    test('a line of any length and a small file that unpacks to a huge one are not read to their end', async () => {
      const line = `{"airside":"operator","x":"${'x'.repeat(17_000_000)}"}`
      await refused(gzipSync(line), /Line 1 of the file has more than 16 MB/)
      const bomb = await bombOf(lines[0] as string, lines.find((each) => each.includes('audit_entry')) as string)
      assert.ok(bomb.length < 1_000_000, `${bomb.length} bytes`)
      await refused(bomb, /unpacks to far more/)
    })

    test('neither another tenant’s id nor a name of ours or of SQL’s gets through', async () => {
      await refused(
        withRow('user_account', ({ table, row }) => ({ table, row: { ...row, tenant_id: 'ten_other' } })),
        /does not know \("tenant_id"\)/,
      )
      const injected = 'name") values (1); drop table contact; --'
      await refused(
        withRow('user_account', ({ table, row }) => ({ table, row: { ...row, [injected]: 1 } })),
        /does not know/,
      )
      for (const table of [
        'access_token',
        'user_session',
        'passkey',
        'tenant',
        'contact; drop table contact',
        '__proto__',
      ]) {
        await refused(
          packed([...lines, JSON.stringify({ table, row: {} })]),
          /of a table that this release does not carry/,
        )
      }
    })

    test('a row that the store or a reader of it could not take is refused with its line', async () => {
      const changed = (table: string, more: Row): Buffer =>
        withRow(table, (line) => ({ table, row: { ...line.row, ...more } }))
      await refused(changed('user_account', { created_at: 'soon' }), /"created_at" that is not a whole number/)
      await refused(changed('user_account', { created_at: 1e300 }), /"created_at" that is not a whole number/)
      await refused(changed('user_account', { email: null }), /"email" that cannot be null/)
      await refused(changed('user_account', { email: { $ne: '' } }), /"email" that is not a text/)
      await refused(changed('user_account', { name: 'a\0b' }), /"name" that is not a text/)
      await refused(changed('user_account', { name: '\ud800' }), /"name" that is not a text/)
      await refused(changed('audit_entry', { detail: 'no JSON' }), /"detail" that is not a list or object of JSON/)
      await refused(
        changed('user_account', { password_hash: '$argon2id$v=19$m=4194304,t=9000,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0' }),
        /a password hash that cannot be checked here/,
      )
      const twice = lines.find((line) => line.includes('"user_account"')) as string
      await refused(packed([...lines, twice]), /The store refuses one of the lines/)
    })

    test('text that looks like SQL is text', async () => {
      const name = "Robert'); drop table contact; --"
      await importing(withRow('user_account', ({ table, row }) => ({ table, row: { ...row, name } })))
      const users = await run('user', 'list', '--operator', 'victim', '--environment', 'production')
      assert.ok(users.includes(name), users)
    })
  })
}

/** A head, then one row over and over: valid to the end, and packed a thousand times smaller. */
const bombOf = async (head: string, row: string): Promise<Buffer> => {
  const gzip = createGzip({ level: 9 })
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  gzip.write(`${head}\n`)
  const rows = `${row}\n`.repeat(Math.ceil(1_000_000 / row.length))
  for (let megabytes = 0; megabytes < 150; megabytes++) {
    if (!gzip.write(rows)) await once(gzip, 'drain')
  }
  gzip.end()
  await once(gzip, 'end')
  return Buffer.concat(chunks)
}
