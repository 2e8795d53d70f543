/** Checks everything a host has to set up, and says for each finding what is wrong and what to do. */
import type { Command } from '../command.ts'
import { mailFinding, smsFinding, tracesFinding } from './delivery.ts'
import { installationFindings } from './installation.ts'
import { networkFindings } from './network.ts'
import { storeFindings } from './store.ts'

export const doctor: Command = {
  summary:
    'Checks release, console, settings, store, what a crash would lose, names, transport, proxies, delivery and traces, and says what to do about each finding.',
  options: {},
  examples: ['airside-server doctor'],
  arguments: 0,
  run: async ({ config }) => {
    const findings = [
      ...installationFindings(config),
      ...(await storeFindings(config)),
      ...(await networkFindings(config)),
      await mailFinding(config),
      await smsFinding(config),
      await tracesFinding(config),
    ]
    const failed = findings.some(({ verdict }) => verdict === 'failed')
    return {
      data: { findings },
      text: findings.map(({ what, verdict, detail }) => `${verdict.padEnd(9)} ${what}: ${detail}`).join('\n'),
      exitCode: failed ? 1 : 0,
    }
  },
}
