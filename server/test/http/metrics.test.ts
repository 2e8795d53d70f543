/** Metrics on a port of their own (ADR 71), and the files of a host's monitoring that name them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { BACKGROUND_JOBS, claimJob } from '../../src/storage/background-jobs.ts'
import { insertMessage } from '../../src/storage/outbox.ts'
import { VERSION } from '../../src/version.ts'
import { isMissing, judgedBy } from '../support/debian-program.ts'
import { HttpClient } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type Place, preparedPlace, startServer, storesFor, type TestServer } from '../support/test-server.ts'

const HOSTING = join(import.meta.dirname, '../../../hosting')
const PROMTOOL = '/usr/bin/promtool'
const RULES = join(HOSTING, 'alerts.yml')

after(stopOwnPostgres)

/** The value of the one sample whose line begins so. */
const valueIn = (text: string, sample: string): number => {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  assert.ok(line, `there is ${sample}`)
  return Number(line.slice(sample.length + 1))
}

const QUERY = '{site="operator",method="POST",route="/api/graphql/"'
const REQUESTS = `airside_http_requests_total${QUERY},outcome=`
const TIMES = 'airside_http_request_duration_seconds'

/** Sums of what each step of the scenario must add, by sample. */
const ADDED: Readonly<Record<string, number>> = {
  [`${REQUESTS}"answered"}`]: 2,
  [`${REQUESTS}"refused"}`]: 1,
  [`${TIMES}_count${QUERY}}`]: 3,
  [`${TIMES}_bucket${QUERY},le="+Inf"}`]: 3,
  'airside_http_requests_total{site="none",method="none",route="none",outcome="refused"}': 1,
  'airside_tokens_issued_total{holder="api-key"}': 1,
  'airside_tokens_refused_total{reason="invalid_grant"}': 1,
}
const LOOK_UPS = ['hit', 'miss'].map(
  (outcome) => `airside_memory_lookups_total{memory="principals",outcome="${outcome}"}`,
)

