/**
 * Runs the simulated scenarios on the oldest supported Node: compiled like the package, with that Node's test runner.
 */
import { execFile } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { REPOSITORY, TSC } from './support/build.ts'
import { oldestNode } from './support/nodes.ts'

const run = promisify(execFile)

test('every simulated scenario holds on Node 20', async () => {
  const { path } = await oldestNode()
  const built = join(REPOSITORY, 'sdk/.test-build/simulated')
  rmSync(built, { recursive: true, force: true })
  try {
    const project = join(REPOSITORY, 'sdk/test/simulated/tsconfig.json')
    await run(process.execPath, [TSC, '-p', project])
    const files = globSync(join(built, 'test/simulated/*.test.js'))
    // Without it the inner run would report to the outer one instead of deciding by itself.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { stdout } = await run(path, ['--test', ...files], { env }).catch((failure) => {
      throw new Error(failure.stdout)
    })
    if (!/^# pass [1-9]\d+$/m.test(stdout) || !/^# fail 0$/m.test(stdout)) throw new Error(stdout)
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
})
