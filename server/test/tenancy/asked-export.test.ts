/** Administrators take everything that their operator holds out of the console (ADR 177, threats rows 212 to 215). */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { removeWhatIsOver } from '../../src/background/removal.ts'
import { readCsv } from '../../src/domain/csv.ts'
import { EXPORT_PART_BYTES, MAX_EXPORT_DOWNLOADS_PER_DAY } from '../../src/domain/limits.ts'
import { USUAL_RETENTION } from '../../src/domain/tenancy/retention.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { fileLines } from '../../src/services/tenancy/carrying/file-lines.ts'
import { isExportDue, makeDueExport } from '../../src/services/tenancy/exporting/make-export.ts'
import { setOperatorSuspendedWithin } from '../../src/services/tenancy/operator-suspension.ts'
import type { TenantTx } from '../../src/storage/handles.ts'
import { insertExportPart } from '../../src/storage/tenancy/carrying/asked-exports.ts'
import { addPerson, GrantScene, type Person } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { SEND } from '../support/talking.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const ERRORS = 'userErrorList { code message path }'
const FIELDS = 'exportId state askedByName rowCount madeAt expiresAt nextAt fileList { name path rowCount byteCount }'
const SHOWN = `{ operatorExport { ${FIELDS} } }`
const START = `mutation ($currentPassword: String, $idempotencyKey: String) {
  operatorExportStart(currentPassword: $currentPassword, idempotencyKey: $idempotencyKey) { operatorExport { ${FIELDS} } ${ERRORS} }
}`
const OPEN = `mutation ($currentPassword: String) {
  operatorExportOpen(currentPassword: $currentPassword) { operatorExport { exportId } ${ERRORS} }
}`
const DAY_SECONDS = 86_400
/** Every kind of record but the logbook's, and what is read beside records. */
const KINDS = [
  ...['aircraft', 'charter-request', 'contact', 'conversation-message', 'crew-member', 'document'],
  ...['document-acknowledgement', 'document-revision', 'duty', 'empty-leg', 'flight', 'flight-crew'],
  ...['flight-passenger', 'flight-plan', 'journey-log', 'maintenance-due', 'qualification', 'quote', 'safety-report'],
  ...['service-request', 'tech-log-entry', 'travel-document', 'trip', 'unavailability', 'visit'],
]

