/** Four processes share one key and one token, also while the server restarts. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from './support/build.ts'
import { bothNodes } from './support/nodes.ts'
import { ServedOperator } from './support/served-operator.ts'

const DRIVER = fileURLToPath(new URL('./drivers/parallel-queries.mjs', import.meta.url))
/** SIGKILL breaks connections, SIGTERM makes the server refuse new ones. */
const RESTARTS = ['SIGKILL', 'SIGTERM'] as const
const PROCESSES = 4
const WORKERS = 50

interface Run {
  readonly child: ChildProcess
  /** How many queries were answered so far. */
  answers: number
  readonly ended: Promise<{ code: number | null; errors: string }>
}

const startRun = (node: string, task: object): Run => {
  const child = spawn(node, [DRIVER, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, errors })),
  )
  const run: Run = { child, answers: 0, ended }
  child.stdout.on('data', (chunk: Buffer) => {
    run.answers += chunk.toString().split('\n').length - 1
  })
  return run
}

const answersOf = (runs: readonly Run[]): number => runs.reduce((sum, run) => sum + run.answers, 0)

const untilAnswered = async (runs: readonly Run[], count: number): Promise<void> => {
  while (answersOf(runs) < count && runs.some(({ child }) => child.exitCode === null)) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const expectAllAnswered = async (runs: readonly Run[], count: number): Promise<void> => {
  for (const { code, errors } of await Promise.all(runs.map((run) => run.ended))) {
    assert.equal(errors, '')
    assert.equal(code, 0)
  }
  assert.equal(answersOf(runs), count)
}

const nodes = await bothNodes()
await build('sdk')

/** Requests one more token: the remaining allowance shows how many were issued. */
const tokensMadeWith = async (operator: ServedOperator, apiKey: string): Promise<number> => {
  const answer = await operator.http.form(`${operator.origin}/access_token/refresh/`, { refresh_token: apiKey })
  const left = /r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1]
  return 500 - Number(left) - 1
}

describe('four processes with one key', () => {
  let operator: ServedOperator
  before(async () => {
    operator = await ServedOperator.start()
  })
  after(() => operator.close())

  const inFolder = async (job: (folder: string) => Promise<void>): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'airside-shared-'))
    await job(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
  }

  for (const node of nodes) {
    test(`200 parallel queries of four processes make exactly one access token (${node.name})`, () =>
      inFolder(async (folder) => {
        const apiKey = await operator.newKey('contact:read')
        const task = { service: operator.service, apiKey, folder, workers: WORKERS, queriesEach: 1 }
        const runs = Array.from({ length: PROCESSES }, () => startRun(node.path, task))
        await expectAllAnswered(runs, PROCESSES * WORKERS)
        assert.equal(await tokensMadeWith(operator, apiKey), 1)
      }))

    for (const signal of RESTARTS) {
      test(`a server restart (${signal}) during the queries costs no failed query and no new token (${node.name})`, () =>
        inFolder(async (folder) => {
          const apiKey = await operator.newKey('contact:read')
          const awaitedFile = join(folder, 'server-went-away')
          const task = { service: operator.service, apiKey, folder, workers: WORKERS, queriesEach: 4, awaitedFile }
          const runs = Array.from({ length: PROCESSES }, () => startRun(node.path, task))
          const all = PROCESSES * WORKERS * 4
          await untilAnswered(runs, all / 4)
          await operator.stop(signal)
          writeFileSync(awaitedFile, '')
          await operator.startAgain()
          await expectAllAnswered(runs, all)
          assert.equal(await tokensMadeWith(operator, apiKey), 1)
        }))
    }
  }
})
