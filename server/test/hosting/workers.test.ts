/** `serve --workers`: several processes on one port, watched over by one that serves nothing itself (ADR 108). */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { SummedMetrics } from '../../src/metrics/summed-metrics.ts'
import { freePort } from '../support/free-port.ts'
import { HttpClient } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type Place, preparedPlace } from '../support/test-server.ts'

after(stopOwnPostgres)

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
      } catch {
        return false
      }
    })
    .map(Number)

const LOOK_MS = 100

/** Waits for the state; the runner's own limit ends what never comes. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await pause(LOOK_MS)
}

describe('two workers on PostgreSQL', { timeout: 240_000 }, () => {
  let place: Place
  let server: ServerProcess
  let metricsPort: number
  before(async () => {
    place = await preparedPlace('postgres')
    metricsPort = await freePort()
    const chosen = { ...place.environment, AIRSIDE_METRICS_PORT: String(metricsPort) }
    server = await startServerProcess(chosen, ['--workers', '2'])
  })
  after(async () => {
    await server.stop('SIGTERM')
    await place.dispose()
  })

  const pids = (): number[] => childrenOf(server.child.pid ?? 0)

  /** Over a connection of its own: connections are what the workers share. */
  const ask = (path: string) =>
    new HttpClient(server.port).ask(`http://localhost${path}`, { headers: { connection: 'close' } })

  const workersThatAnswer = async (path: string, times = 8): Promise<Set<unknown>> => {
    const seen = new Set<unknown>()
    for (let time = 0; time < times; time++) {
      const answer = await ask(path)
      assert.equal(answer.status, 200, answer.body)
      seen.add(JSON.parse(answer.body).worker)
    }
    return seen
  }

  const metrics = async (): Promise<string> => (await new HttpClient(metricsPort).ask('http://localhost/metrics')).body

  const readyCount = async (): Promise<number> => {
    const [, count = '0'] =
      /^airside_http_requests_total\{[^}]*route="\/readyz"[^}]*outcome="answered"[^}]*\} (\d+)$/m.exec(
        await metrics(),
      ) ?? []
    return Number(count)
  }

  test('both answer on the one port, and health and log name which', async () => {
    assert.match(server.output(), /workers {9}2/)
    assert.equal(pids().length, 2)
    assert.deepEqual(await workersThatAnswer('/readyz'), new Set([1, 2]))
    assert.deepEqual(await workersThatAnswer('/healthz'), new Set([1, 2]))
    await ask('/nowhere')
    await until(() => /"worker":[12],.*"path":"\/nowhere"/.test(server.logged()))
  })

  test('metrics are those of both: counters added up, gauges by worker', async () => {
    const before = await readyCount()
    await workersThatAnswer('/readyz', 6)
    assert.equal(await readyCount(), before + 6)
    const text = await metrics()
    for (const worker of [1, 2])
      assert.match(text, new RegExp(`^process_resident_memory_bytes\\{worker="${worker}"\\} `, 'm'))
    assert.equal(text.match(/^# TYPE airside_http_requests_total /gm)?.length, 1)
  })

  test('they share the connections that one process would have', async () => {
    const places = [...(await metrics()).matchAll(/^airside_store_places\{.*\} (\d+)$/gm)].map(([, count]) =>
      Number(count),
    )
    const sum = places.reduce((all, count) => all + count, 0)
    assert.ok(places.length === 4 && sum <= 15, String(places))
  })

  test('a worker that dies is started again under its number, the other answers meanwhile, and no count falls', async () => {
    const counted = await readyCount()
    const [victim = 0, other = 0] = pids()
    process.kill(victim, 'SIGKILL')
    await until(() => !pids().includes(victim))
    assert.equal((await workersThatAnswer('/healthz', 3)).size, 1)
    await until(async () => pids().length === 2 && (await workersThatAnswer('/readyz')).size === 2)
    assert.ok(pids().includes(other))
    assert.match(server.logged(), /"signal":"SIGKILL".*a worker ended and is started again/)
    assert.ok((await readyCount()) >= counted)
  })

  test('SIGHUP replaces them one after another, and somebody answers all the time', async () => {
    const old = pids()
    let isOver = false
    const statuses = new Set<number>()
    const asking = (async () => {
      for (; !isOver; await pause(10)) {
        statuses.add((await ask('/healthz')).status)
      }
    })()
    server.child.kill('SIGHUP')
    await until(() => pids().length === 2 && !pids().some((pid) => old.includes(pid)))
    isOver = true
    await asking
    assert.deepEqual(statuses, new Set([200]))
    assert.deepEqual(await workersThatAnswer('/readyz'), new Set([1, 2]))
  })

  test('SIGTERM stops them all, and nothing stays behind', async () => {
    const workers = pids()
    assert.equal(await server.stop('SIGTERM'), 0)
    for (const pid of workers) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  })
})

test('the embedded store refuses workers in one sentence that says why', async () => {
  const place = await preparedPlace('sqlite')
  await assert.rejects(
    runCommand(['serve', '--workers', '2'], place.environment),
    /the embedded store belongs to one process/,
  )
  await place.dispose()
})

test('a number of workers that is none, or more than the connections allow, is refused with what to do', async () => {
  const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  for (const count of ['0', 'many', '1.5', '100']) {
    await assert.rejects(
      runCommand(['serve', '--workers', count], environment),
      /--workers must be auto or a whole number/,
    )
  }
  await assert.rejects(
    runCommand(['serve', '--workers', '4'], environment),
    /AIRSIDE_DATABASE_CONNECTIONS must be at least 16 for 4 workers/,
  )
  await assert.rejects(runCommand(['serve', '--workers', '2', '--demo'], environment), /leave out --workers/)
})

test('a worker that cannot start ends the program with its reason', async () => {
  const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  await assert.rejects(
    startServerProcess(environment, ['--workers', '2']),
    /ECONNREFUSED|cannot be reached|127\.0\.0\.1/,
  )
})

const reading = (id: number, number: number, count: number) => ({
  id,
  number,
  text: `# HELP a_total Counted.\n# TYPE a_total counter\na_total{b="c"} ${count}\n# HELP g Now.\n# TYPE g gauge\ng ${count}\n`,
})

test('what a worker counted before it was gone still counts, and its gauges go with it', () => {
  const summed = new SummedMetrics()
  assert.match(summed.textOf([reading(1, 1, 5), reading(2, 2, 7)]), /^a_total\{b="c"\} 12$/m)
  summed.keepOf(1)
  const text = summed.textOf([reading(2, 2, 8), reading(3, 1, 1)])
  assert.match(text, /^a_total\{b="c"\} 14$/m)
  assert.deepEqual(text.match(/^g.*$/gm), ['g{worker="2"} 8', 'g{worker="1"} 1'])
})
