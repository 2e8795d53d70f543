/**
 * Measures the query endpoint with rows of two strings; ours authenticates, checks scopes, limits cost, logs and
 * counts.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contestant, compare, hold, ROUNDS } from '../contest.ts'
import { queryRequest } from '../load/requests.ts'
import type { Traffic } from '../load/traffic.ts'
import type { KnownToken } from '../peers/token-holders.ts'
import { createContacts, createKeys, createOperators, hostOf, issueTokens, type TokenHolder } from '../population.ts'
import type { Bench, Row } from '../row.ts'
import { requireSameAnswer } from '../same-answer.ts'
import { sideBySide, startOurs, startPeer } from '../servers.ts'
import { fillStore, newPlace } from '../store.ts'

export const KEYS = 512
const WORD = 'gulfstream aerospace'
/** There are 2^19 spellings of the word: enough for the rounds, none twice. */
const SPELLINGS_PER_ROUND = Math.floor(2 ** 19 / (ROUNDS.rounds + 1))
export const TYPES = `{ aircraftTypeList(wildcard: "${WORD}") { acftTypeId iCAO } }`
const CONTACTS = '{ contactList(page: { first: 20 }) { nodeList { contactId name } } }'

const FAIR = 'Fastify and Mercurius with jit, equal work'
const FAIR_BY_HAND = 'hand-written node:http, the same checks'
const MERCURIUS = 'Mercurius with jit, no security'
const BY_HAND = 'hand-written node:http, a token and nothing else'

interface ReferenceGoals {
  readonly fair: number
  readonly fairByHand: number | null
  readonly mercurius: number | null
}

const referenceBench = (
  name: string,
  respelled: (round: number) => Pick<Traffic, 'respelled'>,
  goals: ReferenceGoals,
): Bench => ({
  name,
  run: async () => {
    const place = await newPlace('sqlite')
    const holders = await fillStore(place, async (world) =>
      issueTokens(world, await createKeys(world, await createOperators(world), KEYS)),
    )
    const tokensFile = join(place.folder, 'tokens.json')
    const known = holders.map(({ accessToken, tenant }): KnownToken => ({ accessToken, host: hostOf(tenant) }))
    writeFileSync(tokensFile, JSON.stringify(known))
    const templates = holders.map((holder) => queryRequest(holder, TYPES))
    const traffic = (round: number): Traffic => ({ templates, ...respelled(round) })
    const starting = [
      startOurs(place),
      startPeer(place, 'mercuriusEqualWork', tokensFile),
      startPeer(place, 'handWrittenEqualWork', tokensFile),
      startPeer(place, 'mercurius'),
      startPeer(place, 'handWrittenQuery', tokensFile),
    ]
    const readings = await sideBySide(starting, async (...servers) => {
      const names = ['ours', FAIR, FAIR_BY_HAND, MERCURIUS, BY_HAND]
      const contestants = servers.map(
        ({ port, pid }, index): Contestant => ({ name: names[index] as string, port, pid, traffic }),
      )
      await requireSameAnswer(contestants)
      return hold(contestants)
    }).finally(() => place.dispose())
    const row = (suffix: string, peer: string, goal: number | null): Row =>
      compare(readings, { name: `${name}-vs-${suffix}`, ours: 'ours', peer, goal })
    return [
      row('equal-work', FAIR, goals.fair),
      row('hand-written-equal-work', FAIR_BY_HAND, goals.fairByHand),
      row('mercurius', MERCURIUS, goals.mercurius),
      row('hand-written', BY_HAND, null),
    ]
  },
})

/** Forty fields under an alias that no earlier request had: each document is seen for the first time. */
export const NEW_SHAPE = `{ ${WORD.replace(' ', '')}: aircraftTypeList(wildcard: "B738") { ${Array.from({ length: 40 }, (_, n) => `f${n}: ${n % 2 === 0 ? 'acftTypeId' : 'iCAO'}`).join(' ')} } }`

export const newShapes = (round: number): Pick<Traffic, 'respelled'> => ({
  respelled: { word: WORD.replace(' ', ''), from: round * SPELLINGS_PER_ROUND, count: SPELLINGS_PER_ROUND },
})

export const firstSight: Bench = {
  name: 'first-sight',
  run: async () => {
    const place = await newPlace('sqlite')
    const holders = await fillStore(place, async (world) =>
      issueTokens(world, await createKeys(world, await createOperators(world), KEYS)),
    )
    const templates = holders.map((holder) => queryRequest(holder, NEW_SHAPE))
    const traffic = (round: number): Traffic => ({ templates, ...newShapes(round) })
    const readings = await sideBySide([startOurs(place), startPeer(place, 'mercurius')], (ours, mercurius) =>
      hold([
        { name: 'ours', port: ours.port, pid: ours.pid, traffic },
        { name: MERCURIUS, port: mercurius.port, pid: mercurius.pid, traffic },
      ]),
    ).finally(() => place.dispose())
    return [compare(readings, { name: 'first-sight', ours: 'ours', peer: MERCURIUS, goal: 1 })]
  },
}

export const querySameText = referenceBench('query-same-text', () => ({}), {
  fair: 1.3,
  fairByHand: 0.75,
  mercurius: 0.8,
})

export const queryDifferentText = referenceBench(
  'query-different-text',
  (round) => ({ respelled: { word: WORD, from: round * SPELLINGS_PER_ROUND, count: SPELLINGS_PER_ROUND } }),
  { fair: 4, fairByHand: null, mercurius: null },
)

const POSTGRES_BY_HAND = 'hand-written, same statements'

/** The data given to the hand-written handlers on PostgreSQL. */
export const postgresFile = (
  folder: string,
  holders: readonly TokenHolder[],
  secrets: Record<string, string>,
): string => {
  const file = join(folder, 'known.json')
  const tenants = Object.fromEntries(holders.map(({ tenant }) => [hostOf(tenant), tenant.tenantId]))
  const accessTokens = holders.map(({ accessToken }) => accessToken)
  writeFileSync(file, JSON.stringify({ tenants, accessTokens, secrets }))
  return file
}

export const queryOnPostgres: Bench = {
  name: 'query-postgres',
  run: async () => {
    const place = await newPlace('postgres')
    const holders = await fillStore(place, async (world) => {
      const tenants = await createOperators(world)
      await createContacts(world, tenants)
      return issueTokens(world, await createKeys(world, tenants, KEYS))
    })
    const file = postgresFile(place.folder, holders, {})
    const traffic = () => ({ templates: holders.map((holder) => queryRequest(holder, CONTACTS)) })
    const copy = await place.copyDatabase()
    const starting = [startOurs(place), startPeer(place, 'handWrittenPostgres', copy, file)]
    const readings = await sideBySide(starting, async (ours, byHand) => {
      const { storePid } = place
      const contestants = [
        { name: 'ours', port: ours.port, pid: ours.pid, storePid, traffic },
        { name: POSTGRES_BY_HAND, port: byHand.port, pid: byHand.pid, storePid, traffic },
      ]
      await requireSameAnswer(contestants)
      return hold(contestants)
    }).finally(() => place.dispose())
    return [
      compare(readings, { name: 'query-postgres-vs-hand-written', ours: 'ours', peer: POSTGRES_BY_HAND, goal: 0.6 }),
    ]
  },
}
