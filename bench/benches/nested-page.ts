/** Measures a page of 50 flights with aircraft, airports and crew, from the same rows of one store, on each of both. */

import { DEMO_OPERATORS } from '../../server/src/demo/data/demo-operators.ts'
import { readDemoReference } from '../../server/src/demo/data/reference.ts'
import { writeOperator } from '../../server/src/demo/data/write.ts'
import { HOST } from '../../server/src/services/audit-trail.ts'
import { createApiKey } from '../../server/src/services/oauth/api-keys.ts'
import { createOperator } from '../../server/src/services/tenancy/operators.ts'
import type { World } from '../../server/src/services/world.ts'
import { compare, hold, ROUNDS } from '../contest.ts'
import { queryRequest } from '../load/requests.ts'
import { issueTokens, type KeyHolder, type TokenHolder } from '../population.ts'
import type { Bench, Row } from '../row.ts'
import { requireSameAnswer } from '../same-answer.ts'
import { sideBySide, startOurs, startPeer } from '../servers.ts'
import { fillStore, newPlace, type StoreKind } from '../store.ts'

const KEYS = 256
export const CONNECTIONS = 16
const DAY_MS = 86_400_000
const PEER = 'Mercurius with jit and loaders, no security'

const seconds = (timeMs: number): string => `${new Date(timeMs).toISOString().slice(0, 19)}Z`

/** The demo's largest operator, its ninety days of flights around now. */
export const fill = async (world: World): Promise<TokenHolder[]> => {
  const operator = DEMO_OPERATORS.toSorted((a, b) => b.aircraftCount - a.aircraftCount)[0]
  if (!operator) throw new Error('The demo has no operator')
  const [tenant] = await createOperator(world, { ...operator, environments: ['production'] }, HOST)
  if (!tenant) throw new Error('The operator has no tenant')
  const reference = await readDemoReference(world.storage.platform)
  await world.storage.writeTenant(tenant.tenantId, (tx) =>
    writeOperator(tx, { operator, seed: 'bench', asOf: Date.now(), reference, told: false }),
  )
  const scope = 'flight:read aircraft:read crew:read'
  const keys: KeyHolder[] = []
  for (let index = 0; index < KEYS; index++) {
    const { refreshToken } = await createApiKey(world.at(tenant), { label: `Key ${index}`, scope }, HOST)
    keys.push({ tenant, refreshToken })
  }
  return issueTokens(world, keys)
}

export const pageQuery = (now: number): string =>
  `{ flightList(filter: { interval: { from: "${seconds(now - 40 * DAY_MS)}", to: "${seconds(now + 40 * DAY_MS)}" } }, page: { first: 50 }) {
    nodeList { flightId flightNo status aircraft { registration seatCount } adep { iCAO name } ades { iCAO name }
      crewList { position crewMember { code name surname } } } } }`

const measure = async (store: StoreKind, name: string): Promise<Row> => {
  const place = await newPlace(store)
  const holders = await fillStore(place, fill)
  const query = pageQuery(Date.now())
  const traffic = () => ({ templates: holders.map((holder) => queryRequest(holder, query)) })
  const copy = await place.copyDatabase()
  const { storePid } = place
  const starting = [startOurs(place), startPeer(place, 'mercuriusLoaders', copy)]
  const readings = await sideBySide(starting, async (ours, peer) => {
    const contestants = [
      { name: 'ours', port: ours.port, pid: ours.pid, storePid, traffic },
      { name: PEER, port: peer.port, pid: peer.pid, storePid, traffic },
    ]
    await requireSameAnswer(contestants)
    return hold(contestants, { ...ROUNDS, connections: CONNECTIONS })
  }).finally(() => place.dispose())
  return compare(readings, { name, ours: 'ours', peer: PEER, goal: 1 })
}

export const nestedPage: Bench = {
  name: 'nested-page',
  run: async () => [
    await measure('postgres', 'nested-page-vs-mercurius'),
    await measure('sqlite', 'nested-page-sqlite-vs-mercurius'),
  ],
}
