/**
 * Rows 48 and 52: the disk is synced before the response is sent, and a failed sync is never acknowledged. A preloaded
 * library delays syncs or fails them. Needs a C compiler.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMissing } from '../../server/test/support/debian-program.ts'
import type { HttpClient } from '../../server/test/support/http-client.ts'
import { startServerProcess } from '../../server/test/support/server-process.ts'
import type { KeyHolder } from '../population.ts'
import { echo, newSite, pause, refresh, type Site } from './site.ts'
import { type FaultRun, Findings, notRun, type Verdict } from './verdict.ts'

const KEYS = 8
const SOURCE = fileURLToPath(new URL('held-sync.c', import.meta.url))
const MET_MS = 10_000
/** A response that does not wait for the disk arrives long before this. */
const UNANSWERED_MS = 1_000
const RECOVERY_MS = 5_000

class Disk {
  readonly environment: Readonly<Record<string, string>>
  readonly #hold: string
  readonly #fail: string
  readonly #met: string

  constructor(folder: string) {
    const library = join(folder, 'held-sync.so')
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, SOURCE, '-ldl'])
    this.#hold = join(folder, 'hold')
    this.#fail = join(folder, 'fail')
    this.#met = join(folder, 'met')
    this.environment = { LD_PRELOAD: library, SYNC_HOLD: this.#hold, SYNC_FAIL: this.#fail, SYNC_MET: this.#met }
  }

  hold(): void {
    rmSync(this.#met, { force: true })
    writeFileSync(this.#hold, '')
  }

  break(): void {
    rmSync(this.#met, { force: true })
    writeFileSync(this.#fail, '')
  }

  repair(): void {
    rmSync(this.#hold, { force: true })
    rmSync(this.#fail, { force: true })
  }

  /** Whether a sync was requested since. */
  async wasSynced(): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < MET_MS && !existsSync(this.#met); waitedMs += 10) await pause(10)
    return existsSync(this.#met)
  }
}

const heldBack = async (disk: Disk, client: HttpClient, key: KeyHolder, findings: Findings): Promise<void> => {
  disk.hold()
  let answered = false
  const asked = refresh(client, key).then((answer) => {
    answered = true
    return answer
  })
  findings.expect(await disk.wasSynced(), 'issuing a token did not sync the disk')
  await pause(UNANSWERED_MS)
  findings.expect(!answered, 'a token was acknowledged before the disk had synced')
  disk.repair()
  findings.expect((await asked).status === 200, 'the token did not come once the disk had synced')
}

const broken = async (disk: Disk, client: HttpClient, keys: readonly KeyHolder[], findings: Findings) => {
  disk.break()
  const answers = await Promise.all(keys.map((key) => refresh(client, key)))
  findings.expect(await disk.wasSynced(), 'no sync was asked for')
  for (const { status, headers, body } of answers) {
    findings.expect(
      status === 504 && body.includes('outcome_unknown') && headers['retry-after'] === undefined,
      `a failed sync was answered ${status}: ${body}`,
    )
  }
  disk.repair()
  return answers.map(({ status }) => status)
}

const recoveryMs = async (client: HttpClient, key: KeyHolder): Promise<number | null> => {
  const since = performance.now()
  while (performance.now() - since < RECOVERY_MS) {
    const { status, body } = await refresh(client, key)
    if (status === 200 && (await echo(client, key.tenant, body)).status === 200) return performance.now() - since
    await pause(50)
  }
  return null
}

const onSite = async ({ place, keys }: Site): Promise<Verdict> => {
  const findings = new Findings()
  const disk = new Disk(place.folder)
  const server = await startServerProcess({ ...place.environment, ...disk.environment })
  try {
    const [first, ...others] = keys as [KeyHolder, ...KeyHolder[]]
    await heldBack(disk, server.client, first, findings)
    const statuses = await broken(disk, server.client, others, findings)
    const recovered = await recoveryMs(server.client, first)
    findings.expect(recovered !== null, 'it did not recover once the disk synced again')
    return findings.verdict(
      `an answer waited for the disk; ${statuses.length} requests met a failing disk and were answered ${[...new Set(statuses)].join(', ')}; issuing again ${Math.round(recovered ?? 0)} ms after it was mended`,
    )
  } finally {
    disk.repair()
    await server.stop()
  }
}

export const diskSync: FaultRun = {
  name: 'disk-sync',
  row: 48,
  run: async () => {
    const missing = isMissing('/usr/bin/cc', 'build-essential')
    if (missing) return notRun(missing)
    const site = await newSite('sqlite', KEYS)
    return onSite(site).finally(() => site.place.dispose())
  },
}
