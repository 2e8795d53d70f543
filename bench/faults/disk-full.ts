/**
 * Row 51: the disk under SQLite fills up. Issuing answers 503, issued tokens still work, and after space is freed
 * everything works. Needs permission to mount a small file system in memory.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HttpClient } from '../../server/test/support/http-client.ts'
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { createKeys, createOperators, issueTokens, type KeyHolder, type TokenHolder } from '../population.ts'
import { eachOf } from '../some-at-once.ts'
import { fillStore } from '../store.ts'
import { echo, pause, refresh } from './site.ts'
import { type FaultRun, Findings, notRun } from './verdict.ts'

const DISK_MB = 64
const KEYS = 32
const LEFT_BYTES = 200_000
const RECOVERY_MS = 5_000
const TRIES = 5_000

/** Null where we may not mount. */
const mountedFolder = (): { folder: string; unmount: () => void } | null => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) {
    rmSync(folder, { recursive: true })
    return null
  }
  return {
    folder,
    unmount: () => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

const fillDisk = (folder: string): string => {
  const { bavail, bsize } = statfsSync(folder)
  const file = join(folder, 'filler')
  writeFileSync(file, Buffer.alloc(bavail * bsize - LEFT_BYTES))
  return file
}

/** Issues tokens until the first 503 and keeps every acknowledged token. */
const issueUntilFull = async (client: HttpClient, keys: readonly KeyHolder[], findings: Findings) => {
  const issued: TokenHolder[] = []
  let refusals = 0
  await eachOf(Array(TRIES).keys(), 8, async (index) => {
    if (refusals > 20) return
    const key = keys[index % keys.length] as KeyHolder
    const { status, body, headers } = await refresh(client, key)
    if (status === 200) issued.push({ tenant: key.tenant, accessToken: body })
    else if (status === 503 && headers['retry-after']) refusals++
    else findings.expect(status === 429, `a refresh on a full disk answered ${status}: ${body}`)
  })
  return { issued, refusals }
}

const countWorking = async (client: HttpClient, holders: readonly TokenHolder[]): Promise<number> => {
  let working = 0
  await eachOf(holders, 8, async ({ tenant, accessToken }) => {
    if ((await echo(client, tenant, accessToken)).status === 200) working++
  })
  return working
}

const recoversWithin = async (client: HttpClient, key: KeyHolder): Promise<number | null> => {
  const since = performance.now()
  while (performance.now() - since < RECOVERY_MS) {
    if ((await refresh(client, key)).status === 200) return Math.round(performance.now() - since)
    await pause(50)
  }
  return null
}

export const diskFull: FaultRun = {
  name: 'disk-full',
  row: 51,
  run: async () => {
    const findings = new Findings()
    const mounted = mountedFolder()
    if (mounted === null) return notRun('a small file system cannot be mounted here: it takes the rights of root')
    const { folder, unmount } = mounted
    const environment = { PORT: '0', AIRSIDE_PUBLIC_URL: 'http://localhost', AIRSIDE_DATA: folder }
    try {
      const { keys, spare, early } = await fillStore({ environment }, async (world) => {
        const keys = await createKeys(world, await createOperators(world), KEYS + 1)
        return { keys: keys.slice(1), spare: keys[0] as KeyHolder, early: await issueTokens(world, keys) }
      })
      const server = await startServerProcess(environment)
      const filler = fillDisk(folder)
      const { issued, refusals } = await issueUntilFull(server.client, keys, findings)
      findings.expect(refusals > 0, 'the disk never filled up')
      const holders = [...early, ...issued]
      const working = await countWorking(server.client, holders)
      findings.expect(working === holders.length, `${holders.length - working} tokens were refused on the full disk`)
      rmSync(filler)
      const recoveredMs = await recoversWithin(server.client, spare)
      findings.expect(recoveredMs !== null, 'it did not recover once there was room again')
      const after = await countWorking(server.client, holders)
      findings.expect(after === holders.length, `${holders.length - after} acknowledged tokens were lost`)
      await server.stop()
      return findings.verdict(
        `${issued.length} issued until the disk was full, then ${refusals} × 503; ${working} of ${holders.length} tokens worked on the full disk; issuing again ${recoveredMs} ms after there was room`,
      )
    } finally {
      unmount()
    }
  },
}
