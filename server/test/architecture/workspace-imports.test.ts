/** A package that others install, or that is built for the browser, must not depend on the files of another workspace. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const WORKSPACES = ['server', 'sdk', 'cli', 'console']
const RELATIVE_IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g

test('a workspace imports another workspace by its package name, never by a path', () => {
  const files = WORKSPACES.flatMap((workspace) => globSync(`${workspace}/src/**/*.{ts,tsx}`, { cwd: REPOSITORY }))
  assert.ok(files.length > 400, `${files.length} files`)
  const leaving = files.flatMap((file) =>
    [...readFileSync(join(REPOSITORY, file), 'utf8').matchAll(RELATIVE_IMPORT)]
      .map(([, path = '']) => relative('', join(dirname(file), path)))
      .filter((target) => target.split('/')[0] !== file.split('/')[0])
      .map((target) => `${file} -> ${target}`),
  )
  assert.deepEqual(leaving, [])
})
