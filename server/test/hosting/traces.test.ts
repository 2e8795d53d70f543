/**
 * OpenTelemetry traces (threats row 121): what a collector gets of a request, from whom a trace is continued, and that
 * nothing waits for it.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { isSampled, readSampler } from '../../src/tracing/sampler.ts'
import { KINDS, newSpanId, newTraceId, type Span } from '../../src/tracing/span.ts'
import { SpanExport } from '../../src/tracing/span-export.ts'
import { freePort } from '../support/free-port.ts'
import { HttpClient } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import {
  type Place,
  preparedPlace,
  type Store,
  startServer,
  storesFor,
  type TestServer,
} from '../support/test-server.ts'
import { type CollectedSpan, TraceCollector } from '../support/trace-collector.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const SPAN_ID = 'b7ad6b7169203331'
const NAME = 'Amelia of the north'
const STRANGER = '127.0.0.9'
const CREATE = `mutation Add { contactCreate(input: {kind: CLIENT, name: "${NAME}"}) { contact { name } } }`
const LIST = 'query Everybody { contactList(page: { first: 10 }) { nodeList { name } } }'
/** For waits on what a server sends by itself. */
const LIMITED = { timeout: 60_000 }

after(stopOwnPostgres)

const opened = async (store: Store, endpoint: string, more: Record<string, string> = {}) => {
  const place: Place = await preparedPlace(store)
  const environment = {
    ...place.environment,
    AIRSIDE_TRUSTED_PROXIES: '127.0.0.1',
    AIRSIDE_METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    ...more,
  }
  return (await startServer(store, { ...place, environment })).at(place)
}

