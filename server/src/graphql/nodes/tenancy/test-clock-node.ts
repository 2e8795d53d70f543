/** A sandbox's clock as the operator's graph and the developer portal's show it (events §4). */
import { MAX_TEST_CLOCK_SECONDS } from '../../../domain/limits.ts'
import type { World } from '../../../services/world.ts'
import type { noScope } from '../../access-declaration.ts'
import type { Builder } from '../../builder.ts'

export interface TestClockValue {
  readonly now: number
  readonly aheadSeconds: number
}

export const clockAt = (world: World, tenantId: string): TestClockValue => {
  const now = world.now(tenantId)
  return { now, aheadSeconds: Math.round(world.storage.testOffsetMs(tenantId) / 1000) }
}

export const MOVES_CLOCK = `at most ${MAX_TEST_CLOCK_SECONDS / 86_400} days ahead of the world’s. It goes back only when the sandbox is reset.`

export const testClockNode = (builder: Builder, declared: typeof noScope) =>
  builder.objectRef<TestClockValue>('TestClock').implement({
    ...declared,
    description: 'The clock of a sandbox. Tokens, codes, keys, papers, reminders, idempotency and cursors follow it.',
    fields: (t) => ({
      now: t.field({ type: 'DateTime', description: 'What it says.', resolve: ({ now }) => now }),
      aheadSeconds: t.exposeInt('aheadSeconds', { description: 'How far it is ahead of the world’s time.' }),
      mostSeconds: t.int({ description: 'How far it can be at most.', resolve: () => MAX_TEST_CLOCK_SECONDS }),
    }),
  })