for (const store of storesFor('sql')) {
  describe(`metrics (${store})`, () => {
    let place: Place
    let server: TestServer
    let metrics: HttpClient
    before(async () => {
      place = await preparedPlace(store)
      server = await startServer(store, { ...place, environment: { ...place.environment, AIRSIDE_METRICS_PORT: '0' } })
      metrics = new HttpClient((await server.app.listenForMetrics()) ?? 0)
    })
    after(async () => {
      await server.close()
      await place.dispose()
    })

    const read = async (): Promise<string> => {
      const answer = await metrics.ask('http://localhost/metrics')
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
      return answer.body
    }

    test('requests, tokens, look-ups and changes of validity are counted', async () => {
      const { production } = await server.operator('alpine')
      const { refreshToken, apiKeyId } = await production.createKey()
      const earlier = await read()
      const token = (await production.refreshKey(refreshToken)).body
      for (let left = 2; left > 0; left--) assert.equal((await production.query(token, '{ __typename }')).status, 200)
      assert.equal((await production.query(`${token}x`, '{ __typename }')).status, 401)
      assert.equal((await production.refreshKey(`${refreshToken}x`)).status, 400)
      assert.equal((await server.client.ask(`${production.origin}/nothing/`)).status, 404)
      await production.revokeKey(apiKeyId)
      const now = await read()
      const addedTo = (sample: string): number =>
        valueIn(now, sample) - (earlier.includes(sample) ? valueIn(earlier, sample) : 0)
      for (const [sample, added] of Object.entries(ADDED)) assert.equal(addedTo(sample), added, sample)
      // Where the poll is late, a token that is remembered is looked up anew, and so are the rights of an answer.
      const answered = 2
      const [hits = 0, misses = 0] = LOOK_UPS.map(addedTo)
      const lookUps = hits + misses
      assert.ok(lookUps >= 3 && lookUps <= 3 + answered && misses >= 2, `${hits} hits, ${misses} misses`)
      assert.ok(
        valueIn(now, 'airside_validity_changes_total') > valueIn(earlier, 'airside_validity_changes_total'),
        'a revoked key raises an epoch',
      )
      assert.equal(valueIn(now, 'airside_store_up'), 1)
      assert.ok(now.includes(`airside_build_info{version="${VERSION}",node="${process.version}",store="${store}"} 1`))
      const lane = store === 'sqlite' ? 'writer' : 'requests'
      assert.equal(valueIn(now, `airside_store_waiting{lane="${lane}"}`), 0)
      assert.ok(valueIn(now, `airside_store_places{lane="${lane}"}`) > 0)
    })

    test('the age of every background job is there before one was done', async () => {
      const text = await read()
      for (const job of BACKGROUND_JOBS) {
        assert.ok(valueIn(text, `airside_background_job_age_seconds{name="${job}"}`) >= 0, job)
      }
    })

    test('the ages of the outbox and of background work come from the store', async () => {
      const { production } = await server.operator('waiting')
      await server.world.storage.writeTenant(production.tenant.tenantId, async (tx) => {
        const created_at = (await tx.now()) - 60_000
        const message = { message_id: 'msg_1', recipient: 'anna@alpine.example', subject: 'S', body: 'B' }
        await insertMessage(tx, { ...message, created_at, expires_at: created_at + 3_600_000 })
      })
      await server.world.storage.writePlatform(async (tx) => {
        await claimJob(tx, 'housekeeping', 30_000)
      })
      server.clock.advanceSeconds(5)
      const text = await read()
      assert.equal(valueIn(text, 'airside_outbox_waiting{channel="mail"}'), 1)
      assert.ok(valueIn(text, 'airside_outbox_age_seconds{channel="mail"}') >= 65)
      assert.equal(valueIn(text, 'airside_outbox_age_seconds{channel="sms"}'), 0)
      assert.ok(valueIn(text, 'airside_background_job_age_seconds{name="housekeeping"}') >= 5)
    })

    test('every metric that the dashboard and the alert rules name is served', async () => {
      const text = await read()
      const served = new Set([...text.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name))
      const files = [RULES, join(HOSTING, 'dashboard.json')].map((file) => readFileSync(file, 'utf8'))
      const named = new Set(
        files.flatMap((file) => [...file.matchAll(/\b(?:airside|process)_\w+/g)].map(([name]) => name)),
      )
      assert.ok(named.size > 25)
      assert.deepEqual(
        [...named].filter((name) => !served.has(name)),
        [],
      )
    })

    test('promtool finds no fault in the metrics and the alert rules', {
      skip: isMissing(PROMTOOL, 'prometheus'),
    }, async () => {
      assert.equal(judgedBy(PROMTOOL, ['check', 'metrics'], await read()), '')
      assert.match(judgedBy(PROMTOOL, ['check', 'rules', RULES]), /SUCCESS: \d+ rules found/)
    })

    test('the port of the metrics serves nothing else, and the port of the service no metrics', async () => {
      assert.equal((await metrics.ask('http://localhost/')).status, 404)
      assert.equal((await metrics.ask('http://localhost/metrics', { method: 'POST' })).status, 405)
      for (const host of ['localhost', 'alpine.localhost'])
        assert.equal((await server.client.ask(`http://${host}/metrics`)).status, 404)
    })
  })
}

test('metrics are served only where a port is set, and then on loopback unless a host is set', () => {
  assert.equal(readConfig({}).metrics, null)
  assert.deepEqual(readConfig({ AIRSIDE_METRICS_PORT: '9464' }).metrics, { port: 9464, host: '127.0.0.1' })
  const everywhere = { AIRSIDE_METRICS_PORT: '9464', AIRSIDE_METRICS_HOST: '0.0.0.0' }
  assert.deepEqual(readConfig(everywhere).metrics, { port: 9464, host: '0.0.0.0' })
  assert.throws(() => readConfig({ AIRSIDE_METRICS_PORT: 'on' }), /AIRSIDE_METRICS_PORT must be a number/)
  assert.throws(() => readConfig({ AIRSIDE_METRICS_HOST: '0.0.0.0:9464' }), /AIRSIDE_METRICS_HOST must be one address/)
})
