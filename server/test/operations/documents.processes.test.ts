/** Two server processes on PostgreSQL: a link at one ends with the right that ends at the other (threats row 251). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { DocumentSender, PDF } from '../support/document-files.ts'
import type { Answer } from '../support/http-client.ts'
import { EVERYTHING, Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const USES = 12

describe('links and uploads, in two processes on PostgreSQL', () => {
  let server: TestServer
  let process: ServerProcess
  let at: TestTenant
  let ops: DocumentSender
  before(async () => {
    server = await startServer('postgres')
    at = (await server.operator('alpine')).production
    process = await startServerProcess(server.place.environment)
    ops = new DocumentSender(server.client, await Integration.of(at, EVERYTHING))
  })
  after(async () => {
    await process?.stop()
    await server?.close()
  })

  /** Uses a link at both processes while a right ends: each use is whole or refused, and none works afterwards. */
  const race = async (path: string, headers: Record<string, string>, takeAway: () => Promise<unknown>) => {
    const use = (index: number): Promise<Answer> =>
      (index % 2 === 0 ? server.client : process.client).ask(`${at.origin}${path}`, { headers })
    for (const index of [0, 1]) assert.equal((await use(index)).status, 200, 'it works at both before')
    const uses = Array.from({ length: USES }, (_, index) => use(index))
    await Promise.race(uses)
    await takeAway()
    for (const { status, body } of await Promise.all(uses)) {
      assert.ok((status === 200 && body === String(PDF)) || status === 404, `${status} ${body}`)
    }
    for (const index of [0, 1]) assert.equal((await use(index)).status, 404, 'it works at neither after')
  }

  test('a link is used while its key is revoked (threats row 251)', async () => {
    const key = await at.createKey('document:read document:write')
    const reader = new DocumentSender(server.client, new Integration(at, (await at.refreshKey(key.refreshToken)).body))
    const { documentId } = await reader.made()
    await race((await reader.link(documentId)) ?? '', {}, () => at.revokeKey(key.apiKeyId))
  })

  test('a link is used while its person is removed (threats row 251)', async () => {
    const person = await addPerson(server, at, 'Nina', ['OPS'])
    const nina = await ConsoleClient.signIn(server, at, person)
    const { documentId } = await ops.made()
    const { documentLink } = await nina.data(`{ documentLink(documentId: "${documentId}") { path } }`)
    const cookie = [...nina.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await race(documentLink.path, { cookie }, () =>
      removeUser(server.world.at(at.tenant), person.email, HOST, at.origin),
    )
  })

  test('a link is used while its document is deleted (threats row 251)', async () => {
    const { documentId, version } = await ops.made({ kind: 'INVOICE' })
    const remove = `mutation { documentDelete(documentId: "${documentId}", expectedVersion: ${version}) { userErrorList { code } } }`
    await race((await ops.link(documentId)) ?? '', {}, () => ops.by.did(ops.by.change(remove)))
  })

  test('an upload that both processes get at once is taken by one, and one document is made of it (threats row 245)', async () => {
    const { upload } = await ops.by.did(ops.start(PDF))
    const other = new DocumentSender(process.client, ops.by)
    const answers = await Promise.all([ops.put(upload.path, PDF), other.put(upload.path, PDF)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404])
    const made = await Promise.all([1, 2, 3].map(() => ops.create({ uploadId: upload.uploadId })))
    assert.equal(made.filter(({ document }) => document !== null).length, 1)
  })
})
