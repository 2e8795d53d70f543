/**
 * An issuer written by hand on node:sqlite, as durable as ours (WAL, synchronous=FULL), with the same cap. Arguments:
 * folder, the refresh tokens' file, and `shared` where the requests that wait at the same moment share a commit.
 */
import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Answer, JSON_TYPE, serve } from './http-server.ts'

const [folder = '', keysFile = '', commits] = process.argv.slice(2)
const TTL_MS = 1_800_000
const CAP = 500

const sha256 = (text: string): string => hash('sha256', text, 'base64url')

const db = new DatabaseSync(join(folder, 'issuer.sqlite'))
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -65536;
  CREATE TABLE refresh_token (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL, revoked_at INTEGER);
  CREATE TABLE access_token (hash TEXT PRIMARY KEY, refresh_token_id INTEGER NOT NULL REFERENCES refresh_token (id),
    scopes TEXT NOT NULL, issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX access_token_active ON access_token (refresh_token_id, expires_at);
`)
const insertKey = db.prepare('INSERT INTO refresh_token (hash, scopes) VALUES (?, ?)')
db.exec('BEGIN')
for (const key of JSON.parse(readFileSync(keysFile, 'utf8')) as string[]) insertKey.run(sha256(key), 'contact:read')
db.exec('COMMIT')

const findKey = db.prepare('SELECT id, scopes FROM refresh_token WHERE hash = ? AND revoked_at IS NULL')
const countActive = db.prepare(
  'SELECT count(*) AS count, min(expires_at) AS earliest FROM access_token WHERE refresh_token_id = ? AND expires_at > ?',
)
const insertToken = db.prepare('INSERT INTO access_token VALUES (?, ?, ?, ?, ?)')

type Outcome = readonly [status: number, body: string]

const issue = (refreshToken: string): Outcome => {
  const now = Date.now()
  const key = findKey.get(sha256(refreshToken)) as { id: number; scopes: string } | undefined
  if (!key) return [400, '{"error":"invalid_grant"}']
  const { count } = countActive.get(key.id, now) as { count: number }
  if (count >= CAP) return [429, '{"error":"too_many_active_tokens"}']
  const token = randomBytes(24).toString('base64url')
  insertToken.run(sha256(token), key.id, key.scopes, now, now + TTL_MS)
  return [200, token]
}

const send = (answer: Answer, [status, body]: Outcome): void =>
  answer(status, { ...(status === 200 ? { 'content-type': 'text/plain' } : JSON_TYPE), 'cache-control': 'no-store' }, body)

const waiting: { refreshToken: string; answer: Answer }[] = []

const commitTogether = (): void => {
  const batch = waiting.splice(0)
  db.exec('BEGIN IMMEDIATE')
  const outcomes = batch.map(({ refreshToken }) => issue(refreshToken))
  db.exec('COMMIT')
  for (const [index, { answer }] of batch.entries()) send(answer, outcomes[index] as Outcome)
}

const commitAlone = (refreshToken: string, answer: Answer): void => {
  db.exec('BEGIN IMMEDIATE')
  const outcome = issue(refreshToken)
  db.exec('COMMIT')
  send(answer, outcome)
}

serve((_req, body, answer) => {
  const refreshToken = new URLSearchParams(body).get('refresh_token') ?? ''
  if (commits !== 'shared') return commitAlone(refreshToken, answer)
  if (waiting.push({ refreshToken, answer }) === 1) setImmediate(commitTogether)
})
