/** The embedded store finds what ids select by these ids: it does not walk the tenant's list because of its order. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { requestPathFile } from '../../../scripts/request-path.ts'
import { SQLITE_FILE } from '../../src/storage/engines/sqlite-engine.ts'
import { tenantsWithReminders } from '../../src/storage/operations/reminders/reminders.ts'
import { carriedShapes, pagesOf } from '../../src/storage/tenancy/carrying/carried-rows.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

let server: TestServer

before(async () => {
  server = await startServer('sqlite')
})

after(() => server.close())

/** By its tenant alone, or with everything that began before a time: as many rows as the operator ever kept. */
const WALKS_A_LIST = /(?:INDEX \w+_order|PRIMARY KEY) \(tenant_id=\?(?: AND \w+<\?)?\)$/

test('no statement that is given ids walks the whole list of a tenant on the embedded store (threats row 340)', () => {
  const store = new DatabaseSync(join(server.place.environment.AIRSIDE_DATA ?? '', SQLITE_FILE), { readOnly: true })
  const given = readFileSync(requestPathFile('sqlite'), 'utf8')
    .replaceAll(/^--.*$/gm, '')
    .split(/;\n/)
    .filter((text) => /^\s*select/.test(text) && text.includes('json_each') && !text.includes(' limit '))
  assert.ok(given.length > 20, 'the request path has statements that are given ids')
  const walking = given.filter((text) =>
    store
      .prepare(`explain query plan ${text}`)
      .all()
      .some(({ detail }) => WALKS_A_LIST.test(String(detail))),
  )
  store.close()
  assert.deepEqual(walking, [])
})

test('who has something due is looked for among all operators by the indexes of times alone (threats row 609)', async () => {
  const { platform } = server.world.storage
  const store = new DatabaseSync(join(server.place.environment.AIRSIDE_DATA ?? '', SQLITE_FILE), { readOnly: true })
  const sent = await statementsDuring(() => tenantsWithReminders(platform))
  const [search = ''] = sent.filter((text) => text.includes('REQUEST_UNANSWERED'))
  const plan = store
    .prepare(`explain query plan ${search}`)
    .all()
    .map(({ detail }) => String(detail))
  store.close()
  const found = plan.filter((detail) => /\bq\b/.test(detail))
  assert.ok(found.length >= 15, `${found}`)
  assert.deepEqual(
    found.filter((detail) => !/^SEARCH q USING INDEX \w+ \((\w+>\?( AND \w+<\?)?|status=\?)\)$/.test(detail)),
    [],
  )
})

test('a page of an operator’s file finds its rows by keys, and makes no list of others for each (threats row 450)', async () => {
  const { production } = await server.operator('carried')
  const { storage } = server.world
  const store = new DatabaseSync(join(server.place.environment.AIRSIDE_DATA ?? '', SQLITE_FILE), { readOnly: true })
  const sent = await statementsDuring(
    () =>
      storage.snapshotOf(production.tenant.tenantId, async (reader) => {
        const shapes = await carriedShapes(reader)
        for (const shape of shapes) for await (const _ of pagesOf(reader, shape, shapes, { withCredentials: false }));
      }),
    /sqlite_master|pragma/i,
  )
  const pages = sent.filter((text) => / limit \?$/.test(text.trim()))
  assert.ok(pages.length > 30, `${pages.length} pages`)
  const walking = pages.flatMap((text) =>
    store
      .prepare(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => String(detail))
      .filter((detail) => /LIST SUBQUERY|^SCAN (?!\w+ USING)/.test(detail))
      .map((detail) => `${detail}: ${text}`),
  )
  store.close()
  assert.deepEqual(walking, [])
})
