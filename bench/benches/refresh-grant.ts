/**
 * Measures the refresh grant, durable and with the cap enforced, against libraries in memory and hand-written issuers.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, hold } from '../contest.ts'
import { grantRequest, keyRequest, libraryGrantRequest, multipartGrantRequest } from '../load/requests.ts'
import { createGrants, createKeys, createOperators, type GrantHolder, issueTokens } from '../population.ts'
import type { Bench } from '../row.ts'
import { sideBySide, startOurs, startPeer } from '../servers.ts'
import { fillStore, newPlace } from '../store.ts'
import { postgresFile } from './query.ts'

const KEYS = 2000
const OIDC = 'oidc-provider, in memory'
const OAUTH2 = '@node-oauth/oauth2-server, in memory'
const BY_HAND = 'hand-written, shared commits'
const POSTGRES_BY_HAND = 'hand-written, same statements'
const [OURS, MULTIPART, KEY] = ['ours', 'ours, multipart', 'ours, API key'] as const

const secretsOf = (grants: readonly GrantHolder[]): Record<string, string> =>
  Object.fromEntries(grants.map(({ clientId, clientSecret }) => [clientId, clientSecret]))

const libraryTraffic = (path: string, file: string) => () => ({
  templates: (JSON.parse(readFileSync(file, 'utf8')) as string[]).map((token) => libraryGrantRequest(path, token)),
})

export const refreshGrant: Bench = {
  name: 'refresh-grant-sqlite',
  run: async () => {
    const [place, peerPlace] = [await newPlace('sqlite'), await newPlace('sqlite')]
    const { grants, keys } = await fillStore(place, async (world) => {
      const tenants = await createOperators(world)
      return { grants: await createGrants(world, tenants), keys: await createKeys(world, tenants, KEYS) }
    })
    const [known, oidcFile, oauth2File] = ['known.json', 'oidc.json', 'oauth2.json'].map((name) =>
      join(peerPlace.folder, name),
    ) as [string, string, string]
    const refreshTokens = grants.map(({ refreshToken }) => refreshToken)
    writeFileSync(known, JSON.stringify({ refreshTokens, secrets: secretsOf(grants) }))
    const starting = [
      startOurs(place),
      startPeer(peerPlace, 'oidcProvider', oidcFile),
      startPeer(peerPlace, 'nodeOauth', oauth2File),
      startPeer(peerPlace, 'handWrittenIssuer', peerPlace.folder, known, 'shared'),
    ]
    const grantTraffic = () => ({ templates: grants.map(grantRequest) })
    const readings = await sideBySide(starting, ({ port, pid }, oidc, oauth2, byHand) =>
      hold([
        { name: OURS, port, pid, traffic: grantTraffic },
        { name: MULTIPART, port, pid, traffic: () => ({ templates: grants.map(multipartGrantRequest) }) },
        { name: KEY, port, pid, traffic: () => ({ templates: keys.map(keyRequest) }) },
        { name: OIDC, port: oidc.port, pid: oidc.pid, traffic: libraryTraffic('/token', oidcFile) },
        { name: OAUTH2, port: oauth2.port, pid: oauth2.pid, traffic: libraryTraffic('/token', oauth2File) },
        { name: BY_HAND, port: byHand.port, pid: byHand.pid, traffic: grantTraffic },
      ]),
    ).finally(() => Promise.all([place.dispose(), peerPlace.dispose()]))
    const name = 'refresh-grant-sqlite'
    return [
      compare(readings, { name: `${name}-vs-oidc-provider`, ours: OURS, peer: OIDC, goal: 1.25 }),
      compare(readings, { name: `${name}-vs-oauth2-server`, ours: OURS, peer: OAUTH2, goal: 1 }),
      compare(readings, { name: `${name}-vs-hand-written`, ours: OURS, peer: BY_HAND, goal: 0.65 }),
      compare(readings, { name: `${name}-multipart-vs-urlencoded`, ours: MULTIPART, peer: OURS, goal: 1 }),
      compare(readings, { name: `${name}-api-key-vs-grant`, ours: KEY, peer: OURS, goal: 1 }),
    ]
  },
}

export const tokensOnPostgres: Bench = {
  name: 'tokens-postgres',
  run: async () => {
    const place = await newPlace('postgres')
    const { grants, keys, tokens } = await fillStore(place, async (world) => {
      const tenants = await createOperators(world)
      const keys = await createKeys(world, tenants, KEYS)
      const oneOfEach = [...new Map(keys.map((key) => [key.tenant.tenantId, key])).values()]
      return { keys, grants: await createGrants(world, tenants), tokens: await issueTokens(world, oneOfEach) }
    })
    const file = postgresFile(place.folder, tokens, secretsOf(grants))
    const [ofGrants, ofKeys] = [
      () => ({ templates: grants.map(grantRequest) }),
      () => ({ templates: keys.map(keyRequest) }),
    ]
    const copy = await place.copyDatabase()
    const { storePid } = place
    const starting = [startOurs(place), startPeer(place, 'handWrittenPostgres', copy, file)]
    const readings = await sideBySide(starting, (ours, byHand) =>
      hold([
        { name: OURS, port: ours.port, pid: ours.pid, storePid, traffic: ofGrants },
        { name: POSTGRES_BY_HAND, port: byHand.port, pid: byHand.pid, storePid, traffic: ofGrants },
        { name: KEY, port: ours.port, pid: ours.pid, storePid, traffic: ofKeys },
        { name: `${POSTGRES_BY_HAND} `, port: byHand.port, pid: byHand.pid, storePid, traffic: ofKeys },
      ]),
    ).finally(() => place.dispose())
    const peer = POSTGRES_BY_HAND
    return [
      compare(readings, { name: 'tokens-postgres-refresh-grant-vs-hand-written', ours: OURS, peer, goal: 0.8 }),
      compare(readings, {
        name: 'tokens-postgres-key-refresh-vs-hand-written',
        ours: KEY,
        peer: `${peer} `,
        goal: 0.8,
      }),
    ]
  },
}