/** Asks at an operator's address, as a proxy or as a stranger would. */
const asker = async (server: TestServer, operatorId: string) => {
  const { production } = await server.operator(operatorId)
  const token = await production.accessToken()
  const ask = (query: string, headers: Record<string, string> = {}, localAddress?: string) =>
    server.client.ask(`${production.origin}/api/graphql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
      ...(localAddress === undefined ? {} : { localAddress }),
    })
  return { token, ask }
}

const metricsOf = async (server: TestServer): Promise<() => Promise<string>> => {
  const client = new HttpClient((await server.app.listenForMetrics()) ?? 0)
  return async () => (await client.ask('http://localhost/metrics')).body
}

for (const store of storesFor('sql')) {
  describe(`traces (${store})`, LIMITED, () => {
    const collector = new TraceCollector()
    let server: TestServer
    let token: string
    let ask: Awaited<ReturnType<typeof asker>>['ask']
    before(async () => {
      const secret = {
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-host',
        OTEL_SERVICE_NAME: 'airside-eu',
      }
      server = await opened(store, await collector.listen(), secret)
      ;({ token, ask } = await asker(server, 'alpine'))
    })
    after(async () => {
      await server.close()
      collector.close()
    })

    /** The spans of the trace that the answer with this id belongs to. */
    const traceOf = async (answer: { headers: Record<string, unknown> }): Promise<readonly CollectedSpan[]> => {
      const id = answer.headers['x-request-id']
      const root = await collector.until(() =>
        collector.spans.find(({ attributes }) => attributes['airside.request_id'] === id),
      )
      const ofTrace = collector.spans.filter(({ traceId }) => traceId === root.traceId)
      return [root, ...ofTrace.filter((span) => span !== root)]
    }
    const childrenOf = (spans: readonly CollectedSpan[], parent: CollectedSpan | undefined) =>
      spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)

    test('a trace of a trusted proxy goes on with the request, its operation, the transaction and its statements', async () => {
      const answer = await ask(CREATE, { traceparent: `00-${TRACE_ID}-${SPAN_ID}-01` })
      assert.equal(answer.status, 200)
      const spans = await traceOf(answer)
      const [root] = spans
      assert.equal(root?.traceId, TRACE_ID)
      assert.equal(root?.parentSpanId, SPAN_ID)
      assert.equal(root?.name, 'POST /api/graphql/')
      assert.equal(root?.attributes['http.response.status_code'], '200')
      assert.equal(root?.attributes['airside.operator'], 'alpine')
      const operation = childrenOf(spans, root).find(({ name }) => name === 'mutation Add')
      assert.equal(operation?.attributes['graphql.operation.name'], 'Add')
      assert.ok(Number(operation?.attributes['airside.cost']) > 0)
      const transaction = childrenOf(spans, operation).find(({ name }) => name === 'transaction')
      const statements = childrenOf(spans, transaction)
      assert.ok(
        statements.some(({ attributes }) => /^insert into "?contact"?/i.test(attributes['db.query.text'] ?? '')),
      )
      for (const { startTimeUnixNano, endTimeUnixNano } of spans)
        assert.ok(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano) && BigInt(startTimeUnixNano) > 10n ** 18n)
      const line = server.logged.find((each) => each.includes(String(answer.headers['x-request-id'])))
      assert.ok(line?.includes(`"traceId":"${TRACE_ID}"`))
    })

    test('a traceparent of a stranger, or one that is none, begins a trace of our own', async () => {
      const stranger = await traceOf(await ask(LIST, { traceparent: `00-${TRACE_ID}-${SPAN_ID}-01` }, STRANGER))
      const zeros = await traceOf(await ask(LIST, { traceparent: `00-${'0'.repeat(32)}-${SPAN_ID}-01` }))
      for (const [root] of [stranger, zeros]) {
        assert.match(root?.traceId ?? '', /^(?!0{32})[0-9a-f]{32}$/)
        assert.notEqual(root?.traceId, TRACE_ID)
        assert.equal(root?.parentSpanId, undefined)
      }
      assert.notEqual(stranger[0]?.traceId, zeros[0]?.traceId)
    })

    test('requests at the same time keep their statements apart', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(CREATE)))
      for (const answer of answers) {
        const spans = await traceOf(answer)
        const inserts = spans.filter(({ attributes }) =>
          /^insert into "?contact"?/i.test(attributes['db.query.text'] ?? ''),
        )
        assert.equal(inserts.length, 1)
      }
    })

    test('a trace that its proxy does not record is not recorded here, and neither are probes', async () => {
      const silent = await ask(LIST, { traceparent: `00-${TRACE_ID}-${SPAN_ID}-00` })
      assert.equal(silent.status, 200)
      await server.client.ask('http://localhost/readyz')
      await traceOf(await ask(LIST))
      const routes = collector.spans.map(({ attributes }) => attributes['http.route'])
      assert.ok(!routes.includes('/readyz'))
      const ids = collector.spans.map(({ attributes }) => attributes['airside.request_id'])
      assert.ok(!ids.includes(String(silent.headers['x-request-id'])))
    })

    test('a refused request says why, and no span holds a token, a secret or a value of a request', async () => {
      const spans = await traceOf(await ask('{ contactList(first: 10) { noSuchField } }'))
      assert.equal(
        spans.find(({ attributes }) => attributes['airside.outcome'])?.attributes['airside.outcome'],
        'refused',
      )
      const sent = collector.bodies.join('')
      for (const planted of [token, 'air_live_', 'of-the-host', NAME]) assert.ok(!sent.includes(planted), planted)
    })

    test('the collector is told who sends and with the headers that are set, and what it took is counted', async () => {
      assert.equal(collector.headers.authorization, 'Bearer of-the-host')
      assert.equal(collector.resource['service.name'], 'airside-eu')
      assert.match(collector.resource['service.instance.id'] ?? '', new RegExp(`/${process.pid}$`))
      const metrics = await (await metricsOf(server))()
      assert.match(metrics, /^airside_trace_spans_total\{outcome="exported"\} [1-9]/m)
      assert.match(metrics, /^airside_trace_spans_total\{outcome="dropped"\} 0$/m)
    })
  })
}

test('a collector that is dead or hangs disturbs no answer and no stop', LIMITED, async () => {
  const hanging = new TraceCollector()
  hanging.status = null
  const dead = `http://127.0.0.1:${await freePort()}`
  for (const endpoint of [dead, await hanging.listen()]) {
    const server = await opened('sqlite', endpoint)
    const { ask } = await asker(server, 'alpine')
    for (let times = 0; times < 3; times++) {
      const answer = await ask(LIST)
      assert.deepEqual([answer.status, answer.json().errors], [200, undefined], answer.body)
    }
    await server.app.close({ drainMs: 0, stopMs: 1_500 })
    await server.place.dispose()
    // Whether a hanging one is told depends on how long it hung.
    if (endpoint === dead) assert.ok(server.logged.some((line) => line.includes('the collector does not take traces')))
  }
  hanging.close()
})

