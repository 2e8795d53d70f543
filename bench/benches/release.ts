/**
 * Today's program beside the last release (ADR 242): `npm run bench -- release`, or `-- release --release 0.2.0`. The
 * release fills a store, two copies of it are made and one of them is migrated to today: so both answer from the same
 * rows. The release also runs beside itself, which shows what the machine can tell: a row is met where today's program
 * is no further behind.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStorage } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { systemClock } from '../../server/src/domain/clock.ts'
import type { World } from '../../server/src/services/world.ts'
import { RELEASES, unpackRelease } from '../../server/test/support/releases.ts'
import { type Contestant, compare, hold, ROUNDS, type Rounds } from '../contest.ts'
import { grantRequest, queryRequest } from '../load/requests.ts'
import type { Traffic } from '../load/traffic.ts'
import { ASKED_RELEASE } from '../options.ts'
import type * as Population from '../population.ts'
import type { Bench, Row } from '../row.ts'
import { requireSameAnswer } from '../same-answer.ts'
import { OURS, sideBySide, startOurs } from '../servers.ts'
import { newPlace, type Place, type StoreKind } from '../store.ts'
import type { fill } from './nested-page.ts'
import { CONNECTIONS, pageQuery } from './nested-page.ts'
import { KEYS, NEW_SHAPE, newShapes, TYPES } from './query.ts'

/** The files of a release that fill a store. */
interface Filling {
  readonly fillStore: <T>(place: Place, job: (world: World) => Promise<T>) => Promise<T>
  readonly population: typeof Population
  readonly fillPages: typeof fill
}

const fillingOf = async (root: string): Promise<Filling> => {
  const pages = join(root, 'bench/benches/nested-page.ts')
  // 0.2.0 and 0.3.0 keep this one to themselves.
  writeFileSync(pages, readFileSync(pages, 'utf8').replace(/^const fill =/m, 'export const fill ='))
  return {
    fillStore: (await import(join(root, 'bench/store.ts'))).fillStore,
    population: await import(join(root, 'bench/population.ts')),
    fillPages: (await import(pages)).fill,
  }
}

type Served = Pick<Place, 'environment' | 'folder'>

/** The same rows again, for another server. */
const copyOf = async (place: Place, kind: StoreKind, name: string): Promise<Served> => {
  const folder = `${place.folder}-${name}`
  if (kind === 'sqlite') cpSync(place.folder, folder, { recursive: true })
  else mkdirSync(folder)
  const url = kind === 'postgres' ? await place.copyDatabase(name) : ''
  return { folder, environment: { ...place.environment, AIRSIDE_DATA: folder, DATABASE_URL: url } }
}

const migrateToToday = async ({ environment }: Served): Promise<void> => {
  const { storage } = await openStorage(readConfig({ ...environment }), systemClock, { mayMigrate: true })
  await storage.close()
}

interface Measured {
  readonly store: StoreKind
  readonly rounds?: Rounds
  /** Queries are answered with the same rows; a token is another one each time. */
  readonly isQuery: boolean
  /** What is sent, to a store that is filled with this. */
  readonly fill: (filling: Filling, world: World) => Promise<(round: number) => Traffic>
}

const [TODAY, RELEASE, AGAIN] = ['ours', 'the release', 'the release again'] as const

const contest = async (root: string, { store, isQuery, rounds = ROUNDS, fill }: Measured) => {
  const filling = await fillingOf(root)
  const place = await newPlace(store)
  const copies: Served[] = []
  try {
    const traffic = await filling.fillStore(place, (world) => fill(filling, world))
    for (const name of ['today', 'again']) copies.push(await copyOf(place, store, name))
    const [today, again] = copies as [Served, Served]
    await migrateToToday(today)
    const program = join(root, 'server/src/main.ts')
    const starting = [startOurs(today, OURS), startOurs(place, program), startOurs(again, program)]
    return await sideBySide(starting, async (...servers) => {
      const names = [TODAY, RELEASE, AGAIN]
      const contestants = servers.map(
        ({ port, pid }, index): Contestant => ({ name: names[index] as string, port, pid, traffic }),
      )
      if (isQuery) await requireSameAnswer(contestants)
      return hold(contestants, rounds)
    })
  } finally {
    await place.dispose()
    for (const { folder } of copies) rmSync(folder, { recursive: true, force: true })
  }
}

/** How far a release is behind itself on this machine at this moment. */
const toleranceOf = ({ ratioQuartiles: [lower, upper] = [1, 1] }: Row): number =>
  Math.floor(Math.min(1, lower, 1 / upper) * 100) / 100

const releaseBench = (name: string, measured: Measured): Bench => ({
  name,
  run: async () => {
    const release = RELEASES.find(({ version }) => ASKED_RELEASE === undefined || version === ASKED_RELEASE)
    if (release === undefined) throw new Error(`docs/releasing.md names no release ${ASKED_RELEASE}`)
    const folder = mkdtempSync(join(tmpdir(), 'airside-bench-'))
    try {
      const readings = await contest(unpackRelease(release.commit, folder), measured)
      const itself = compare(readings, { name: `${name}-vs-itself`, ours: RELEASE, peer: AGAIN, goal: null })
      const goal = toleranceOf(itself)
      const beside = compare(readings, { name: `${name}-vs-last`, ours: TODAY, peer: RELEASE, goal })
      return [
        { ...beside, peerName: `release ${release.version}` },
        { ...itself, peerName: `release ${release.version}, both` },
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

const queries = async ({ population }: Filling, world: World, query: string) => {
  const tenants = await population.createOperators(world)
  const holders = await population.issueTokens(world, await population.createKeys(world, tenants, KEYS))
  return holders.map((holder) => queryRequest(holder, query))
}

export const RELEASE_BENCHES: readonly Bench[] = [
  releaseBench('release-query-same-text', {
    store: 'sqlite',
    isQuery: true,
    fill: async (filling, world) => {
      const templates = await queries(filling, world, TYPES)
      return () => ({ templates })
    },
  }),
  releaseBench('release-nested-page', {
    store: 'postgres',
    isQuery: true,
    rounds: { ...ROUNDS, connections: CONNECTIONS },
    fill: async ({ fillPages }, world) => {
      const query = pageQuery(Date.now())
      const templates = (await fillPages(world)).map((holder) => queryRequest(holder, query))
      return () => ({ templates })
    },
  }),
  releaseBench('release-first-sight', {
    store: 'sqlite',
    isQuery: true,
    fill: async (filling, world) => {
      const templates = await queries(filling, world, NEW_SHAPE)
      return (round) => ({ templates, ...newShapes(round) })
    },
  }),
  releaseBench('release-refresh-grant', {
    store: 'sqlite',
    isQuery: false,
    fill: async ({ population }, world) => {
      const grants = await population.createGrants(world, await population.createOperators(world))
      return () => ({ templates: grants.map(grantRequest) })
    },
  }),
]
