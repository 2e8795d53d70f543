/** Measures start time and memory of the process on prepared data. These rows are compared with a fixed limit. */
import { loadServed } from '../load/load.ts'
import { queryRequest } from '../load/requests.ts'
import { createKeys, createOperators, issueTokens } from '../population.ts'
import { residentMb } from '../resident-memory.ts'
import { type Bench, median, type Row } from '../row.ts'
import { startOurs } from '../servers.ts'
import { fillStore, newPlace, type Place } from '../store.ts'

const START_LIMIT_SECONDS = 2
const IDLE_LIMIT_MB = 200
/** Memory is flat if after many requests it is within a tenth of its value after warm-up. */
const GROWTH_LIMIT = 1.1
const KEYS = 512
const WARM_UP_REQUESTS = 100_000
const REQUESTS = 1_000_000
const SLICE_SECONDS = 5
const MAX_SLICES = 60

interface Limit {
  readonly limit: number
  readonly peerName: string
}

const againstLimit = (name: string, ours: number, { limit, peerName }: Limit, spread = 0): Row => ({
  name,
  ours,
  peer: limit,
  peerName,
  ratio: ours / limit,
  spread,
  goal: 1,
  better: 'lower',
})

const START_LIMIT: Limit = { limit: START_LIMIT_SECONDS, peerName: 'limit, seconds to serve' }
const IDLE_LIMIT: Limit = { limit: IDLE_LIMIT_MB, peerName: 'limit, MB resident' }

const startSeconds = async (place: Place): Promise<{ seconds: number; idleMb: number }> => {
  const startedAt = performance.now()
  const server = await startOurs(place)
  const seconds = (performance.now() - startedAt) / 1000
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const idleMb = residentMb(server.pid)
  await server.stop()
  return { seconds, idleMb }
}

export const start: Bench = {
  name: 'start',
  run: async () => {
    const place = await newPlace('sqlite')
    try {
      await fillStore(place, createOperators)
      const runs = []
      for (let run = 0; run < 5; run++) runs.push(await startSeconds(place))
      const seconds = runs.map((run) => run.seconds)
      const spread = (Math.max(...seconds) - Math.min(...seconds)) / START_LIMIT_SECONDS
      const idle = median(runs.map((run) => run.idleMb))
      return [
        againstLimit('start-seconds', median(seconds), START_LIMIT, spread),
        againstLimit('start-idle-memory', idle, IDLE_LIMIT),
      ]
    } finally {
      await place.dispose()
    }
  },
}

/** Loads in slices until this many requests were served or the time is up. */
const serveRequests = async (port: number, count: number, templates: ReturnType<typeof queryRequest>[]) => {
  let served = 0
  for (let slice = 0; slice < MAX_SLICES && served < count; slice++) {
    served += (await loadServed({ port, connections: 64, seconds: SLICE_SECONDS, traffic: { templates } })).requests
  }
  return served
}

export const memory: Bench = {
  name: 'memory',
  run: async () => {
    const place = await newPlace('sqlite')
    const holders = await fillStore(place, async (world) =>
      issueTokens(world, await createKeys(world, await createOperators(world), KEYS)),
    )
    const query = '{ aircraftTypeList(wildcard: "gulfstream aerospace") { acftTypeId iCAO } }'
    const templates = holders.map((holder) => queryRequest(holder, query))
    const server = await startOurs(place)
    try {
      await serveRequests(server.port, WARM_UP_REQUESTS, templates)
      const warm = residentMb(server.pid)
      const served = await serveRequests(server.port, REQUESTS, templates)
      const peerName = `MB once warm, before ${Math.round(served / 1000)} thousand requests`
      const row = againstLimit('memory-after-requests', residentMb(server.pid), { limit: warm, peerName })
      return [{ ...row, goal: GROWTH_LIMIT }]
    } finally {
      await server.stop()
      await place.dispose()
    }
  },
}
