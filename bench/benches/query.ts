/** The query endpoint: about twenty rows of two strings, authenticated, scope-checked, cost-limited and logged on our side. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, hold } from '../contest.ts'
import type { Traffic } from '../load/traffic.ts'
import { PEERS, startOurs } from '../servers.ts'
import { startServer } from '../server-process.ts'
import type { Bench } from '../row.ts'
import { createKeys, fillStore, issueTokens, newPlace, type TokenHolder } from '../store.ts'

const KEYS = 512
const WORD = 'gulfstream aerospace'
const SPELLINGS_PER_ROUND = 87_000

const queryOf = (wildcard: string): string => `{ aircraftTypeList(wildcard: "${wildcard}") { acftTypeId iCAO } }`

const trafficOf = (holders: readonly TokenHolder[], query: string): Traffic => ({
  templates: holders.map(({ host, accessToken }) => ({
    path: '/api/graphql/',
    headers: { host, authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })),
})

const queryBench = (name: string, trafficIn: (holders: readonly TokenHolder[], round: number) => Traffic): Bench => ({
  name,
  run: async () => {
    const place = await newPlace('sqlite')
    const tokensFile = join(place.folder, 'tokens.json')
    const holders = await fillStore(place, async (world) => issueTokens(world, await createKeys(world, KEYS)))
    writeFileSync(tokensFile, JSON.stringify(holders.map(({ accessToken }) => accessToken)))
    const servers = {
      ours: await startOurs(place),
      'Mercurius with jit, no security': await startServer([PEERS.mercurius], {}, place.folder),
      'hand-written node:http': await startServer([PEERS.handWrittenQuery, tokensFile], {}, place.folder),
    }
    try {
      const traffic = (round: number) => trafficIn(holders, round)
      const readings = await hold(Object.entries(servers).map(([name, { port }]) => ({ name, port, traffic })))
      return [
        compare(readings, {
          name: `${name}-vs-mercurius`,
          ours: 'ours',
          peer: 'Mercurius with jit, no security',
          goal: 1.25,
        }),
        compare(readings, {
          name: `${name}-vs-hand-written`,
          ours: 'ours',
          peer: 'hand-written node:http',
          goal: 0.9,
        }),
      ]
    } finally {
      for (const server of Object.values(servers)) await server.stop()
      await place.dispose()
    }
  },
})

export const querySameText = queryBench('query-same-text', (holders) => trafficOf(holders, queryOf(WORD)))

export const queryDifferentText = queryBench('query-different-text', (holders, round) => ({
  ...trafficOf(holders, queryOf(WORD)),
  respelled: { word: WORD, from: round * SPELLINGS_PER_ROUND, count: SPELLINGS_PER_ROUND },
}))
