/** Creates a SQLite store as after years of use: operators, their keys, live and expired tokens. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SQLITE_FILE } from '../server/src/storage/engines/sqlite-engine.ts'

export interface Growth {
  readonly operators: number
  readonly expiredTokens: number
  readonly liveTokens: number
}

const HOUR_MS = 3_600_000
const INDEXES = ['access_token_active', 'access_token_expiry']

const numbers = (count: number): string =>
  `with recursive number (n) as (select 0 union all select n + 1 from number where n < ${count - 1})`

/** One key for each of the new operators. */
const addOperators = (db: DatabaseSync, count: number, now: number): void => {
  const tenant = `printf('ten_grown%011d', n)`
  db.exec(`
    ${numbers(count)} insert into operator (operator_id, name, created_at)
      select printf('grown-%d', n), 'Grown', ${now} from number;
    ${numbers(count)} insert into tenant (tenant_id, operator_id, environment, created_at)
      select ${tenant}, printf('grown-%d', n), 'production', ${now} from number;
    ${numbers(count)} insert into change_head (tenant_id, position) select ${tenant}, 0 from number;
    ${numbers(count)} insert into api_key (tenant_id, api_key_id, label, scopes, created_at, created_by)
      select ${tenant}, printf('key_grown%011d', n), 'Grown', 'contact:read', ${now}, 'host' from number;
    ${numbers(count)} insert into refresh_token
        (tenant_id, refresh_token_id, hash, last_four, api_key_id, scopes, created_at, last_used_at)
      select ${tenant}, printf('rt_grown%012d', n), substr(hex(randomblob(22)), 1, 43), 'abcd',
        printf('key_grown%011d', n), 'contact:read', ${now}, ${now} from number;
  `)
}

/** Inserts in table order and creates indexes afterwards, which is ten times faster. */
const addTokens = (db: DatabaseSync, growth: Growth, now: number): void => {
  const expiredAt = now - 2 * HOUR_MS
  const liveUntil = now + HOUR_MS / 2
  const expiry = `case when n < ${growth.liveTokens} then ${liveUntil} else ${expiredAt} end`
  db.exec(`
    ${numbers(growth.liveTokens + growth.expiredTokens)} insert into access_token
        (tenant_id, hash, refresh_token_id, scopes, issued_at, expires_at, revoked_at)
      select printf('ten_grown%011d', n % ${growth.operators}) as tenant_id, substr(hex(randomblob(22)), 1, 43) as hash,
        printf('rt_grown%012d', n % ${growth.operators}), 'contact:read', ${expiry} - ${HOUR_MS / 2}, ${expiry}, null
      from number order by 1, 2;
  `)
}

export const growStore = (folder: string, growth: Growth): void => {
  const db = new DatabaseSync(join(folder, SQLITE_FILE))
  db.exec('pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -262144')
  const now = Date.now()
  const definition = db.prepare('select sql from sqlite_schema where name = ?')
  const definitions = INDEXES.map((name) => (definition.get(name) as { sql: string }).sql)
  for (const name of INDEXES) db.exec(`drop index ${name}`)
  db.exec('begin')
  addOperators(db, growth.operators, now)
  addTokens(db, growth, now)
  db.exec('commit')
  for (const sql of definitions) db.exec(sql)
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
}
