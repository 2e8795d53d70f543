/**
 * A hand-written issuer on node:sqlite, as durable as ours (WAL, synchronous=FULL), with the same cap. Arguments:
 * folder, a file with its data, and `shared` if requests that wait at the same moment share a commit.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Answer, JSON_TYPE, serve } from './http-server.ts'

const [folder = '', file = '', commits] = process.argv.slice(2)
const known = JSON.parse(readFileSync(file, 'utf8')) as { refreshTokens: string[]; secrets?: Record<string, string> }
const TTL_MS = 1_800_000
const IDLE_MS = 30 * 24 * 3_600_000
const CAP = 500

const sha256 = (text: string): string => hash('sha256', text, 'base64url')
const secretHashes = new Map(
  Object.entries(known.secrets ?? {}).map(([id, secret]) => [id, Buffer.from(sha256(secret))]),
)

const db = new DatabaseSync(join(folder, 'issuer.sqlite'))
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -65536;
  CREATE TABLE refresh_token (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
    last_used_at INTEGER, expires_at INTEGER, revoked_at INTEGER);
  CREATE TABLE access_token (hash TEXT PRIMARY KEY, refresh_token_id INTEGER NOT NULL REFERENCES refresh_token (id),
    scopes TEXT NOT NULL, issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX access_token_active ON access_token (refresh_token_id, expires_at);
`)
const insertKey = db.prepare('INSERT INTO refresh_token (hash, scopes) VALUES (?, ?)')
db.exec('BEGIN')
for (const token of known.refreshTokens) insertKey.run(sha256(token), 'contact:read')
db.exec('COMMIT')

const find = db.prepare(
  'SELECT id, scopes FROM refresh_token WHERE hash = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
)
const countActive = db.prepare(
  'SELECT count(*) AS count, min(expires_at) AS earliest FROM access_token WHERE refresh_token_id = ? AND expires_at > ?',
)
const insertToken = db.prepare('INSERT INTO access_token VALUES (?, ?, ?, ?, ?)')
const extend = db.prepare('UPDATE refresh_token SET last_used_at = ?, expires_at = ? WHERE id = ?')

type Outcome = readonly [status: number, contentType: string, body: string]
const refusal = (status: number, error: string): Outcome => [
  status,
  JSON_TYPE['content-type'],
  JSON.stringify({ error }),
]

/** Using a grant's refresh token extends its thirty days; using a key does not. */
const issue = (fields: URLSearchParams): Outcome => {
  const now = Date.now()
  const isGrant = fields.has('grant_type')
  const refreshToken = fields.get('refresh_token') ?? ''
  const held = find.get(sha256(refreshToken), now) as { id: number; scopes: string } | undefined
  if (!held) return refusal(400, 'invalid_grant')
  const { count } = countActive.get(held.id, now) as { count: number }
  if (count >= CAP) return refusal(429, 'too_many_active_tokens')
  const token = randomBytes(24).toString('base64url')
  insertToken.run(sha256(token), held.id, held.scopes, now, now + TTL_MS)
  if (!isGrant) return [200, 'text/plain', token]
  extend.run(now, now + IDLE_MS, held.id)
  const answer = { token_type: 'Bearer', expires_in: 1800, access_token: token, refresh_token: refreshToken }
  return [200, JSON_TYPE['content-type'], JSON.stringify({ ...answer, scope: held.scopes })]
}

const isClient = (fields: URLSearchParams): boolean => {
  const wanted = secretHashes.get(fields.get('client_id') ?? '')
  return wanted !== undefined && timingSafeEqual(wanted, Buffer.from(sha256(fields.get('client_secret') ?? '')))
}

const send = (answer: Answer, [status, contentType, body]: Outcome): void =>
  answer(status, { 'content-type': contentType, 'cache-control': 'no-store' }, body)

const waiting: { fields: URLSearchParams; answer: Answer }[] = []

const commitTogether = (): void => {
  const batch = waiting.splice(0)
  db.exec('BEGIN IMMEDIATE')
  const outcomes = batch.map(({ fields }) => issue(fields))
  db.exec('COMMIT')
  for (const [index, { answer }] of batch.entries()) send(answer, outcomes[index] as Outcome)
}

const commitAlone = (fields: URLSearchParams, answer: Answer): void => {
  db.exec('BEGIN IMMEDIATE')
  const outcome = issue(fields)
  db.exec('COMMIT')
  send(answer, outcome)
}

serve((_req, body, answer) => {
  const fields = new URLSearchParams(body)
  if (fields.has('grant_type') && !isClient(fields)) return send(answer, refusal(401, 'invalid_client'))
  if (commits !== 'shared') return commitAlone(fields, answer)
  if (waiting.push({ fields, answer }) === 1) setImmediate(commitTogether)
})
