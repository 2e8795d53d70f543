/** Runs the server until a signal stops it; prints its address and, with --demo, credentials to try. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type App, createApp, openStorage } from '../app.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/environment.ts'
import { maskedUrl } from '../config/masked-url.ts'
import { demoLines, keepDemoGoing, seedDemo } from '../demo/seed/demo.ts'
import type { DemoShow } from '../demo/show/demo-show.ts'
import { systemClock } from '../domain/clock.ts'
import { createLog, type Log } from '../log.ts'
import { MetricsServer } from '../metrics/metrics-server.ts'
import { keepAuditFor } from '../services/audit-retention.ts'
import { World } from '../services/world.ts'
import { isRefusedByPostgres } from '../starting/start-failure.ts'
import { StopTime } from '../starting/stop-time.ts'
import { lockEmbeddedStore } from '../storage/engines/sqlite-lock.ts'
import { isStoreUnavailable } from '../storage/engines/unavailable.ts'
import { knownMigrations } from '../storage/migrate.ts'
import { auditKeepDays } from '../storage/retention/removal.ts'
import type { Command, CommandAnswer, Invocation } from './command.ts'
import { Supervisor, WorkerDidNotStart } from './workers/supervisor.ts'
import { asWorker, type Serving, type WorkerSide } from './workers/worker.ts'
import { withItsPart, workerCount } from './workers/worker-count.ts'

const storeName = (config: Config): string => (config.databaseUrl ? maskedUrl(config.databaseUrl) : config.dataFolder)

interface Started extends Serving {
  readonly metricsPort: number | null
  readonly workers: number
}

/** A new store needs them all, and nobody reads their names then. */
const migratedWords = (migrated: readonly string[]): string =>
  migrated.length === knownMigrations.length ? `a new store, by ${migrated.length} migrations` : migrated.join(', ')

const startLines = (config: Config, { port, migrated, hasConsole, metricsPort, workers }: Started): string[] => [
  `Airside serves ${config.publicUrl.origin} (listening on ${config.hosts.join(' and ')}, port ${port})`,
  `  operators at    ${config.publicUrl.protocol}//<operator_id>.${config.publicUrl.host}`,
  `  test operators  ${config.publicUrl.protocol}//<operator_id>.sandbox.${config.publicUrl.host}`,
  `  store           ${storeName(config)}`,
  ...(workers === 1 ? [] : [`  workers         ${workers}`]),
  ...(metricsPort === null ? [] : [`  metrics         http://${config.metrics?.host}:${metricsPort}/metrics`]),
  ...(migrated.length > 0 ? [`  migrated        ${migratedWords(migrated)}`] : []),
  ...(hasConsole ? [] : [`  console         not built: there is none in ${config.consoleFolder}`]),
]

