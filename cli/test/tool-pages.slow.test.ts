/** The pages of the documentation on commands and SDK are what the programs say. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { toolPages } from '../../scripts/tool-pages.ts'
import { REPOSITORY } from '../../sdk/test/support/build.ts'

test('the committed pages on both command lines and the SDK are those that the programs give', async () => {
  const pages = Object.entries(await toolPages())
  for (const [file, text] of pages)
    assert.equal(readFileSync(join(REPOSITORY, 'docs/site/reference', file), 'utf8'), text, 'run: npm run generate')
  const client = pages.find(([file]) => file === 'client.md')?.[1] ?? ''
  for (const name of ['class Client ', 'interface QueryOptions ', 'class UserErrors ', 'class FileStore ', 'scopesOf:'])
    assert.ok(client.includes(name), name)
})
