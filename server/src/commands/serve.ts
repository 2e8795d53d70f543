/** Serves until told to stop; prints where to go, and with --demo what to try. */
import { createApp, openStorage } from '../app.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { createLog } from '../log.ts'
import type { Command } from './command.ts'
import { demoLines, seedDemo } from './demo.ts'
import { forgetServer, noteServer } from './server-lock.ts'

const masked = (databaseUrl: string): string => databaseUrl.replace(/:\/\/[^@/]*@/, '://***@')

const startLines = (config: Config, port: number, migrated: readonly string[]): string[] => [
  `Airside serves ${config.publicUrl.origin} (listening on ${config.hosts.join(' and ')}, port ${port})`,
  `  operators at    ${config.publicUrl.protocol}//<operator_id>.${config.publicUrl.host}`,
  `  test operators  ${config.publicUrl.protocol}//<operator_id>.sandbox.${config.publicUrl.host}`,
  `  store           ${config.databaseUrl ? masked(config.databaseUrl) : config.dataFolder}`,
  ...(migrated.length > 0 ? [`  migrated        ${migrated.join(', ')}`] : []),
]

const untilToldToStop = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })

export const serve: Command = {
  usage: '[--demo]',
  options: { demo: { type: 'boolean' } },
  arguments: 0,
  run: async ({ config, options }) => {
    const log = createLog(config.logLevel)
    const { storage, migrated } = await openStorage(config, systemClock)
    const app = await createApp(config, log, storage)
    try {
      const port = await app.listen(config.port, config.hosts)
      noteServer(config)
      const demo = options.demo ? demoLines(config, await seedDemo(app.world, config)) : []
      process.stdout.write(`${[...startLines(config, port, migrated), ...demo].join('\n')}\n`)
      const signal = await untilToldToStop()
      log.info({ signal }, 'stopping')
    } finally {
      await app.close()
      forgetServer(config)
      log.flush()
    }
    return { data: { stopped: true }, text: '' }
  },
}
