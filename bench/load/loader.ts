/** The load process: reads a plan from standard input, drives the connections, writes its observations. */
import autocannon, { type AutocannonClient } from 'autocannon'
import type { LoadPlan, LoadReading } from './load.ts'
import { requestsOf } from './traffic.ts'

const readInput = async (): Promise<string> => {
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  return text
}

const drive = async ({ port, connections, seconds, traffic, requestsPerSecond }: LoadPlan): Promise<LoadReading> => {
  let connection = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    ...(requestsPerSecond === undefined ? {} : { overallRate: requestsPerSecond }),
    requests: [{ method: 'POST', path: '/' }],
    setupClient: (client: AutocannonClient) => {
      const requests = requestsOf(traffic, connection++, connections)
      client.setRequests(requests.map((request) => ({ method: 'POST', ...request })))
    },
  })
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

process.stdout.write(JSON.stringify(await drive(JSON.parse(await readInput()) as LoadPlan)))
