/** Runs the server until a signal stops it; prints its address and, with --demo, credentials to try. */
import { randomBytes } from 'node:crypto'
import { type App, createApp, openStorage } from '../app.ts'
import type { Config } from '../config.ts'
import { demoLines, keepDemoGoing, seedDemo } from '../demo/seed/demo.ts'
import type { DemoShow } from '../demo/show/demo-show.ts'
import { systemClock } from '../domain/clock.ts'
import { createLog, type Log } from '../log.ts'
import { World } from '../services/world.ts'
import { lockEmbeddedStore } from '../storage/engines/sqlite-lock.ts'
import type { Command, Invocation } from './command.ts'

const masked = (databaseUrl: string): string => databaseUrl.replace(/:\/\/[^@/]*@/, '://***@')

const storeName = (config: Config): string => (config.databaseUrl ? masked(config.databaseUrl) : config.dataFolder)

const startLines = (config: Config, port: number, migrated: readonly string[]): string[] => [
  `Airside serves ${config.publicUrl.origin} (listening on ${config.hosts.join(' and ')}, port ${port})`,
  `  operators at    ${config.publicUrl.protocol}//<operator_id>.${config.publicUrl.host}`,
  `  test operators  ${config.publicUrl.protocol}//<operator_id>.sandbox.${config.publicUrl.host}`,
  `  store           ${storeName(config)}`,
  ...(migrated.length > 0 ? [`  migrated        ${migrated.join(', ')}`] : []),
]

const untilToldToStop = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })

interface Opened {
  readonly app: App
  readonly migrated: readonly string[]
  readonly demo: DemoShow | null
  readonly endDemo: () => Promise<void>
}

const open = async (config: Config, log: Log, withDemo: boolean, withLoad: boolean): Promise<Opened> => {
  const { storage, migrated } = await openStorage(config, systemClock, { mayMigrate: config.databaseUrl === null })
  try {
    const world = new World({ storage, now: () => systemClock.now(), randomBytes })
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

const serveUntilStopped = async ({ config, options, terminal }: Invocation): Promise<void> => {
  const log = createLog(config.logLevel)
  const told = untilToldToStop() // listens from the start, so that an early signal also stops gracefully
  const { app, migrated, demo, endDemo } = await open(config, log, options.demo === true, options.load === true)
  try {
    const port = await app.listen(config.port, config.hosts)
    const started = options.json
      ? JSON.stringify({ url: config.publicUrl.origin, port, store: storeName(config), migrated, demo })
      : [...startLines(config, port, migrated), ...(demo ? demoLines(config, demo) : [])].join('\n')
    terminal.stdout.write(`${started}\n`)
    const signal = await told
    log.logger.info({ signal }, 'stopping')
  } finally {
    await endDemo()
    await app.close()
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