interface Saved {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

for (const store of storesFor('concurrency')) {
  describe(`an export that administrators ask for (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let anna: Person
    let ben: Person
    let admin: ConsoleClient
    let number = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())
    beforeEach(async () => {
      await make()
      at = (await server.operator(`exp${++number}`)).production
      anna = await addPerson(server, at, 'Anna', ['ADMIN'])
      ben = await addPerson(server, at, 'Ben', ['ADMIN'])
      admin = await ConsoleClient.signIn(server, at, anna)
    })

    const maker = () => ({ world: server.world, publicUrl: server.config.publicUrl, release: 'test' })
    /** Makes every one that is due. */
    const make = async (world = server.world): Promise<boolean> => {
      let any = false
      while (await makeDueExport({ ...maker(), world })) any = true
      return any
    }
    /** The same world, in which something happens between reading the operator and ending its export. */
    const worldThat = (happens: () => Promise<unknown>) => {
      const { storage } = server.world
      const read = async (tenantId: string, job: Parameters<typeof storage.snapshotOf>[1]) => {
        const result = await storage.snapshotOf(tenantId, job)
        await happens()
        return result
      }
      const get = (target: typeof storage, name: keyof typeof storage) => {
        const value = name === 'snapshotOf' ? read : target[name]
        return typeof value === 'function' ? value.bind(target) : value
      }
      return server.world.with({ storage: new Proxy(storage, { get: get as never }) })
    }
    const start = (client = admin, variables = {}) => client.done('operatorExportStart', START, variables)
    const shown = async (client = admin) => (await client.data(SHOWN)).operatorExport
    const cookiesOf = ({ browser }: ConsoleClient) =>
      [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

    /** As a browser takes it: nothing is unpacked on the way. */
    const save = (path: string, headers: Record<string, string>, beforeReading = async () => {}): Promise<Saved> =>
      new Promise((resolve, reject) => {
        const host = new URL(at.origin).host
        const req = request(
          { host: '127.0.0.1', port: server.client.port, path, headers: { host, ...headers }, setHost: false },
          async (res) => {
            try {
              await beforeReading()
              const bytes = Buffer.concat(await res.toArray())
              resolve({ status: res.statusCode ?? 0, headers: res.headers, bytes })
            } catch (error) {
              reject(error)
            }
          },
        )
        req.on('error', reject)
        req.end()
      })
    const saveAs = (client: ConsoleClient, path: string, headers = {}) =>
      save(path, { cookie: cookiesOf(client), ...headers })
    const made = async (client = admin) => {
      await start(client)
      await make()
      return shown(client)
    }
    const whole = async () => (await made()).fileList[0].path as string
    const actions = async () => {
      const { auditEntryList } = await admin.data(
        '{ auditEntryList(page: { first: 50 }) { nodeList { action actorKind detail } } }',
      )
      const list: { action: string }[] = auditEntryList.nodeList
      return list
        .map(({ action }) => action)
        .filter((action) => action.startsWith('operator.export'))
        .toSorted()
    }
    const mails = () =>
      server.world.storage.platform.db
        .selectFrom('outbox_message')
        .select(['recipient', 'subject', 'body'])
        .where('tenant_id', '=', at.tenant.tenantId)
        .orderBy('recipient')
        .execute()

    test('an administrator asks for it, every administrator is told, and takes one file and a table of each kind', async () => {
      await admin.done(
        'contactCreate',
        `mutation { contactCreate(input: { kind: SUPPLIER, name: "=HYPERLINK(1)" }) { ${ERRORS} } }`,
      )
      await addPerson(server, at, 'Cleo', ['OPS'])
      assert.equal(await shown(), null)
      const { operatorExport } = await start()
      assert.equal(operatorExport.state, 'WAITING')
      assert.equal(operatorExport.askedByName, 'Anna Test')
      assert.deepEqual(
        (await mails()).map(({ recipient }) => recipient),
        [anna.email, ben.email],
        'administrators alone',
      )
      assert.ok(await isExportDue(server.world.storage.platform))
      assert.equal(await make(), true)
      assert.equal(await make(), false, 'nothing is left to do')
      const { state, fileList, rowCount } = await shown()
      assert.equal(state, 'MADE')
      assert.ok(rowCount > 0)
      const ready = (await mails()).filter(({ subject }) => subject.includes('ready'))
      assert.equal(ready.length, 2)
      assert.ok(ready.every(({ body }) => body.includes(`${at.origin}/console/export`)))

      const [one, ...tables] = fileList
      assert.equal(one.name, 'operator.airside')
      const file = await saveAs(admin, one.path)
      assert.equal(file.status, 200)
      assert.equal(file.bytes.length, one.byteCount)
      const lines = gunzipSync(file.bytes)
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      assert.equal(lines[0].operatorId, at.tenant.operatorId)
      assert.equal(lines[0].withCredentials, false)
      assert.equal(lines.length - 2, rowCount)

      const contacts = tables.find(({ name }: { name: string }) => name === 'contact.csv')
      assert.equal(contacts.rowCount, 1)
      const packed = await saveAs(admin, contacts.path, { 'accept-encoding': 'gzip' })
      assert.equal(packed.headers['content-encoding'], 'gzip')
      const plain = await saveAs(admin, contacts.path)
      assert.equal(plain.headers['content-encoding'], undefined)
      assert.equal(gunzipSync(packed.bytes).toString(), plain.bytes.toString())
      const [head, row] = readCsv(plain.bytes.toString()).rows
      const cell = (name: string) => row?.cells[head?.cells.indexOf(name) ?? -1]
      assert.equal(cell('kind'), 'SUPPLIER')
      assert.match(cell('createdAt') ?? '', /^\d{4}-\d\d-\d\dT/)
      assert.equal(cell('name'), "'=HYPERLINK(1)", 'a spreadsheet takes it for no formula (threats row 214)')
      assert.deepEqual(await actions(), [
        'operator.export-asked',
        'operator.export-made',
        'operator.export-taken',
        'operator.export-taken',
        'operator.export-taken',
      ])
    })

    test('what was taken comes in again at another place, with every record', async () => {
      await runCommand(['sandbox', 'reset', at.tenant.operatorId], server.place.environment)
      const sandbox = await server.existing(at.tenant.operatorId, 'sandbox')
      const person = await addPerson(server, sandbox, 'Dora', ['ADMIN'])
      const dora = await ConsoleClient.signIn(server, sandbox, person)
      at = sandbox
      const { charterRequestList } = await dora.data(
        '{ charterRequestList(page: { first: 1 }) { nodeList { charterRequestId } } }',
      )
      const entityId = charterRequestList.nodeList[0].charterRequestId
      await dora.done('messageSend', SEND, { entity: 'CHARTER_REQUEST', entityId, text: 'Taken along' })
      const key = await Integration.of(sandbox)
      const { flightList } = await key.ask(
        '{ flightList(filter: { updatedSince: "2020-01-01T00:00:00Z", statusList: [ON_BLOCK, CLOSED] }, page: { first: 1 }) { nodeList { flightId } } }',
      )
      const log = `mutation ($input: JourneyLogInput!) { journeyLogSave(input: $input) { ${ERRORS} } }`
      await key.did(key.change(log, { input: { flightId: flightList.nodeList[0].flightId } }))
      const { documentList } = await dora.data('{ documentList(filter: {}) { nodeList { documentId } } }')
      const ids = JSON.stringify([documentList.nodeList[0].documentId])
      await dora.done('documentAcknowledge', `mutation { documentAcknowledge(documentIdList: ${ids}) { ${ERRORS} } }`)
      const { fileList, rowCount } = await made(dora)
      assert.deepEqual(
        fileList
          .slice(1)
          .map(({ name }: { name: string }) => name.replace('.csv', ''))
          .toSorted(),
        KINDS,
      )
      const { bytes } = await saveAs(dora, fileList[0].path)
      const lines = []
      for await (const line of fileLines(async function* () {
        yield bytes
      }))
        lines.push(line)
      assert.equal(lines.length - 2, rowCount)
      for (const table of ['conversation_message', 'conversation_read'])
        assert.equal(lines.filter((line) => line.startsWith(`{"table":"${table}",`)).length, 1, table)
      for (const { name, path, rowCount: said } of fileList.slice(1)) {
        const { rows, errors } = readCsv((await saveAs(dora, path)).bytes.toString())
        assert.deepEqual([name, rows.length - 1, errors], [name, said, []])
        if (name === 'conversation-message.csv') {
          const [head, message] = rows.map(({ cells }) => cells)
          const cell = (column: string) => message?.[head?.indexOf(column) ?? -1]
          assert.deepEqual([cell('entityId'), cell('side'), cell('text')], [entityId, 'OPERATOR', 'Taken along'])
          assert.match(cell('at') ?? '', /^\d{4}-\d\d-\d\dT/)
        }
        assert.equal(
          lines.filter((line) => line.startsWith(`{"table":"${name.replace('.csv', '').replaceAll('-', '_')}",`))
            .length,
          said,
        )
      }
    })

    test('no credential is in any file (threats row 213)', async () => {
      const { refreshToken } = await at.createKey('contact:read')
      await at.refreshKey(refreshToken)
      const { fileList } = await made()
      const text = gunzipSync((await saveAs(admin, fileList[0].path)).bytes).toString()
      assert.ok(text.includes('"table":"user_account"'))
      assert.ok(!text.includes('argon2'), 'no hash of a password')
      for (const table of [
        'refresh_token',
        'access_token',
        'user_session',
        'passkey',
        'recovery_code',
        'outbox_message',
      ])
        assert.ok(!text.includes(`"table":"${table}"`), table)
    })

    test('a browser saves the file and shows nothing of it (threats row 213)', async () => {
      const { headers } = await saveAs(admin, await whole())
      const day = new Date(server.clock.now()).toISOString().slice(0, 10)
      const name = `${at.tenant.operatorId}-production-${day}.airside`
      assert.equal(headers['content-disposition'], `attachment; filename="${name}"`)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox; frame-ancestors 'none'")
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
    })

    test('it has nothing of anybody’s logbook, the administrator’s own included (threats row 288)', async () => {
      const input = `{ kind: FSTD, date: "2026-01-05", fstdType: "C56X", fstdMinutes: 60, remarks: "Noted for myself",
        externalIdList: [{ system: "pilot-log", value: "own-4711" }] }`
      const entry = `mutation { myLogbookEntryCreate(input: ${input}) { logbookEntry { logbookEntryId } ${ERRORS} } }`
      const { logbookEntry } = await admin.done('myLogbookEntryCreate', entry)
      const { fileList } = await made()
      const names = fileList.map(({ name }: { name: string }) => name)
      assert.deepEqual(
        names.filter((name: string) => name.includes('logbook')),
        [],
      )
      const held = gunzipSync((await saveAs(admin, fileList[0].path)).bytes).toString()
      for (const own of ['Noted for myself', 'own-4711', logbookEntry.logbookEntryId]) {
        assert.deepEqual(
          held.split('\n').filter((line) => line.includes(own)),
          [],
          own,
        )
      }
    })

    test('whoever signed in a while ago types the password again (access-model §10)', async () => {
      server.clock.advanceSeconds(601)
      const [refusal] = await admin.refused('operatorExportStart', START)
      assert.deepEqual(refusal?.path, ['currentPassword'])
      const [wrong] = await admin.refused('operatorExportStart', START, { currentPassword: 'wrong' })
      assert.match(wrong?.message ?? '', /password is wrong/)
      assert.equal(await shown(), null)
      await start(admin, { currentPassword: 'correct horse battery' })
    })

    test('after ten minutes the password is asked for before a file is taken, and counts for ten minutes in that session (threats row 311)', async () => {
      const path = await whole()
      assert.equal((await saveAs(admin, path)).status, 200)
      server.clock.advanceSeconds(601)
      const other = await ConsoleClient.signIn(server, at, anna)
      server.clock.advanceSeconds(601)
      for (const each of [admin, other]) assert.equal((await saveAs(each, path)).status, 403)
      const [refusal] = await admin.refused('operatorExportOpen', OPEN)
      assert.deepEqual(refusal?.path, ['currentPassword'])
      assert.equal((await saveAs(admin, path)).status, 403)
      await admin.done('operatorExportOpen', OPEN, { currentPassword: 'correct horse battery' })
      assert.equal((await saveAs(admin, path)).status, 200)
      assert.equal((await saveAs(other, path)).status, 403, 'another session of the same person')
      server.clock.advanceSeconds(601)
      assert.equal((await saveAs(admin, path)).status, 403)
    })

    test('one a day, whoever asks, also two at once; a repetition is the same one (threats row 215)', async () => {
      const other = await ConsoleClient.signIn(server, at, ben)
      const both = await Promise.all([admin.data(START), other.data(START)])
      const refusals = both.flatMap(({ operatorExportStart }) => operatorExportStart.userErrorList)
      assert.deepEqual(
        refusals.map(({ code }: { code: string }) => code),
        ['LIMIT_EXCEEDED'],
      )
      await make()
      const first = await shown()
      assert.equal((await admin.refused('operatorExportStart', START))[0]?.code, 'LIMIT_EXCEEDED')
      server.clock.advanceSeconds(DAY_SECONDS)
      admin = await ConsoleClient.signIn(server, at, anna)
      await start(admin, { idempotencyKey: 'again' })
      const second = await shown()
      assert.notEqual(second.exportId, first.exportId)
      await start(admin, { idempotencyKey: 'again' })
      assert.equal((await shown()).exportId, second.exportId)
      assert.equal((await saveAs(admin, first.fileList[0].path)).status, 404, 'the older one is gone')
    })

    test('the link lives a day, and then its parts go (threats row 215)', async () => {
      const path = await whole()
      server.clock.advanceSeconds(DAY_SECONDS - 600)
      admin = await ConsoleClient.signIn(server, at, anna)
      assert.equal((await saveAs(admin, path)).status, 200)
      server.clock.advanceSeconds(600)
      assert.equal((await saveAs(admin, path)).status, 404)
      assert.equal(await shown(), null)
      const { storage } = server.world
      const kept = async () =>
        (
          await storage.platform.db
            .selectFrom('operator_export_part')
            .select('number')
            .where('tenant_id', '=', at.tenant.tenantId)
            .execute()
        ).length
      assert.ok((await kept()) > 0)
      while (await storage.writePlatform((tx) => removeWhatIsOver(tx, USUAL_RETENTION)));
      assert.equal(await kept(), 0)
    })

    test('the link opens for administrators of this operator who are signed in, and nobody else (threats row 212)', async () => {
      const path = await whole()
      const taken = async (headers: Record<string, string>) => (await save(path, headers)).status
      assert.equal(await taken({}), 303, 'a stranger is led to sign-in')
      const cleo = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Cleo', ['OPS']))
      assert.equal(await taken({ cookie: cookiesOf(cleo) }), 403)
      const elsewhere = (await server.operator(`other${number}`)).production
      const eva = await ConsoleClient.signIn(server, elsewhere, await addPerson(server, elsewhere, 'Eva', ['ADMIN']))
      assert.equal(await taken({ cookie: cookiesOf(eva) }), 303, 'another operator’s administrator')
      const host = new URL(elsewhere.origin).host
      assert.equal(await taken({ cookie: cookiesOf(eva), host }), 404, 'nor at their own address')
      const token = await at.accessToken('contact:read settings:read settings:write')
      assert.equal(await taken({ authorization: `Bearer ${token}` }), 303, 'a token is no session')
      assert.equal(await taken({ cookie: cookiesOf(await ConsoleClient.signIn(server, at, ben)) }), 200)
    })

    test('no token asks for an export or sees one, whatever it was granted (threats row 212)', async () => {
      const scene = await GrantScene.open(server, `app${number}`)
      const { access_token } = await scene.connect('settings:read settings:write')
      for (const token of [access_token, await scene.at.accessToken('settings:read settings:write')]) {
        for (const text of [
          'mutation { operatorExportStart { userErrorList { code } } }',
          '{ operatorExport { exportId } }',
        ]) {
          assert.match((await scene.at.query(token, text)).body, /needs user:write/)
        }
      }
      assert.equal(await isExportDue(server.world.storage.platform), false)
    })

    test('whoever lost the role, the account or the session takes nothing more by the link (threats row 212)', async () => {
      const path = await whole()
      const other = await ConsoleClient.signIn(server, at, ben)
      const world = server.world.at(at.tenant)
      assert.equal((await saveAs(other, path)).status, 200)
      await setRoles(world, ben.email, ['OPS'], HOST)
      assert.equal((await saveAs(other, path)).status, 403)
      await setRoles(world, ben.email, ['ADMIN'], HOST)
      assert.equal((await saveAs(other, path)).status, 200)
      await removeUser(world, ben.email, HOST, at.origin)
      assert.equal((await saveAs(other, path)).status, 303)
      await admin.done('accountSignOutEverywhere', `mutation { accountSignOutEverywhere { ${ERRORS} } }`)

      assert.equal((await saveAs(admin, path)).status, 303)
    })

    test('who loses the role while a file is on its way gets the rest of it no more (threats row 212)', async () => {
      const path = await whole()
      const { tenantId } = at.tenant
      const { storage } = server.world
      // Longer than what lies between the server and a client that does not read.
      const [partCount, bytes] = [100, Buffer.alloc(EXPORT_PART_BYTES)]
      const noteFiles = async (tx: TenantTx, files: object[]): Promise<void> => {
        await tx.db
          .updateTable('operator_export')
          .set({ file_list: JSON.stringify(files) })
          .where('tenant_id', '=', tenantId)
          .execute()
      }
      await storage.writeTenant(tenantId, async (tx) => {
        const { file_list, export_id } = await tx.db
          .selectFrom('operator_export')
          .select(['file_list', 'export_id'])
          .where('tenant_id', '=', tenantId)
          .executeTakeFirstOrThrow()
        const [{ name, byteCount }, ...others] = JSON.parse(file_list ?? '[]')
        for (let part = 1; part < partCount; part++)
          await insertExportPart(tx, { export_id, tries: 1 }, { file: name, number: part, bytes })
        const long = { name, rowCount: 1, partCount, byteCount: byteCount + (partCount - 1) * bytes.length }
        await noteFiles(tx, [long, ...others])
      })
      const headers = { cookie: cookiesOf(admin) }
      assert.ok((await save(path, headers)).bytes.length > (partCount - 1) * bytes.length)
      const demote = () => setRoles(server.world.at(at.tenant), anna.email, ['OPS'], HOST)
      await assert.rejects(save(path, headers, demote), /aborted|socket hang up|ECONNRESET/)
    })

    test('a suspended operator gives no file, and makes none (threats row 212)', async () => {
      const path = await whole()
      const suspend = (isSuspended: boolean) =>
        server.world.storage.writePlatform((tx) =>
          setOperatorSuspendedWithin(
            server.world,
            tx,
            { operatorId: at.tenant.operatorId, isSuspended, reason: 'test' },
            HOST,
          ),
        )
      await suspend(true)
      assert.equal((await saveAs(admin, path)).status, 403)
      await suspend(false)
      server.clock.advanceSeconds(DAY_SECONDS)
      admin = await ConsoleClient.signIn(server, at, anna)
      await start()
      await suspend(true)
      assert.equal(await make(), true)
      await suspend(false)
      admin = await ConsoleClient.signIn(server, at, anna)
      assert.equal(await shown(), null, 'it is ended')
    })

    test('an export that was asked for by somebody who is no administrator any more is not made (threats row 212)', async () => {
      const other = await ConsoleClient.signIn(server, at, ben)
      await start(other)
      await setRoles(server.world.at(at.tenant), ben.email, ['OPS'], HOST)
      await make()
      assert.equal(await shown(), null)
      assert.deepEqual(await actions(), ['operator.export-asked', 'operator.export-ended'])
      await start()
      await make()
      assert.equal((await shown()).state, 'MADE', 'the day is not lost for the others')
    })

    test('nor one whose asker loses the role while it is made (threats row 212)', async () => {
      const other = await ConsoleClient.signIn(server, at, ben)
      await start(other)
      await make(worldThat(() => setRoles(server.world.at(at.tenant), ben.email, ['OPS'], HOST)))
      assert.equal(await shown(), null)
      assert.ok((await actions()).includes('operator.export-ended'))
    })

    test('a try that died is followed by another, and what it left goes (threats row 215)', async () => {
      await start()
      const dies = worldThat(() => Promise.reject(new Error('the process dies')))
      await assert.rejects(make(dies), /the process dies/)
      assert.equal((await shown()).state, 'WAITING')
      assert.equal(await make(), false, 'not at once')
      const left = { file: 'operator.airside', number: 0, bytes: Buffer.alloc(8) }
      const { exportId } = await shown()
      await server.world.storage.writeTenant(at.tenant.tenantId, (tx) =>
        insertExportPart(tx, { export_id: exportId, tries: 1 }, left),
      )
      server.clock.advanceSeconds(61)
      assert.equal(await make(), true)
      const { storage } = server.world
      const attempts = async () =>
        new Set(
          (
            await storage.platform.db
              .selectFrom('operator_export_part')
              .select('attempt')
              .where('tenant_id', '=', at.tenant.tenantId)
              .execute()
          ).map(({ attempt }) => Number(attempt)),
        )
      assert.deepEqual(await attempts(), new Set([1, 2]))
      while (await storage.writePlatform((tx) => removeWhatIsOver(tx, USUAL_RETENTION)));
      assert.deepEqual(await attempts(), new Set([2]))
      assert.equal((await saveAs(admin, (await shown()).fileList[0].path)).status, 200)
    })

    test('two processes that look at once make it once (threats row 108)', async () => {
      await start()
      await Promise.all([make(), make()])
      assert.equal((await actions()).filter((action) => action === 'operator.export-made').length, 1)
    })

    test(`files are taken ${MAX_EXPORT_DOWNLOADS_PER_DAY} times a day at most (threats row 215)`, async () => {
      const path = await whole()
      for (let times = 0; times < MAX_EXPORT_DOWNLOADS_PER_DAY; times++)
        assert.equal((await saveAs(admin, path)).status, 200)
      const refused = await saveAs(admin, path)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers['retry-after']) > 0)
    })
  })
}
