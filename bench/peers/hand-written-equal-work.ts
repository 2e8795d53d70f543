/**
 * A handler for this one query, written by hand, that checks what we check: one Host header, a token by its SHA-256 that
 * is valid at this address, its scope, a bucket of cost that refills, the size and type of the body. It counts use and
 * writes a line of log for each request. No GraphQL: the text is matched by a pattern. Argument: the file of tokens.
 */
import { writeSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { AircraftTypeSearch } from '../../server/src/services/reference/aircraft-type-search.ts'
import { bundledAircraftTypes } from '../../server/src/storage/reference/bundled-reference.ts'
import { type Answer, JSON_TYPE, serve } from './http-server.ts'
import { holderOf, readHolders, type TokenHolder } from './token-holders.ts'

const MAX_BODY_BYTES = 1_048_576
const MAX_COST = 20_000
const REFILL_PER_MS = 1
const STANDARD_ERROR = 2

/** Spent cost comes back with time. `requests` and `cost` are its use, as a panel would show it. */
interface Account {
  left: number
  at: number
  requests: number
  cost: number
}

const holders = readHolders(process.argv[2] ?? '')
const search = new AircraftTypeSearch(bundledAircraftTypes())
const accounts = new Map<string, Account>()

const accountOf = (key: string): Account => {
  const known = accounts.get(key)
  if (known) return known
  const opened = { left: MAX_COST, at: Date.now(), requests: 0, cost: 0 }
  accounts.set(key, opened)
  return opened
}

const spend = ({ key }: TokenHolder, cost: number): boolean => {
  const account = accountOf(key)
  const now = Date.now()
  account.left = Math.min(MAX_COST, account.left + (now - account.at) * REFILL_PER_MS)
  account.at = now
  if (account.left < cost) return false
  account.left -= cost
  account.requests++
  account.cost += cost
  return true
}

let lines = ''
const flush = (): void => {
  writeSync(STANDARD_ERROR, lines)
  lines = ''
}

const log = (req: IncomingMessage, status: number, startedAt: number, key: string | undefined): void => {
  if (lines === '') setImmediate(flush)
  const ms = Math.round((performance.now() - startedAt) * 100) / 100
  lines += `{"time":"${new Date().toISOString()}","method":"${req.method}","path":${JSON.stringify(req.url)},"status":${status},"ms":${ms},"address":"${req.socket.remoteAddress}","actorKey":"${key}"}\n`
}

const hostCount = (raw: readonly string[]): number =>
  raw.reduce((count, name, index) => count + Number(index % 2 === 0 && name.toLowerCase() === 'host'), 0)

type Outcome = readonly [status: number, body: string]

const refusal = (status: number, error: string): Outcome => [status, JSON.stringify({ error })]

const outcome = (req: IncomingMessage, body: string, holder: TokenHolder | undefined): Outcome => {
  if (req.method !== 'POST' || req.url !== '/api/graphql/') return refusal(404, 'not_found')
  if (hostCount(req.rawHeaders) !== 1) return refusal(400, 'bad_host')
  if (holder === undefined) return refusal(401, 'invalid_token')
  if (body.length > MAX_BODY_BYTES) return refusal(413, 'payload_too_large')
  if (!req.headers['content-type']?.startsWith('application/json')) return refusal(415, 'unsupported_media_type')
  if (!holder.scopes.has('contact:read')) return refusal(403, 'insufficient_scope')
  const { query } = JSON.parse(body) as { query: string }
  const aircraftTypeList = search
    .find(/wildcard: "([^"]*)"/.exec(query)?.[1])
    .map(({ acftTypeId, iCAO }) => ({ acftTypeId, iCAO }))
  const cost = aircraftTypeList.length
  if (!spend(holder, cost)) return refusal(429, 'budget_exceeded')
  return [200, JSON.stringify({ data: { aircraftTypeList }, extensions: { cost } })]
}

serve((req, body, answer: Answer) => {
  const startedAt = performance.now()
  const holder = holderOf(holders, req.headers.authorization, req.headers.host)
  const [status, text] = outcome(req, body, holder)
  answer(status, { ...JSON_TYPE, 'cache-control': 'no-store' }, text)
  log(req, status, startedAt, holder?.key)
})
