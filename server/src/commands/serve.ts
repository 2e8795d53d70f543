/** Runs the server until a signal stops it; prints its address and, with --demo, credentials to try. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type App, createApp, openStorage } from '../app.ts'
import type { Config } from '../config.ts'
import { demoLines, keepDemoGoing, seedDemo } from '../demo/seed/demo.ts'
import type { DemoShow } from '../demo/show/demo-show.ts'
import { systemClock } from '../domain/clock.ts'
import { ConfigError } from '../environment.ts'
import { createLog, type Log } from '../log.ts'
import { maskedUrl } from '../masked-url.ts'
import { keepAuditFor } from '../services/audit-retention.ts'
import { World } from '../services/world.ts'
import { isRefusedByPostgres } from '../start-failure.ts'
import { StopTime } from '../stop-time.ts'
import { lockEmbeddedStore } from '../storage/engines/sqlite-lock.ts'
import { isStoreUnavailable } from '../storage/engines/unavailable.ts'
import { auditKeepDays } from '../storage/retention/removal.ts'
import type { Command, Invocation } from './command.ts'

const storeName = (config: Config): string => (config.databaseUrl ? maskedUrl(config.databaseUrl) : config.dataFolder)

const startLines = (config: Config, port: number, metricsPort: number | null, { migrated, app }: Opened): string[] => [
  `Airside serves ${config.publicUrl.origin} (listening on ${config.hosts.join(' and ')}, port ${port})`,
  `  operators at    ${config.publicUrl.protocol}//<operator_id>.${config.publicUrl.host}`,
  `  test operators  ${config.publicUrl.protocol}//<operator_id>.sandbox.${config.publicUrl.host}`,
  `  store           ${storeName(config)}`,
  ...(metricsPort === null ? [] : [`  metrics         http://${config.metrics?.host}:${metricsPort}/metrics`]),
  ...(migrated.length > 0 ? [`  migrated        ${migrated.join(', ')}`] : []),
  ...(app.hasConsole ? [] : [`  console         not built: there is none in ${config.consoleFolder}`]),
]

/** Notes SIGTERM and SIGINT from the start, so that an early one also stops gracefully. */
const untilToldToStop = (): { readonly told: Promise<string>; readonly isStopping: () => boolean } => {
  let isStopping = false
  const told = new Promise<string>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        isStopping = true
        resolve(signal)
      })
  })
  return { told, isStopping: () => isStopping }
}

