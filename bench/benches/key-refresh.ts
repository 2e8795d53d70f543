/** Measures API key refresh on SQLite: durable, with the cap enforced, over enough keys that none reaches it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, hold } from '../contest.ts'
import { keyRequest } from '../load/requests.ts'
import { createKeys, createOperators } from '../population.ts'
import type { Bench } from '../row.ts'
import { sideBySide, startOurs, startPeer } from '../servers.ts'
import { fillStore, newPlace } from '../store.ts'

const KEYS = 2000
const SHARED = 'hand-written, shared commits'
const ALONE = 'hand-written, a commit each'

export const keyRefresh: Bench = {
  name: 'key-refresh-sqlite',
  run: async () => {
    const [place, shared, alone] = [await newPlace('sqlite'), await newPlace('sqlite'), await newPlace('sqlite')]
    const holders = await fillStore(place, async (world) => createKeys(world, await createOperators(world), KEYS))
    const file = join(place.folder, 'known.json')
    writeFileSync(file, JSON.stringify({ refreshTokens: holders.map(({ refreshToken }) => refreshToken) }))
    const traffic = () => ({ templates: holders.map(keyRequest) })
    const starting = [
      startOurs(place),
      startPeer(shared, 'handWrittenIssuer', shared.folder, file, 'shared'),
      startPeer(alone, 'handWrittenIssuer', alone.folder, file, 'alone'),
    ]
    const readings = await sideBySide(starting, (ours, together, apart) =>
      hold([
        { name: 'ours', port: ours.port, pid: ours.pid, traffic },
        { name: SHARED, port: together.port, pid: together.pid, traffic },
        { name: ALONE, port: apart.port, pid: apart.pid, traffic },
      ]),
    ).finally(() => Promise.all([place, shared, alone].map((used) => used.dispose())))
    return [
      compare(readings, { name: 'key-refresh-sqlite-vs-shared-commits', ours: 'ours', peer: SHARED, goal: 0.65 }),
      compare(readings, { name: 'key-refresh-sqlite-vs-commit-each', ours: 'ours', peer: ALONE, goal: 0.65 }),
    ]
  },
}
