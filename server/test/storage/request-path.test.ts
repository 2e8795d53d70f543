/** The committed statements of the request path are those that requests send. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { renderRequestPath, requestPathFile } from '../../../scripts/request-path.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { STORES } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of STORES) {
  test(`server/request-path/${store}.sql holds the statements that requests send: npm run generate writes it`, async () => {
    assert.equal(await renderRequestPath(store), readFileSync(requestPathFile(store), 'utf8'))
  })
}
