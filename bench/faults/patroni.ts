/**
 * Two PostgreSQL nodes under Patroni with etcd, Debian's own. A node dies as its machine would: Patroni and
 * PostgreSQL are killed at once.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMissing, isPostgresMissing, postgresBinaries } from '../../server/test/support/debian-program.ts'
import { freePort } from '../../server/test/support/free-port.ts'
import { pause } from './site.ts'

const PROGRAMS = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd' } as const
const UNPRIVILEGED_ID = 65534
const isRoot = process.getuid?.() === 0
const asUser = isRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
const START_MS = 90_000

/** Seconds. Patroni's defaults are 30, 10 and 10; these are what a host in a hurry sets. */
export const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 5 } as const

/** False where all is there, or could be installed; else why the run cannot be made. */
export const isPatroniMissing = (): string | false =>
  isMissing(PROGRAMS.patroni, 'patroni') || isMissing(PROGRAMS.etcd, 'etcd-server') || isPostgresMissing()

const settingsOf = (node: Node, folder: string, etcdPort: number, isSynchronous: boolean): string =>
  JSON.stringify({
    scope: 'airside',
    name: node.name,
    restapi: { listen: `127.0.0.1:${node.restPort}`, connect_address: `127.0.0.1:${node.restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: isSynchronous,
        postgresql: { use_pg_rewind: false, parameters: { max_connections: 200, wal_keep_size: '128MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
    },
    postgresql: {
      listen: `127.0.0.1:${node.port}`,
      connect_address: `127.0.0.1:${node.port}`,
      data_dir: join(folder, node.name),
      bin_dir: postgresBinaries(),
      pgpass: join(folder, `${node.name}.pgpass`),
      authentication: { superuser: { username: 'airside' }, replication: { username: 'follower' } },
      parameters: { unix_socket_directories: folder },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust'],
    },
  })

export interface Node {
  readonly name: string
  readonly port: number
  readonly restPort: number
}

interface Member extends Node {
  readonly patroni: ChildProcess
}

export class PatroniCluster {
  readonly #folder: string
  readonly #etcd: ChildProcess
  readonly members: readonly Member[]

  private constructor(folder: string, etcd: ChildProcess, members: readonly Member[]) {
    this.#folder = folder
    this.#etcd = etcd
    this.members = members
  }

  static async start(isSynchronous: boolean): Promise<PatroniCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'airside-patroni-'))
    const etcdData = join(folder, 'etcd')
    mkdirSync(etcdData, { mode: 0o700 })
    if (isRoot) for (const path of [folder, etcdData]) chownSync(path, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    const [etcdPort, peerPort] = [await freePort(), await freePort()]
    const start = (program: string, args: string[], log: string): ChildProcess => {
      const out = openSync(join(folder, log), 'a')
      const env = { ...process.env, LC_ALL: 'C', HOME: folder }
      return spawn(program, args, { ...asUser, cwd: folder, env, stdio: ['ignore', out, out] })
    }
    const address = `http://127.0.0.1:${etcdPort}`
    const peer = `http://127.0.0.1:${peerPort}`
    const etcd = start(
      PROGRAMS.etcd,
      [
        ...['--data-dir', etcdData, '--name', 'only', '--initial-cluster', `only=${peer}`],
        ...['--listen-client-urls', address, '--advertise-client-urls', address],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ],
      'etcd.log',
    )
    const members: Member[] = []
    const cluster = new PatroniCluster(folder, etcd, members)
    for (const name of ['first', 'second']) {
      const node: Node = { name, port: await freePort(), restPort: await freePort() }
      const file = join(folder, `${name}.yml`)
      writeFileSync(file, settingsOf(node, folder, etcdPort, isSynchronous), { mode: 0o644 })
      members.push({ ...node, patroni: start(PROGRAMS.patroni, [file], `${name}.log`) })
      if (name === 'first') await cluster.#until('a leader', async () => (await cluster.leader()) !== null)
    }
    await cluster.#until('a follower', () => cluster.#hasFollower(isSynchronous))
    return cluster
  }

  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + START_MS
    while (!(await holds().catch(() => false))) {
      if (performance.now() > deadline) {
        const logs = ['etcd', 'first', 'second'].map((name) => this.#lastOf(name)).join('\n')
        await this.dispose()
        throw new Error(`Patroni has not got ${what}:\n${logs}`)
      }
      await pause(200)
    }
  }

  #lastOf(name: string): string {
    const file = join(this.#folder, `${name}.log`)
    return existsSync(file) ? readFileSync(file, 'utf8').slice(-1500) : ''
  }

  async #hasFollower(isSynchronous: boolean): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.members[0]?.restPort}/cluster`)
    const { members } = (await answer.json()) as { members: { role: string; state: string; lag?: number }[] }
    const wanted = isSynchronous ? 'sync_standby' : 'replica'
    return members.some(({ role, state, lag }) => role === wanted && state !== 'stopped' && lag === 0)
  }

  /** The node that Patroni calls primary now. */
  async leader(): Promise<Member | null> {
    for (const member of this.members) {
      const answer = await fetch(`http://127.0.0.1:${member.restPort}/primary`, {
        signal: AbortSignal.timeout(1000),
      }).catch(() => null)
      if (answer?.status === 200) return member
    }
    return null
  }

  /** PostgreSQL's first process ends with its children; nothing is written after. */
  #killPostgres(name: string): void {
    const file = join(this.#folder, name, 'postmaster.pid')
    if (!existsSync(file)) return
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
  }

  kill({ name, patroni }: Member): void {
    patroni.kill('SIGKILL')
    this.#killPostgres(name)
  }

  async dispose(): Promise<void> {
    for (const member of this.members) this.kill(member)
    this.#etcd.kill('SIGKILL')
    await pause(500)
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
