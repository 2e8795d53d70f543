/** `kill` of `npm start` reaches the server behind npm, its shell and the start script. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { test } from 'node:test'
import { demoPlace } from '../support/demo-place.ts'
import { freePort } from '../support/free-port.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

test('the server that npm start runs stops when npm is told to stop', async () => {
  const place = await demoPlace()
  const { DATABASE_URL: _, ...surroundings } = process.env
  const env = { ...surroundings, ...place.environment, PORT: String(await freePort()) }
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  // Not 'exit': the output closes when the last process that holds it is gone, and the server inherited it.
  const allEnded = once(npm, 'close')
  let wasServing = false
  for await (const line of createInterface({ input: npm.stdout })) {
    if (!line.includes('curl')) continue
    wasServing = true
    npm.kill('SIGTERM')
  }
  await allEnded
  assert.ok(wasServing, 'it said what to try')
  await place.dispose()
})
