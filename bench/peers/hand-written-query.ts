/** A handler for this one query, written by hand: the same token and data look-up, no GraphQL, no log. Argument: the tokens' file. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AircraftTypeSearch } from '../../server/src/services/reference/aircraft-type-search.ts'
import { bundledAircraftTypes } from '../../server/src/storage/reference/bundled-reference.ts'
import { JSON_TYPE, serve } from './http-server.ts'
import type { KnownToken } from './token-holders.ts'

const tokens = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as KnownToken[]
const EXPIRES_AT = Date.now() + 1_800_000
const holders = new Map(
  tokens.map(({ accessToken }) => [hash('sha256', accessToken, 'base64url'), { expiresAt: EXPIRES_AT }]),
)
const search = new AircraftTypeSearch(bundledAircraftTypes())

const isHeld = (authorization: string | undefined): boolean => {
  if (!authorization?.startsWith('Bearer ')) return false
  const holder = holders.get(hash('sha256', authorization.slice(7), 'base64url'))
  return holder !== undefined && holder.expiresAt > Date.now()
}

serve((req, body, answer) => {
  if (!isHeld(req.headers.authorization)) return answer(401, JSON_TYPE, '{"error":"invalid_token"}')
  const { query } = JSON.parse(body) as { query: string }
  const wildcard = /wildcard: "([^"]*)"/.exec(query)?.[1]
  const aircraftTypeList = search.find(wildcard).map(({ acftTypeId, iCAO }) => ({ acftTypeId, iCAO }))
  answer(200, JSON_TYPE, JSON.stringify({ data: { aircraftTypeList } }))
})
