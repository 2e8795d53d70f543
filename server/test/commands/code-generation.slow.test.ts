/** Asks running processes whether they can turn a string into code; none of ours may (threats row 81). */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { demoPlace } from '../support/demo-place.ts'
import { freePort } from '../support/free-port.ts'
import { evaluateIn, inspectorsIn } from '../support/inspector.ts'
import type { Place } from '../support/places.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const GENERATE = "new Function('return 1')()"

const started: ChildProcess[] = []
const places: Place[] = []
after(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (const place of places) await place.dispose()
})

/** Starts a Node process that serves the demo; answers its output as it comes. */
const startServing = async (args: readonly string[]) => {
  const place = await demoPlace()
  places.push(place)
  const { DATABASE_URL: _, ...surroundings } = process.env
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...surroundings,
      ...place.environment,
      PORT: String(await freePort()),
      NODE_OPTIONS: '--inspect=127.0.0.1:0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let [output, errors] = ['', '']
  const isServing = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      if (/https?:\/\//.test(output)) resolve()
    })
    child.once('exit', () => reject(new Error(`It ended: ${errors}`)))
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  await isServing
  return errors
}

/** What the process that runs the server's main file answers. */
const askServer = async (errors: string, expression: string) => {
  for (const url of inspectorsIn(errors).reverse()) {
    const program = await evaluateIn(url, 'process.argv[1]')
    if (String(program?.result.value).endsWith('main.ts')) return evaluateIn(url, expression)
  }
  throw new Error(`No process of the server listens: ${errors}`)
}

for (const [how, args] of [
  ['npm start', ['scripts/start.mjs']],
  ['its main file alone', ['server/src/main.ts', 'serve', '--demo']],
] as const) {
  test(`a server started by ${how} cannot generate code from strings`, async () => {
    const errors = await startServing(args)
    const evaluated = await askServer(errors, GENERATE)
    assert.match(evaluated?.exceptionDetails?.exception?.description ?? 'it ran', /EvalError: Code generation/)
  })
}

test('the process that runs the tests cannot generate code from strings', () => {
  assert.throws(() => Function('return 1')(), EvalError)
})
