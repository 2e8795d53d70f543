/** The clock of a sandbox: how far it is ahead, and moving it forwards (events §4). */
import { Failure } from '../../../domain/failure.ts'
import { CLOCK_COST } from '../../../domain/limits.ts'
import type { Actor } from '../../../services/audit-trail.ts'
import { advanceTestClock } from '../../../services/tenancy/test-clock.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { priced } from '../../operation/list-size.ts'
import { payload } from '../../payload.ts'
import { actorOf } from '../../signed-in-user.ts'
import { clockAt, MOVES_CLOCK, payForRest, testClockNodes } from './test-clock-node.ts'

/** An administrator or one of the operator's own keys; no application decides what time it is. */
const moverOf = (context: QueryContext): Actor => {
  const { principal, address, requestId } = context
  if (principal.kind === 'user') return actorOf(context)
  if (principal.kind === 'application')
    throw new Failure('forbidden', 'An application cannot move the clock: an administrator or an API key does')
  return { kind: 'api-key', id: principal.actorKey, address, requestId }
}

const { TestClock, TestClockPayload } = testClockNodes({
  builder,
  payloadOf: payload,
  declared: noScope,
  forMovers: needs('settings:write'),
})

builder.queryField('testClock', (t) =>
  t.field({
    ...noScope,
    description: 'The clock of this sandbox; null in production, which keeps the world’s time.',
    type: TestClock,
    nullable: true,
    resolve: (_root, _args, context) =>
      context.tenant.environment === 'sandbox' ? clockAt(context.world, context.tenant.tenantId) : null,
  }),
)

builder.mutationField('testClockAdvance', (t) =>
  mutation(t, {
    ...priced(CLOCK_COST, needs('settings:write')),
    description: `Moves the clock of this sandbox forwards, ${MOVES_CLOCK} Refused in production.`,
    type: TestClockPayload,
    args: { seconds: t.arg.int({ required: true }) },
    run: async ({ seconds }, context, key) => {
      const way = await advanceTestClock(context, { seconds, actor: moverOf(context), key })
      if (way !== null) payForRest(context, seconds)
      return { testClock: clockAt(context.world, context.tenant.tenantId), way }
    },
  }),
)
