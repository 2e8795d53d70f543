/** Checks everything a host has to set up, and says for each finding what is wrong and what to do. */
import { lookup } from 'node:dns/promises'
import { existsSync, statfsSync } from 'node:fs'
import { openStorage } from '../app.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { explainStartFailure } from '../start-failure.ts'
import { allTenants } from '../storage/tenancy/tenants.ts'
import type { Command } from './command.ts'
import { mailFinding, smsFinding } from './doctor-delivery.ts'

interface Finding {
  readonly what: string
  readonly verdict: 'fine' | 'attention' | 'failed'
  readonly detail: string
}

const MIN_NODE_VERSION = 24
const SKEW_MS = 1000
const MIN_DISK_BYTES = 1024 ** 3

const node = (): Finding => {
  const isNew = Number(process.versions.node.split('.')[0]) >= MIN_NODE_VERSION
  return {
    what: 'Node',
    verdict: isNew ? 'fine' : 'failed',
    detail: `${process.version}, ${MIN_NODE_VERSION} or later is needed`,
  }
}

const store = async (config: Config): Promise<Finding[]> => {
  try {
    const { storage, migrated } = await openStorage(config, systemClock)
    const tenants = await allTenants(storage.platform)
    const skewMs = Math.abs((await storage.platform.now()) - Date.now())
    await storage.close()
    return [
      {
        what: 'Store',
        verdict: 'fine',
        detail: `${storage.kind}, ${migrated.length} migrations made, ${tenants.length} tenants`,
      },
      {
        what: 'Clock',
        verdict: skewMs < SKEW_MS ? 'fine' : 'attention',
        detail: `${skewMs} ms from the store's${skewMs < SKEW_MS ? '' : ': run a time service on both machines'}`,
      },
    ]
  } catch (error) {
    return [{ what: 'Store', verdict: 'failed', detail: explainStartFailure(error) }]
  }
}

const disk = (config: Config): Finding[] => {
  if (config.databaseUrl || !existsSync(config.dataFolder)) return []
  const { bavail, bsize } = statfsSync(config.dataFolder)
  const free = bavail * bsize
  const detail = `${Math.round(free / 1024 ** 2)} MiB free for ${config.dataFolder}`
  return [{ what: 'Disk', verdict: free > MIN_DISK_BYTES ? 'fine' : 'attention', detail }]
}

/** Every operator has its own name below the public one, so DNS must resolve all of them. */
const names = async (config: Config): Promise<Finding> => {
  const host = config.publicUrl.hostname
  if (host === 'localhost') return { what: 'Names', verdict: 'fine', detail: 'browsers and curl lead *.localhost here' }
  const missing: string[] = []
  for (const name of [`airside-doctor.${host}`, `airside-doctor.sandbox.${host}`]) {
    await lookup(name).catch(() => missing.push(name))
  }
  if (missing.length === 0) return { what: 'Names', verdict: 'fine', detail: `*.${host} and *.sandbox.${host} resolve` }
  return {
    what: 'Names',
    verdict: 'failed',
    detail: `${missing.join(' and ')} do not resolve: add wildcard DNS records`,
  }
}

const transport = ({ publicUrl }: Config): Finding => {
  const isSafe = publicUrl.protocol === 'https:' || publicUrl.hostname.endsWith('localhost')
  const detail = isSafe ? publicUrl.origin : `${publicUrl.origin} is not https: tokens would travel in the clear`
  return { what: 'Transport', verdict: isSafe ? 'fine' : 'attention', detail }
}

export const doctor: Command = {
  summary: 'Checks Node, store, clock, disk, names and transport, and says what to do about each finding.',
  options: {},
  examples: ['airside-server doctor'],
  arguments: 0,
  run: async ({ config }) => {
    const findings = [
      node(),
      ...(await store(config)),
      ...disk(config),
      await names(config),
      transport(config),
      await mailFinding(config),
      await smsFinding(config),
    ]
    const failed = findings.some(({ verdict }) => verdict === 'failed')
    return {
      data: { findings },
      text: findings.map(({ what, verdict, detail }) => `${verdict.padEnd(9)} ${what}: ${detail}`).join('\n'),
      exitCode: failed ? 1 : 0,
    }
  },
}
