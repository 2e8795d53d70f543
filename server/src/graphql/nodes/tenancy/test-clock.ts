/** The clock of a sandbox: how far it is ahead, and moving it forwards (events §4). */
import { Failure } from '../../../domain/failure.ts'
import { MAX_TEST_CLOCK_SECONDS } from '../../../domain/limits.ts'
import type { Actor } from '../../../services/audit-trail.ts'
import { advanceTestClock } from '../../../services/tenancy/test-clock.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { payload } from '../../payload.ts'
import { actorOf } from '../../signed-in-user.ts'

interface TestClockValue {
  readonly now: number
  readonly aheadSeconds: number
}

const clockOf = ({ at }: QueryContext): TestClockValue => ({
  now: at.now(),
  aheadSeconds: Math.round((at.now() - at.realNow()) / 1000),
})

/** An administrator or one of the operator's own keys; no application decides what time it is. */
const moverOf = (context: QueryContext): Actor => {
  const { principal, address, requestId } = context
  if (principal.kind === 'user') return actorOf(context)
  if (principal.kind === 'application')
    throw new Failure('forbidden', 'An application cannot move the clock: an administrator or an API key does')
  return { kind: 'api-key', id: principal.actorKey, address, requestId }
}

const TestClock = builder.objectRef<TestClockValue>('TestClock').implement({
  ...noScope,
  description: 'The clock of a sandbox. Tokens, codes, keys, papers, reminders, idempotency and cursors follow it.',
  fields: (t) => ({
    now: t.field({ type: 'DateTime', description: 'What it says.', resolve: ({ now }) => now }),
    aheadSeconds: t.exposeInt('aheadSeconds', { description: 'How far it is ahead of the world’s time.' }),
    mostSeconds: t.int({ description: 'How far it can be at most.', resolve: () => MAX_TEST_CLOCK_SECONDS }),
  }),
})

builder.queryField('testClock', (t) =>
  t.field({
    ...noScope,
    description: 'The clock of this sandbox; null in production, which keeps the world’s time.',
    type: TestClock,
    nullable: true,
    resolve: (_root, _args, context) => (context.tenant.environment === 'sandbox' ? clockOf(context) : null),
  }),
)

const TestClockPayload = payload<{ readonly testClock: TestClockValue | null }>('TestClockPayload', (t) => ({
  testClock: t.expose('testClock', { type: TestClock, nullable: true }),
}))

builder.mutationField('testClockAdvance', (t) =>
  mutation(t, {
    ...needs('settings:write'),
    description: `Moves the clock of this sandbox forwards, at most ${MAX_TEST_CLOCK_SECONDS / 86_400} days ahead of the world’s. It goes back only when the sandbox is reset. Refused in production.`,
    type: TestClockPayload,
    args: { seconds: t.arg.int({ required: true }) },
    run: async ({ seconds }, context, key) => {
      await advanceTestClock(context, { seconds, actor: moverOf(context), key })
      return { testClock: clockOf(context) }
    },
  }),
)
