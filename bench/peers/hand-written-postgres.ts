/**
 * Hand-written handlers on PostgreSQL with pg, named statements and a pool as large as ours: a page of contacts, a
 * key's refresh, a grant's refresh, each with our statements. Arguments: database, a file with its data.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { type Answer, JSON_TYPE, serve } from './http-server.ts'

const [url = '', file = ''] = process.argv.slice(2)
const known = JSON.parse(readFileSync(file, 'utf8')) as {
  tenants: Record<string, string>
  accessTokens: string[]
  secrets: Record<string, string>
}
const TTL_MS = 1_800_000
const IDLE_MS = 30 * 24 * 3_600_000
const CAP = 500

const sha256 = (text: string): string => hash('sha256', text, 'base64url')
const tokens = new Set(known.accessTokens.map(sha256))
const secretHashes = new Map(Object.entries(known.secrets).map(([id, secret]) => [id, Buffer.from(sha256(secret))]))

const pool = new pg.Pool({ connectionString: url, max: 10 })

const CONTACTS = {
  name: 'contacts',
  text: `select contact_id, name, created_at
    from contact where tenant_id = $1 and kind <> 'PASSENGER' order by created_at, contact_id limit $2`,
}
const LOCK = {
  name: 'lock',
  text: `select t.closed_at, r.refresh_token_id, r.scopes, r.expires_at, r.revoked_at, r.last_used_at,
    k.scopes as key_scopes, k.expires_at as key_expires_at, k.revoked_at as key_revoked_at,
    g.scopes as grant_scopes, g.ended_at, u.removed_at, a.client_id, a.mode, a.kind, a.personal,
    (extract(epoch from clock_timestamp()) * 1000)::bigint as now
    from refresh_token r join tenant t on t.tenant_id = r.tenant_id
    left join api_key k on k.tenant_id = r.tenant_id and k.api_key_id = r.api_key_id
    left join oauth_grant g on g.tenant_id = r.tenant_id and g.grant_id = r.grant_id
    left join application a on a.client_id = g.client_id
    left join user_account u on u.tenant_id = g.tenant_id and u.user_id = g.user_id
    where r.tenant_id = $1 and r.hash = $2 for update of r`,
}
const COUNT = {
  name: 'count',
  text: `select count(*) as count, min(expires_at) as earliest from access_token
    where tenant_id = $1 and refresh_token_id = $2 and expires_at > $3 and revoked_at is null`,
}
const INSERT = {
  name: 'insert',
  text: `insert into access_token (tenant_id, hash, refresh_token_id, scopes, issued_at, expires_at, revoked_at)
    values ($1, $2, $3, $4, $5, $6, null)`,
}
const EXTEND = {
  name: 'extend',
  text: 'update refresh_token set last_used_at = $1, expires_at = $2 where tenant_id = $3 and refresh_token_id = $4',
}

const tenantOf = (host: string | undefined): string => known.tenants[host ?? ''] ?? ''

const contacts = async (tenantId: string, answer: Answer): Promise<void> => {
  const { rows } = await pool.query({ ...CONTACTS, values: [tenantId, 21] })
  const nodeList = rows.slice(0, 20).map((row) => ({ contactId: row.contact_id, name: row.name }))
  answer(200, JSON_TYPE, JSON.stringify({ data: { contactList: { nodeList } } }))
}

const issueIn = async (client: pg.PoolClient, tenantId: string, refreshToken: string, isGrant: boolean) => {
  const { rows } = await client.query({ ...LOCK, values: [tenantId, sha256(refreshToken)] })
  const held = rows[0]
  if (!held || held.revoked_at || held.closed_at || held.key_revoked_at || held.ended_at) return null
  const now = Number(held.now)
  const active = await client.query({ ...COUNT, values: [tenantId, held.refresh_token_id, now] })
  if (Number(active.rows[0].count) >= CAP) return null
  const token = randomBytes(24).toString('base64url')
  const row = [tenantId, sha256(token), held.refresh_token_id, held.scopes, now, now + TTL_MS]
  await client.query({ ...INSERT, values: row })
  if (isGrant) await client.query({ ...EXTEND, values: [now, now + IDLE_MS, tenantId, held.refresh_token_id] })
  return { token, scopes: held.scopes as string }
}

const issue = async (client: pg.PoolClient, tenantId: string, refreshToken: string, isGrant: boolean) => {
  await client.query('begin')
  const issued = await issueIn(client, tenantId, refreshToken, isGrant)
  await client.query(issued ? 'commit' : 'rollback')
  return issued
}

const refresh = async (tenantId: string, fields: URLSearchParams, isGrant: boolean, answer: Answer): Promise<void> => {
  const refreshToken = fields.get('refresh_token') ?? ''
  const client = await pool.connect()
  const issued = await issue(client, tenantId, refreshToken, isGrant).finally(() => client.release())
  const noStore = { 'cache-control': 'no-store' }
  if (!issued) return answer(400, JSON_TYPE, '{"error":"invalid_grant"}')
  if (!isGrant) return answer(200, { 'content-type': 'text/plain', ...noStore }, issued.token)
  const body = { token_type: 'Bearer', expires_in: 1800, access_token: issued.token, refresh_token: refreshToken }
  answer(200, { ...JSON_TYPE, ...noStore }, JSON.stringify({ ...body, scope: issued.scopes }))
}

const isClient = (fields: URLSearchParams): boolean => {
  const wanted = secretHashes.get(fields.get('client_id') ?? '')
  return wanted !== undefined && timingSafeEqual(wanted, Buffer.from(sha256(fields.get('client_secret') ?? '')))
}

serve((req, body, answer) => {
  const tenantId = tenantOf(req.headers.host)
  const failed = (error: Error) => answer(500, JSON_TYPE, JSON.stringify({ error: error.message }))
  if (req.url === '/api/graphql/') {
    const token = req.headers.authorization?.slice('Bearer '.length) ?? ''
    if (!tokens.has(sha256(token))) return answer(401, JSON_TYPE, '{"error":"invalid_token"}')
    JSON.parse(body)
    return void contacts(tenantId, answer).catch(failed)
  }
  const fields = new URLSearchParams(body)
  const isGrant = req.url === '/oauth2/code/token/'
  if (isGrant && !isClient(fields)) return answer(401, JSON_TYPE, '{"error":"invalid_client"}')
  void refresh(tenantId, fields, isGrant, answer).catch(failed)
})
