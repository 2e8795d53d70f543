/** Writes every file that is generated from code and committed: the schema, the documentation pages, data files and the statements of the request path. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const GENERATORS = [
  'schema-file.ts',
  'scope-file.ts',
  'record-file.ts',
  'sdk-types.ts',
  'error-page.ts',
  'life-cycle-page.ts',
  'tool-pages.ts',
  'airport-file.ts',
  'decision-index.ts',
  'request-path.ts',
]

for (const file of GENERATORS) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file)], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
