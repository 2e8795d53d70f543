/**
 * The search among 200 aircraft and 20,000 flights, one request after another: the time until the answer is here, at
 * which 95 of 100 are. That its statements do not grow with rows is a test (operations/availability).
 */
import { LOAD_OPERATOR } from '../../server/src/demo/data/demo-operators.ts'
import { readDemoReference } from '../../server/src/demo/data/reference.ts'
import { writeOperator } from '../../server/src/demo/data/write.ts'
import { HOST } from '../../server/src/services/audit-trail.ts'
import { createApiKey } from '../../server/src/services/oauth/api-keys.ts'
import { createOperator } from '../../server/src/services/tenancy/operators.ts'
import type { World } from '../../server/src/services/world.ts'
import { fragment, rowsOf } from '../../server/src/storage/engines/fragment.ts'
import { HttpClient } from '../../server/test/support/http-client.ts'
import { queryRequest } from '../load/requests.ts'
import { issueTokens, type KeyHolder, type TokenHolder } from '../population.ts'
import { type Bench, quantile, type Row } from '../row.ts'
import { sideBySide, startOurs } from '../servers.ts'
import { fillStore, newPlace } from '../store.ts'

const LIMIT_MS = 150
const FEWEST = { aircraft: 200, flights: 20_000 }
/** Enough that no bucket is empty before the end. */
const KEYS = 40
const WARM_UP = 10
const SEARCHES = 200
const DAY_MS = 86_400_000
const PAIRS = ['LSZH LFMN', 'EGLF LEMD', 'LFPB LIRA', 'EDDM LGAV', 'LSGG EGGW']

interface Filled {
  readonly holders: readonly TokenHolder[]
  readonly size: string
}

const countOf = async (world: World, tenantId: string, table: 'aircraft' | 'flight'): Promise<number> => {
  const [row] = await rowsOf<{ rows: number }>(
    world.storage.tenant(tenantId),
    fragment`select count(*) as rows from ${fragment.raw(table)} where tenant_id = ${tenantId}`,
  )
  return Number(row?.rows)
}

const fill = async (world: World): Promise<Filled> => {
  const [tenant] = await createOperator(world, { ...LOAD_OPERATOR, environments: ['production'] }, HOST)
  if (!tenant) throw new Error('The operator has no tenant')
  const { tenantId } = tenant
  const reference = await readDemoReference(world.storage.platform)
  await world.storage.writeTenant(tenantId, (tx) =>
    writeOperator(tx, { operator: LOAD_OPERATOR, seed: 'bench', asOf: Date.now(), reference, told: false }),
  )
  const [aircraft, flights] = [await countOf(world, tenantId, 'aircraft'), await countOf(world, tenantId, 'flight')]
  if (aircraft < FEWEST.aircraft || flights < FEWEST.flights) throw new Error(`Only ${aircraft} and ${flights}`)
  const keys: KeyHolder[] = []
  for (let index = 0; index < KEYS; index++) {
    const wish = { label: `Key ${index}`, scope: 'availability:read' }
    keys.push({ tenant, refreshToken: (await createApiKey(world.at(tenant), wish, HOST)).refreshToken })
  }
  return { holders: await issueTokens(world, keys), size: `${aircraft} aircraft, ${flights} flights` }
}

/** Another pair and another day each time. */
const searchFor = (index: number): string => {
  const [adep, ades] = (PAIRS[index % PAIRS.length] ?? '').split(' ')
  const date = new Date(Date.now() + (2 + (index % 30)) * DAY_MS).toISOString().slice(0, 10)
  return `{ availabilitySearch(input: { legList: [{ adep: "${adep}", ades: "${ades}", date: "${date}", paxCount: 4 }] }) {
    aircraftId seatCount positioningNm legList { adep { iCAO } ades { iCAO } offBlock onBlock isPositioning } } }`
}

const rowOn = async (store: 'sqlite' | 'postgres'): Promise<Row> => {
  const place = await newPlace(store)
  try {
    const { holders, size } = await fillStore(place, fill)
    return await sideBySide([startOurs(place)], async ({ port }) => {
      const client = new HttpClient(port)
      const took = async (index: number): Promise<number> => {
        const { path, headers, body } = queryRequest(holders[index % KEYS] as TokenHolder, searchFor(index))
        const { host = '', ...others } = headers
        const startedAt = performance.now()
        const answer = await client.raw(host, path, { method: 'POST', headers: others, body })
        const ms = performance.now() - startedAt
        if (answer.status !== 200) throw new Error(`The search answered ${answer.status}: ${answer.body}`)
        return ms
      }
      for (let index = 0; index < WARM_UP; index++) await took(index)
      const times: number[] = []
      for (let index = 0; index < SEARCHES; index++) times.push(await took(index))
      const p95 = quantile(times, 0.95)
      return {
        name: `availability-${store}-p95`,
        ours: p95,
        peer: LIMIT_MS,
        peerName: `ms at most; p50 ${quantile(times, 0.5).toFixed(1)}; ${size}`,
        ratio: p95 / LIMIT_MS,
        spread: 0,
        goal: 1,
        better: 'lower',
      }
    })
  } finally {
    await place.dispose()
  }
}

export const availability: Bench = {
  name: 'availability',
  run: async () => [await rowOn('sqlite'), await rowOn('postgres')],
}
