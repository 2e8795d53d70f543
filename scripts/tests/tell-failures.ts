/** Loaded into the processes of the tests: after a failed test, prints what its servers, stores and pages have to tell. */
import { mkdirSync } from 'node:fs'
import { afterEach, beforeEach, type TestContext } from 'node:test'
import { isMainThread } from 'node:worker_threads'
import { askWitnesses, beginTest } from '../../server/test/support/failure-report.ts'

const folder = process.env.AIRSIDE_TEST_FAILURES

const tell = async (folder: string, title: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const told = await askWitnesses(folder)
  if (told.length > 0) console.log([`Beside the failure of "${title}":`, ...told].map((line) => `  ${line}`).join('\n'))
}

if (isMainThread && folder) {
  beforeEach(() => beginTest())
  afterEach(async (context) => {
    const { passed, fullName } = context as TestContext
    if (!passed) await tell(folder, fullName)
  })
}
