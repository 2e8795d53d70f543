/**
 * Measures the query endpoint with rows of two strings; ours authenticates, checks scopes, limits cost, logs and
 * counts.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, hold } from '../contest.ts'
import { queryRequest } from '../load/requests.ts'
import type { Traffic } from '../load/traffic.ts'
import { createContacts, createKeys, createOperators, hostOf, issueTokens, type TokenHolder } from '../population.ts'
import type { Bench } from '../row.ts'
import { sideBySide, startOurs, startPeer } from '../servers.ts'
import { fillStore, newPlace } from '../store.ts'

const KEYS = 512
const WORD = 'gulfstream aerospace'
const SPELLINGS_PER_ROUND = 87_000
const TYPES = `{ aircraftTypeList(wildcard: "${WORD}") { acftTypeId iCAO } }`
const CONTACTS = '{ contactList(page: { first: 20 }) { nodeList { contactId name } } }'

const MERCURIUS = 'Mercurius with jit, no security'
const BY_HAND = 'hand-written node:http'

const referenceBench = (name: string, respelled: (round: number) => Pick<Traffic, 'respelled'>): Bench => ({
  name,
  run: async () => {
    const place = await newPlace('sqlite')
    const holders = await fillStore(place, async (world) =>
      issueTokens(world, await createKeys(world, await createOperators(world), KEYS)),
    )
    const tokensFile = join(place.folder, 'tokens.json')
    writeFileSync(tokensFile, JSON.stringify(holders.map(({ accessToken }) => accessToken)))
    const templates = holders.map((holder) => queryRequest(holder, TYPES))
    const traffic = (round: number): Traffic => ({ templates, ...respelled(round) })
    const starting = [startOurs(place), startPeer(place, 'mercurius'), startPeer(place, 'handWrittenQuery', tokensFile)]
    const readings = await sideBySide(starting, (ours, mercurius, byHand) =>
      hold([
        { name: 'ours', port: ours.port, pid: ours.pid, traffic },
        { name: MERCURIUS, port: mercurius.port, pid: mercurius.pid, traffic },
        { name: BY_HAND, port: byHand.port, pid: byHand.pid, traffic },
      ]),
    ).finally(() => place.dispose())
    return [
      compare(readings, { name: `${name}-vs-mercurius`, ours: 'ours', peer: MERCURIUS, goal: 1.25 }),
      compare(readings, { name: `${name}-vs-hand-written`, ours: 'ours', peer: BY_HAND, goal: 0.9 }),
    ]
  },
})

/** Forty fields under an alias that no earlier request had: each document is seen for the first time. */
const NEW_SHAPE = `{ ${WORD.replace(' ', '')}: aircraftTypeList(wildcard: "B738") { ${Array.from({ length: 40 }, (_, n) => `f${n}: ${n % 2 === 0 ? 'acftTypeId' : 'iCAO'}`).join(' ')} } }`

export const firstSight: Bench = {
  name: 'first-sight',
  run: async () => {
    const place = await newPlace('sqlite')
    const holders = await fillStore(place, async (world) =>
      issueTokens(world, await createKeys(world, await createOperators(world), KEYS)),
    )
    const templates = holders.map((holder) => queryRequest(holder, NEW_SHAPE))
    const word = WORD.replace(' ', '')
    const traffic = (round: number): Traffic => ({
      templates,
      respelled: { word, from: round * SPELLINGS_PER_ROUND, count: SPELLINGS_PER_ROUND },
    })
    const readings = await sideBySide([startOurs(place), startPeer(place, 'mercurius')], (ours, mercurius) =>
      hold([
        { name: 'ours', port: ours.port, pid: ours.pid, traffic },
        { name: MERCURIUS, port: mercurius.port, pid: mercurius.pid, traffic },
      ]),
    ).finally(() => place.dispose())
    return [compare(readings, { name: 'first-sight', ours: 'ours', peer: MERCURIUS, goal: 1.5 })]
  },
}

export const querySameText = referenceBench('query-same-text', () => ({}))

export const queryDifferentText = referenceBench('query-different-text', (round) => ({
  respelled: { word: WORD, from: round * SPELLINGS_PER_ROUND, count: SPELLINGS_PER_ROUND },
}))

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
    const readings = await sideBySide(starting, (ours, byHand) =>
      hold([
        { name: 'ours', port: ours.port, pid: ours.pid, traffic },
        { name: POSTGRES_BY_HAND, port: byHand.port, pid: byHand.pid, traffic },
      ]),
    ).finally(() => place.dispose())
    return [
      compare(readings, { name: 'query-postgres-vs-hand-written', ours: 'ours', peer: POSTGRES_BY_HAND, goal: 0.8 }),
    ]
  },
}
