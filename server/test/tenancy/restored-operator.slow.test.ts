/** One operator comes back out of a backup, or leaves with its data, while the others live on (ADR 103, threats rows 55 and 153). */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { addPerson, GrantScene, type Person } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { DocumentSender, PDF } from '../support/document-files.ts'
import { asBefore } from '../support/flights-of-before.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { preparedPlace, startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const BECAUSE = ['--reason', 'A wrong import', '--yes']
const SANDBOX = ['--environment', 'sandbox']
const ADD = `mutation ($name: String!, $key: String) { contactCreate(input: { kind: OTHER, name: $name }, idempotencyKey: $key)
  { contact { contactId } userErrorList { code message } } }`
const RENAME = `mutation ($id: ID!, $name: String!, $v: Int!) { contactUpdate(contactId: $id, input: { name: $name }, expectedVersion: $v)
  { userErrorList { code message } } }`
const NAME = 'query ($id: ID!) { contact(contactId: $id) { name version } }'

for (const store of storesFor('sql')) {
  describe(`restoring one operator (${store})`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'airside-restored-'))
    let server: TestServer
    let at: TestTenant
    let admin: Person
    let writer: Integration
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).sandbox
      await runCommand(['sandbox', 'reset', 'alpine'], server.place.environment)
      admin = await addPerson(server, at, 'Anna', ['ADMIN'])
      writer = await Integration.of(at)
    })
    after(async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const run = (...args: string[]) => runCommand(args, server.place.environment)
    const status = async (token: string) => (await at.query(token, '{ echo(text: "hi") }')).status
    /** A file of the embedded store, or another database that holds the operator. */
    const backUp = async (name: string): Promise<string> => {
      const file = join(folder, name)
      if (store === 'sqlite') {
        await run('backup', file)
        return file
      }
      await run('operator', 'export', 'alpine', ...SANDBOX, '--to', file, '--with-credentials')
      const place = await preparedPlace(store)
      after(() => place.dispose())
      await runCommand(['operator', 'import', file, '--with-credentials'], place.environment)
      return place.environment.DATABASE_URL as string
    }

    test('its records are those of the backup, what was revoked since stays revoked, and old cursors are refused', async () => {
      const other = await GrantScene.open(server, 'beside')
      const pia = await addPerson(server, at, 'Pia', ['SALES'])
      const leaked = await at.createKey('contact:read')
      const leakedToken = (await at.refreshKey(leaked.refreshToken)).body
      const kept = (await writer.did(writer.change(ADD, { name: 'Kept' }))).contact.contactId
      const flights = async () =>
        (
          await writer.ask(
            '{ flightList(filter: { updatedSince: "2020-01-01T00:00:00Z" }) { nodeList { flightId version } } }',
          )
        ).flightList
      const before = await flights()
      // As flights were kept before their buyer followed their trip (threats row 454).
      await asBefore(server, () =>
        server.world.storage.writePlatform(({ db }) => sql`update flight set buyer = 'former'`.execute(db)),
      )
      const backup = await backUp('yesterday')

      await at.revokeKey(leaked.apiKeyId)
      await run('user', 'remove', '--operator', 'alpine', ...SANDBOX, '--email', pia.email, '--yes')
      await writer.did(writer.change(RENAME, { id: kept, name: 'Spoiled', v: 1 }))
      const late = (await writer.did(writer.change(ADD, { name: 'Late', key: 'late-1' }))).contact.contactId
      const feed =
        'query ($after: String) { changeList(after: $after, first: 1) { nodeList { cursor } pageInfo { endCursor } } }'
      const cursor = (await writer.ask('{ changeList(from: NOW) { pageInfo { endCursor } } }')).changeList.pageInfo
        .endCursor
      const tripNumber = await nextTripNumber(writer)

      await run('operator', 'restore', 'alpine', ...SANDBOX, '--from', backup, ...BECAUSE)

      assert.deepEqual((await writer.ask(NAME, { id: kept })).contact, { name: 'Kept', version: 1 })
      assert.equal((await writer.ask(NAME, { id: late })).contact, null)
      assert.deepEqual(await flights(), before)
      const { rows } = await sql<{ count: number }>`select count(*) as count from flight
        where buyer = 'former'`.execute(server.world.storage.platform.db)
      assert.equal(Number(rows[0]?.count), 0, 'no right comes back that its trip does not give')
      assert.equal(await status(leakedToken), 401)
      assert.notEqual((await at.refreshKey(leaked.refreshToken)).status, 200)
      await assert.rejects(ConsoleClient.signIn(server, at, pia))
      await ConsoleClient.signIn(server, at, admin)
      const refused = await writer.body(feed, { after: cursor })
      assert.match(refused.errors?.[0]?.message ?? '', /read everything again/)
      const again = (await writer.did(writer.change(ADD, { name: 'Late', key: 'late-1' }))).contact.contactId
      assert.notEqual(again, late, 'the key’s outcome is forgotten with its record')
      const fresh = (await writer.ask(feed)).changeList.nodeList
      assert.equal(fresh.length, 1)
      assert.notEqual(await nextTripNumber(writer), tripNumber, 'no number is given twice')
      await other.connect()
    })

    test('documents come back with their bytes, those of later are gone, and what a restore leaves takes no room', async () => {
      const sender = new DocumentSender(server.client, writer)
      const [kept, held] = [await sender.made({ kind: 'MANUAL' }), await sender.made({ kind: 'OFP' })]
      await sender.revised(kept, Buffer.concat([PDF, Buffer.from('second\n')]))
      const files = async () => {
        const { db } = server.world.storage.platform
        const found = await sql<{ n: number }>`select count(*) as n from document_file f
          where expires_at is null and not exists (select 1 from document_revision r
            where r.tenant_id = f.tenant_id and r.file_id = f.file_id)`.execute(db)
        return Number(found.rows[0]?.n)
      }
      const backup = await backUp('with documents')
      const late = await sender.made()
      await sender.revised({ ...kept, version: 2 }, Buffer.concat([PDF, Buffer.from('third\n')]))

      await run('operator', 'restore', 'alpine', ...SANDBOX, '--from', backup, ...BECAUSE)

      const current = await sender.fetch((await sender.link(kept.documentId)) ?? '')
      assert.equal(current.body, `${PDF}second\n`)
      assert.equal((await sender.fetch((await sender.link(kept.documentId, 1)) ?? '')).body, String(PDF))
      assert.equal(await sender.link(late.documentId), null)
      assert.equal(await files(), 0)
      const refused = await writer.refusal(
        writer.change(
          `mutation { documentDelete(documentId: "${held.documentId}", expectedVersion: 1) { userErrorList { code } } }`,
        ),
      )
      assert.deepEqual(refused, ['RETAINED'])
    })

    test('a backup of another operator is refused and nothing changes', async () => {
      const file = join(folder, `other-${store}`)
      await run('operator', 'export', 'beside', '--to', file)
      await assert.rejects(
        run('operator', 'restore', 'alpine', ...SANDBOX, '--from', file, ...BECAUSE),
        /The backup is of beside \(production\), not of alpine \(sandbox\)/,
      )
      await assert.rejects(
        run('operator', 'restore', 'alpine', '--from', join(folder, 'none'), ...BECAUSE),
        /does not exist/,
      )
      assert.equal(await status(writer.token), 200)
    })

    test('a person gets what is held of them, without secrets', async () => {
      const file = join(folder, `anna-${store}.json`)
      const who = ['--operator', 'alpine', ...SANDBOX]
      await run('user', 'export', ...who, '--email', admin.email, '--to', file)
      const text = readFileSync(file, 'utf8')
      const { tables } = JSON.parse(text)
      assert.equal(tables.user_account[0].email, admin.email)
      assert.ok(tables.audit_entry.length > 0 && tables.user_session.length > 0)
      assert.doesNotMatch(text, /argon2id|hash|secret/)
      const { contactList } = await writer.ask(
        '{ contactList(kindList: [PASSENGER], page: { first: 1 }) { nodeList { contactId } } }',
      )
      const [{ contactId }] = contactList.nodeList
      const contact = join(folder, `contact-${store}.json`)
      await run('contact', 'export', contactId, ...who, '--to', contact)
      const held = JSON.parse(readFileSync(contact, 'utf8')).tables
      assert.equal(held.contact[0].contact_id, contactId)
      assert.ok(held.travel_document || held.flight_passenger)
      const none = join(folder, 'nobody.json')
      await assert.rejects(run('contact', 'export', 'con_none', ...who, '--to', none), /nobody of that name/)
    })

    test('an operator leaves with its data, and a deleted one comes back suspended, with its people and without its keys', async () => {
      const backup = await backUp('before-leaving')
      await assert.rejects(
        run('operator', 'delete', 'alpine', '--export-first', folder, ...BECAUSE),
        /alpine is open: suspend it first/,
      )
      await run('operator', 'suspend', 'alpine', ...BECAUSE)
      const { files } = JSON.parse(
        await run('operator', 'delete', 'alpine', '--export-first', folder, ...BECAUSE, '--json'),
      )
      assert.equal(files.length, 2)
      const sandbox = files.find((file: string) => file.includes('sandbox'))
      await run('operator', 'import', sandbox, '--operator', 'left')
      const { rows } = JSON.parse(
        await run('operator', 'export', 'left', ...SANDBOX, '--to', join(folder, 'left'), '--json'),
      )
      assert.ok(rows > 1000)

      await run('operator', 'restore', 'alpine', ...SANDBOX, '--from', backup, ...BECAUSE)
      assert.notEqual(await status(writer.token), 200)
      await run('operator', 'resume', 'alpine', ...BECAUSE)
      await soon('its address is open', async () => (await at.query(null, '{ echo(text: "hi") }')).status === 401)
      const client = await ConsoleClient.signIn(server, at, admin)
      const { contactList } = await client.data('{ contactList { nodeList { name } } }')
      assert.ok(contactList.nodeList.length > 10)
      assert.equal(await status(writer.token), 401)
      const people = JSON.parse(await run('user', 'list', '--operator', 'alpine', ...SANDBOX, '--json'))
      assert.ok(
        people.every(({ email }: { email: string }) => !email.startsWith('pia')),
        'who was removed before stays so',
      )
    })
  })
}

/** A trip takes the next number of the operator. */
const nextTripNumber = async (writer: Integration): Promise<string> => {
  const add = 'mutation { tripCreate(input: {}) { trip { tripNumber } userErrorList { code message } } }'
  return (await writer.did(writer.change(add))).trip.tripNumber
}
