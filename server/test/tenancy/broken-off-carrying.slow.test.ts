/** Whoever kills an export or an import half way finds nothing that is half there (threats row 150). */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, startCommand } from '../support/server-process.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

/** Whoever looks at a file closes it once it has seen what it looked for. */
const unlessReadEnough = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
}

for (const store of storesFor('sql')) {
  describe(`carrying is broken off (${store})`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'airside-broken-'))
    let server: TestServer
    before(async () => {
      server = await startServer(store)
      await server.operator('alpine')
      await runCommand(['sandbox', 'reset', 'alpine'], server.place.environment)
    })
    after(async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const run = (...args: string[]) => runCommand(args, server.place.environment)
    /** A file that holds back whoever writes more than it takes, and gives what the test gives. */
    const pipeAt = (path: string): string => {
      execFileSync('mkfifo', [path])
      return path
    }

    test('an export that is killed leaves no file under its name', async () => {
      const target = join(folder, 'killed.airside')
      const pipe = pipeAt(`${target}.part`)
      const child = startCommand(
        ['operator', 'export', 'alpine', '--environment', 'sandbox', '--to', target],
        server.place.environment,
      )
      const reader = await open(pipe, 'r')
      const { bytesRead } = await reader.read(Buffer.alloc(1000))
      assert.ok(bytesRead > 0, 'it writes')
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      await reader.close()
      assert.ok(!existsSync(target))
      await assert.rejects(run('operator', 'import', target), /does not exist/)
    })

    test('an import that is killed while it writes leaves nothing, and the same import is then done whole', async () => {
      const file = join(folder, 'whole.airside')
      await run('operator', 'export', 'alpine', '--environment', 'sandbox', '--to', file)
      const bytes = readFileSync(file)
      const pipe = pipeAt(join(folder, 'half.airside'))
      const child = startCommand(['operator', 'import', pipe, '--operator', 'half'], server.place.environment)
      // It is read to be looked at, and then again inside the transaction, which has made the tenant by then. Each has a
      // pipe of its own: what is meant for the second would go on to a first reader that is not done yet.
      const first = await open(pipe, 'w')
      renameSync(pipeAt(`${pipe}.again`), pipe)
      await first.writeFile(bytes).catch(unlessReadEnough)
      await first.close()
      const writer = await open(pipe, 'w')
      await writer.writeFile(bytes.subarray(0, Math.floor(bytes.length * 0.6)))
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      await writer.close()
      await assert.rejects(run('operator', 'show', 'half'), /There is no operator "half"/)
      const { rows, left_out } = JSON.parse(await run('operator', 'import', file, '--operator', 'half', '--json'))
      assert.ok(rows > 1000)
      assert.deepEqual(left_out, [])
    })
  })
}
