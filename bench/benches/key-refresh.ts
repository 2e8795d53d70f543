/** API key refresh, durable and with the cap enforced, 64 connections over keys enough that none reaches its cap. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, hold } from '../contest.ts'
import type { Traffic } from '../load/traffic.ts'
import type { Bench } from '../row.ts'
import { startServer } from '../server-process.ts'
import { PEERS, startOurs } from '../servers.ts'
import { createKeys, fillStore, type KeyHolder, newPlace } from '../store.ts'

const KEYS = 2000

const trafficOf = (holders: readonly KeyHolder[]): Traffic => ({
  templates: holders.map(({ host, refreshToken }) => ({
    path: '/access_token/refresh/',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    body: `refresh_token=${refreshToken}`,
  })),
})

export const keyRefresh: Bench = {
  name: 'key-refresh-sqlite',
  run: async () => {
    const [place, sharedPlace, alonePlace] = [await newPlace('sqlite'), await newPlace('sqlite'), await newPlace('sqlite')]
    const keysFile = join(place.folder, 'keys.json')
    const holders = await fillStore(place, (world) => createKeys(world, KEYS))
    writeFileSync(keysFile, JSON.stringify(holders.map(({ refreshToken }) => refreshToken)))
    const issuer = PEERS.handWrittenIssuer
    const servers = {
      ours: await startOurs(place),
      'hand-written, shared commits': await startServer([issuer, sharedPlace.folder, keysFile, 'shared'], {}, place.folder),
      'hand-written, a commit each': await startServer([issuer, alonePlace.folder, keysFile, 'alone'], {}, place.folder),
    }
    try {
      const traffic = () => trafficOf(holders)
      const readings = await hold(Object.entries(servers).map(([name, { port }]) => ({ name, port, traffic })))
      return Object.keys(servers)
        .slice(1)
        .map((peer, index) =>
          compare(readings, { name: `key-refresh-sqlite-vs-hand-written-${index}`, ours: 'ours', peer, goal: 0.65 }),
        )
    } finally {
      for (const server of Object.values(servers)) await server.stop()
      for (const used of [place, sharedPlace, alonePlace]) await used.dispose()
    }
  },
}