test('spans that the collector refuses are counted as dropped, and doctor says that it refuses', LIMITED, async () => {
  const refusing = new TraceCollector()
  refusing.status = 400
  const endpoint = await refusing.listen()
  const server = await opened('sqlite', endpoint)
  const { ask } = await asker(server, 'alpine')
  const metrics = await metricsOf(server)
  await ask(LIST)
  while (!/^airside_trace_spans_total\{outcome="dropped"\} [1-9]/m.test(await metrics()))
    await new Promise((resolve) => setImmediate(resolve))
  assert.match(await metrics(), /^airside_trace_spans_total\{outcome="exported"\} 0$/m)
  const environment = { ...server.place.environment, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
  assert.match(
    await runCommand(['doctor'], environment),
    /^attention +Traces: 127.* does not take them: it answered 400$/m,
  )
  refusing.status = 200
  assert.match(await runCommand(['doctor'], environment), /^fine +Traces: 127.* takes them$/m)
  await server.close()
  refusing.close()
})

test(
  'beyond what may wait, spans are dropped and counted, and a collector that comes back gets the rest once',
  LIMITED,
  async () => {
    const collector = new TraceCollector()
    collector.status = 503
    const settings = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen() }).tracing
    assert.ok(settings)
    const spans = new SpanExport(settings, {}, { warn: () => {}, info: () => {} })
    const span = (): Span => ({
      ...{ traceId: newTraceId(), spanId: newSpanId(), parentId: null, kind: KINDS.internal, name: 'select' },
      ...{ startedAt: 1, endedAt: 2, attributes: {}, failure: null },
    })
    spans.add(Array.from({ length: 5_000 }, span), 7)
    assert.deepEqual(spans.counts, { exported: 0, dropped: 911, waiting: 4_096 })
    await collector.until(() => collector.headers.host)
    collector.status = 200
    await spans.stop(10_000)
    assert.deepEqual(spans.counts, { exported: 4_096, dropped: 911, waiting: 0 })
    assert.equal(new Set(collector.spans.map(({ spanId }) => spanId)).size, 4_096)
    assert.equal(collector.spans.length, 4_096)
    collector.close()
  },
)

test('traces are off without a collector, and wrong settings of theirs are refused by name', () => {
  assert.equal(readConfig({ OTEL_SERVICE_NAME: 'airside' }).tracing, null)
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp' }
  assert.equal(readConfig(on).tracing?.url, 'https://collector.example/otlp/v1/traces')
  const described = { ...on, OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=eu%2Cwest,service.name=a' }
  assert.deepEqual(readConfig(described).tracing?.resource, {
    'deployment.environment.name': 'eu,west',
    'service.name': 'a',
  })
  const place = { ...on, OTEL_RESOURCE_ATTRIBUTES: 'site=Z%C3%BCrich' }
  assert.equal(readConfig(place).tracing?.resource.site, 'Zürich')
  const refusals: [environment: Record<string, string>, sentence: RegExp][] = [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT must look like http:/],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://:secret@c:4318' },
      /^(?!.*secret@).*secrets belong in OTEL_EXPORTER_OTLP_HEADERS/,
    ],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'site=Z%C3%BCrich' }, /OTEL_EXPORTER_OTLP_HEADERS must look like name=value/],
    [{ OTEL_EXPORTER_OTLP_ENDPIONT: 'http://collector' }, /did you mean OTEL_EXPORTER_OTLP_ENDPOINT\?/],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /OTEL_EXPORTER_OTLP_PROTOCOL must be http\/json/],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'a secret' },
      /^(?!.*a secret).*OTEL_EXPORTER_OTLP_HEADERS must look like name=value/,
    ],
    [{ OTEL_BSP_SCHEDULE_DELAY: '5s' }, /OTEL_BSP_SCHEDULE_DELAY must be milliseconds from 10 to 60000/],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /OTEL_TRACES_SAMPLER must be one of always_on/],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, /OTEL_TRACES_SAMPLER_ARG .* from 0 to 1/],
  ]
  for (const [environment, sentence] of refusals) assert.throws(() => readConfig(environment), { message: sentence })
})

test('a sampler by ratio decides by the id of the trace, and a proxy is asked only where the setting says so', () => {
  const ids = Array.from({ length: 2_000 }, newTraceId)
  const tenth = readSampler('traceidratio', '0.1')
  const taken = ids.filter((id) => isSampled(tenth, id, null))
  assert.ok(taken.length > 100 && taken.length < 350, `${taken.length} of 2000`)
  assert.ok(taken.every((id) => isSampled(tenth, id, null)))
  const parent = { traceId: TRACE_ID, spanId: SPAN_ID, isSampled: true }
  assert.equal(isSampled(readSampler('parentbased_always_off'), TRACE_ID, parent), true)
  assert.equal(isSampled(readSampler('parentbased_always_on'), TRACE_ID, { ...parent, isSampled: false }), false)
  assert.equal(isSampled(readSampler('always_off'), TRACE_ID, parent), false)
})
