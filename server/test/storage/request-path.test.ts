/** The committed SQL of the request path equals the statements that requests send. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { renderRequestPath, requestPathFile } from '../../../scripts/request-path.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('sql')) {
  test(`server/request-path/${store}.sql equals the statements that requests send (npm run generate)`, async () => {
    const lines = (text: string): string[] => text.split('\n')
    assert.deepEqual(lines(await renderRequestPath(store)), lines(readFileSync(requestPathFile(store), 'utf8')))
  })
}