const withHost = async <T>(setting: string, hosts: readonly string[], listening: Promise<T>): Promise<T> => {
  try {
    return await listening
  } catch (error) {
    const { code = '', port } = error as NodeJS.ErrnoException & { port?: number }
    if (code === 'EADDRINUSE' && setting !== 'HOST')
      throw new ConfigError(`Port ${port} is taken: set AIRSIDE_METRICS_PORT to another`)
    if (!['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code)) throw error
    throw new ConfigError(`${setting} must be an address or name of this machine, not "${hosts.join(', ')}"`)
  }
}

const listen = (app: App, { port, hosts }: Config): Promise<number> => withHost('HOST', hosts, app.listen(port, hosts))

const listenForMetrics = (app: App, { metrics }: Config): Promise<number | null> =>
  withHost('AIRSIDE_METRICS_HOST', metrics === null ? [] : [metrics.host], app.listenForMetrics())

interface Opened {
  readonly app: App
  readonly migrated: readonly string[]
  readonly demo: DemoShow | null
  readonly endDemo: () => Promise<void>
}

const LOOK_AGAIN_MS = 500

/** A store that cannot be reached is waited for: it may start at the same time as the server. */
const openWhenReachable = async (
  config: Config,
  log: Log,
  isStopping: () => boolean,
): ReturnType<typeof openStorage> => {
  const waiting = new StopTime(config.storeWaitMs)
  for (;;) {
    try {
      return await openStorage(config, systemClock, { mayMigrate: config.databaseUrl === null })
    } catch (error) {
      const isAway = config.databaseUrl !== null && isStoreUnavailable(error) && !isRefusedByPostgres(error)
      if (!isAway || waiting.leftMs === 0 || isStopping()) throw error
      log.logger.warn({ err: error, leftMs: Math.round(waiting.leftMs) }, 'the store cannot be reached yet')
      await pause(Math.min(LOOK_AGAIN_MS, waiting.leftMs))
    }
  }
}

/** The embedded store is set by its one server; PostgreSQL by `migrate`, whose role owns the tables. */
const tellAuditDays = async (world: World, config: Config, log: Log): Promise<void> => {
  if (!config.choosesAuditDays) return
  const days = config.retention.auditDays
  if (config.databaseUrl === null) await keepAuditFor(world, days)
  else if ((await auditKeepDays(world.storage.platform)) !== days)
    log.logger.warn({ days }, 'AIRSIDE_KEEP_AUDIT_DAYS is not what the store holds: run "airside-server migrate"')
}

interface Opening {
  readonly config: Config
  readonly log: Log
  readonly withDemo: boolean
  readonly withLoad: boolean
  readonly isStopping: () => boolean
}

const open = async ({ config, log, withDemo, withLoad, isStopping }: Opening): Promise<Opened> => {
  const { storage, migrated } = await openWhenReachable(config, log, isStopping)
  try {
    const world = new World({ storage, now: () => systemClock.now(), randomBytes })
    await tellAuditDays(world, config, log)
    const demo = withDemo ? await seedDemo(world, config, withLoad) : null
    const app = await createApp({ config, log, storage, clock: systemClock, demo })
    const endDemo = demo
      ? keepDemoGoing(world, config, demo, (err) => log.logger.warn({ err }, 'the demo does not go on'))
      : async () => {}
    return { app, migrated, demo, endDemo }
  } catch (error) {
    await storage.close()
    throw error
  }
}

const warnAboutSettings = (config: Config, app: App, { logger }: Log): void => {
  for (const name of config.unknown) logger.warn({ name }, 'there is no such setting')
  if (!app.hasConsole) logger.warn({ folder: config.consoleFolder }, 'the console is not built')
}

const serveUntilStopped = async ({ config, options, terminal }: Invocation): Promise<void> => {
  const log = createLog(config.logLevel)
  const { told, isStopping } = untilToldToStop()
  const [withDemo, withLoad] = [options.demo === true, options.load === true]
  const opened = await open({ config, log, withDemo, withLoad, isStopping })
  const { app, migrated, demo, endDemo } = opened
  /** A person at a terminal does not wait for proxies to notice. */
  let drainMs = 0
  try {
    const port = await listen(app, config)
    const metricsPort = await listenForMetrics(app, config)
    const started = options.json
      ? JSON.stringify({ url: config.publicUrl.origin, port, metricsPort, store: storeName(config), migrated, demo })
      : [...startLines(config, port, metricsPort, opened), ...(demo ? demoLines(config, demo) : [])].join('\n')
    terminal.stdout.write(`${started}\n`)
    warnAboutSettings(config, app, log)
    const signal = await told
    log.logger.info({ signal }, 'stopping')
    if (signal === 'SIGTERM') drainMs = config.drainMs
  } finally {
    await endDemo()
    await app.close({ drainMs, stopMs: config.stopMs })
    log.logger.flush()
  }
}

export const serve: Command = {
  summary: 'Runs the server until SIGTERM or Ctrl-C; it then answers what it has begun. Settings are in the README.',
  options: {
    demo: { type: 'boolean', text: 'with demo operators, whose credentials it prints', optional: true },
    load: { type: 'boolean', text: 'with --demo: one operator with a large fleet as well', optional: true },
  },
  examples: ['airside-server serve', 'PORT=9090 airside-server serve'],
  arguments: 0,
  run: async (invocation) => {
    const { databaseUrl, dataFolder } = invocation.config
    const lock = databaseUrl === null ? lockEmbeddedStore(dataFolder) : null
    try {
      await serveUntilStopped(invocation)
    } finally {
      lock?.release()
    }
    return { data: undefined, text: '' }
  },
}