/** Notes SIGTERM and SIGINT from the start, so that an early one also stops gracefully. A supervisor tells its workers. */
const untilToldToStop = (
  worker: WorkerSide | null = null,
): { readonly told: Promise<NodeJS.Signals>; readonly isStopping: () => boolean } => {
  let isStopping = false
  const told = new Promise<NodeJS.Signals>((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      isStopping = true
      resolve(signal)
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
    worker?.onStop(stop)
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

const listenForMetrics = ({ metrics }: Config, listening: Promise<number | null>): Promise<number | null> =>
  withHost('AIRSIDE_METRICS_HOST', metrics === null ? [] : [metrics.host], listening)

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
  readonly worker: number | null
}

const open = async ({ config, log, withDemo, withLoad, isStopping, worker }: Opening): Promise<Opened> => {
  const { storage, migrated } = await openWhenReachable(config, log, isStopping)
  try {
    const world = new World({ storage, now: () => systemClock.now(), randomBytes })
    await tellAuditDays(world, config, log)
    const demo = withDemo ? await seedDemo(world, config, withLoad) : null
    const app = await createApp({ config, log, storage, clock: systemClock, demo, worker })
    const endDemo = demo
      ? keepDemoGoing(world, config, demo, (err) => log.logger.warn({ err }, 'the demo does not go on'))
      : async () => {}
    return { app, migrated, demo, endDemo }
  } catch (error) {
    await storage.close()
    throw error
  }
}

const warnAboutSettings = (config: Config, hasConsole: boolean, { logger }: Log): void => {
  for (const name of config.unknown) logger.warn({ name }, 'there is no such setting')
  if (!hasConsole) logger.warn({ folder: config.consoleFolder }, 'the console is not built')
}

const serveUntilStopped = async ({ config, options, terminal }: Invocation): Promise<void> => {
  const worker = asWorker()
  const number = worker?.number ?? null
  const log = createLog(config.logLevel, undefined, number === null ? {} : { worker: number })
  const { told, isStopping } = untilToldToStop(worker)
  const [withDemo, withLoad] = [options.demo === true, options.load === true]
  const { app, migrated, demo, endDemo } = await open({ config, log, withDemo, withLoad, isStopping, worker: number })
  /** A person at a terminal does not wait for proxies to notice. */
  let drainMs = 0
  try {
    const serving = { port: await listen(app, config), migrated, hasConsole: app.hasConsole }
    if (worker === null) {
      const metricsPort = await listenForMetrics(config, app.listenForMetrics())
      tellStarted({ config, options, terminal }, { ...serving, metricsPort, workers: 1 }, demo)
      warnAboutSettings(config, app.hasConsole, log)
    } else {
      worker.onReadMetrics(() => app.readMetrics())
      worker.tellServing(serving)
    }
    const signal = await told
    log.logger.info({ signal }, 'stopping')
    if (signal === 'SIGTERM') drainMs = config.drainMs
  } finally {
    await endDemo()
    await app.close({ drainMs, stopMs: config.stopMs })
    log.logger.flush()
    // The channel to the supervisor would keep the process.
    if (worker !== null) process.disconnect?.()
  }
}

const tellStarted = (
  { config, options, terminal }: Pick<Invocation, 'config' | 'options' | 'terminal'>,
  started: Started,
  demo: DemoShow | null,
): void => {
  const { port, metricsPort, migrated, workers } = started
  const lines = options.json
    ? JSON.stringify({
        url: config.publicUrl.origin,
        port,
        metricsPort,
        store: storeName(config),
        migrated,
        demo,
        ...(workers > 1 && { workers }),
      })
    : [...startLines(config, started), ...(demo ? demoLines(config, demo) : [])].join('\n')
  terminal.stdout.write(`${lines}\n`)
}

/** Several processes on one port, under one that watches over them (ADR 108). SIGHUP replaces them one after another. */
const superviseUntilStopped = async (invocation: Invocation, workers: number): Promise<void> => {
  const { config } = invocation
  const log = createLog(config.logLevel)
  const { told } = untilToldToStop()
  const supervisor = new Supervisor(log.logger)
  const metrics = new MetricsServer(() => supervisor.metricsText())
  const replace = (): void => void supervisor.replaceAll()
  let signal: NodeJS.Signals = 'SIGTERM'
  try {
    const serving = await supervisor.start(workers)
    const listening = config.metrics && metrics.listen(config.metrics.port, config.metrics.host)
    const metricsPort = listening && (await listenForMetrics(config, listening))
    tellStarted(invocation, { ...serving, metricsPort, workers }, null)
    warnAboutSettings(config, serving.hasConsole, log)
    process.on('SIGHUP', replace)
    signal = await told
    log.logger.info({ signal }, 'stopping')
  } finally {
    process.off('SIGHUP', replace)
    await supervisor.stop(signal, config.stopMs)
    metrics.close()
    log.logger.flush()
  }
}

/** A worker that could not start has said why, on the standard error that it shares. */
const supervised = async (invocation: Invocation, workers: number): Promise<CommandAnswer> => {
  if (invocation.options.demo === true) throw new ConfigError('--demo is shown by one process: leave out --workers')
  try {
    await superviseUntilStopped(invocation, workers)
    return { data: undefined, text: '' }
  } catch (error) {
    if (!(error instanceof WorkerDidNotStart)) throw error
    return { data: undefined, text: '', exitCode: 1 }
  }
}

export const serve: Command = {
  summary: 'Runs the server until SIGTERM or Ctrl-C; it then answers what it has begun. Settings are in the README.',
  options: {
    demo: { type: 'boolean', text: 'with demo operators, whose credentials it prints', optional: true },
    load: { type: 'boolean', text: 'with --demo: one operator with a large fleet as well', optional: true },
    workers: {
      type: 'string',
      value: '<n>',
      text: 'on PostgreSQL: how many processes share the port; auto for one per processor. SIGHUP replaces them',
      optional: true,
    },
  },
  examples: ['airside-server serve', 'PORT=9090 airside-server serve'],
  arguments: 0,
  run: async (invocation) => {
    const workers = workerCount(invocation.options.workers, invocation.config)
    if (workers > 1 && asWorker() === null) return supervised(invocation, workers)
    const { databaseUrl, dataFolder } = invocation.config
    const lock = databaseUrl === null ? lockEmbeddedStore(dataFolder) : null
    try {
      await serveUntilStopped({ ...invocation, config: withItsPart(invocation.config, workers) })
    } finally {
      lock?.release()
    }
    return { data: undefined, text: '' }
  },
}
