/** PgBouncer in transaction mode, Debian's own. It does not run as root. */
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { isMissing } from './debian-program.ts'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const UNPRIVILEGED_ID = 65534
const POOLED_SESSIONS = 4

const isRoot = process.getuid?.() === 0

/** False where it is there, or could be installed; else why not, for `skip` of a test. */
export const isPgBouncerMissing = (): string | false => isMissing(PROGRAM, 'pgbouncer')

const answers = async (url: string): Promise<void> => {
  for (let left = 100; ; left--) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

export interface PgBouncer {
  /** The same database, through the pooler. */
  readonly url: string
  stop(): Promise<void>
}

export const startPgBouncer = async (databaseUrl: string): Promise<PgBouncer> => {
  const { hostname, port: postgresPort, username, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'airside-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${postgresPort} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${POOLED_SESSIONS}`,
    'max_client_conn = 200',
  ]
  writeFileSync(file, `${settings.join('\n')}\n`)
  if (isRoot) for (const path of [folder, file]) chownSync(path, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  const asUser = isRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
  const child = spawn(PROGRAM, ['-q', file], { ...asUser, cwd: folder, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`
  await answers(url)
  return {
    url,
    stop: async () => {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
