/** A sandbox's clock as the operator's graph and the developer portal's show it (events §4). */
import { Failure } from '../../../domain/failure.ts'
import { DAY_MS } from '../../../domain/interval.ts'
import { MAX_TEST_CLOCK_SECONDS } from '../../../domain/limits.ts'
import { CLOCK_STEP_KINDS, type ClockStep, type ClockWay } from '../../../domain/tenancy/clock-way.ts'
import { DAYS_OF_A_MOVE } from '../../../services/operations/reminders/give-reminders.ts'
import { wayOf } from '../../../services/tenancy/clock-way.ts'
import type { World } from '../../../services/world.ts'
import type { Builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { searches, usually } from '../../operation/list-size.ts'
import type { payload } from '../../payload.ts'
import type { Declared } from '../providers/application.ts'

export interface TestClockValue {
  readonly tenantId: string
  readonly now: number
  readonly aheadSeconds: number
}

export const clockAt = (world: World, tenantId: string): TestClockValue => {
  const now = world.now(tenantId)
  return { tenantId, now, aheadSeconds: Math.round(world.storage.testOffsetMs(tenantId) / 1000) }
}

export const MOVES_CLOCK = `at most ${MAX_TEST_CLOCK_SECONDS / 86_400} days ahead of the world’s. It goes back only when the sandbox is reset.`

const USUAL_STEPS = 10
/** A month is looked through day by day, which takes some 75 ms of processor time in all. */
const WAY_COST = 400

/** The rest of a long way is gone day by day behind the answer, and paid by whoever moves the clock. */
const COST_OF_A_DAY = 10

export const payForRest = ({ looked }: QueryContext, seconds: number): void => {
  const days = Math.floor((seconds * 1000) / DAY_MS) - DAYS_OF_A_MOVE
  if (days > 0) looked.add(days * COST_OF_A_DAY, 'followed')
}

const wayNode = (builder: Builder, declared: Declared) => {
  const TestClockStepKind = builder.enumType('TestClockStepKind', { values: CLOCK_STEP_KINDS })
  const TestClockStep = builder.objectRef<ClockStep>('TestClockStep').implement({
    ...declared,
    description: 'Something that happens when the clock passes a moment. It names nobody and shows no record.',
    fields: (t) => ({
      at: t.field({ type: 'DateTime', resolve: ({ at }) => at }),
      kind: t.expose('kind', { type: TestClockStepKind }),
      count: t.exposeInt('count', { description: 'How many of them at this moment; of tokens from it on.' }),
      reminder: t.exposeString('reminder', { nullable: true, description: 'What is reminded of, as in the feed.' }),
      entityId: t.id({
        nullable: true,
        description: 'The API key, the connection or the record, where it is one.',
        resolve: ({ entityId }) => entityId,
      }),
    }),
  })
  return builder.objectRef<ClockWay>('TestClockWay').implement({
    ...declared,
    description: 'What happens on the way from one time to a later one, as things stand.',
    fields: (t) => ({
      stepList: t.field({
        ...usually(USUAL_STEPS, declared),
        type: [TestClockStep],
        resolve: ({ steps }) => [...steps],
      }),
      moreCount: t.exposeInt('moreCount', { description: 'Steps beyond those.' }),
      lookedTo: t.field({
        type: 'DateTime',
        description: 'Up to when reminders were looked for: a month. Those of a longer way follow as it is gone.',
        resolve: ({ lookedTo }) => lookedTo,
      }),
    }),
  })
}

interface Moved {
  readonly testClock: TestClockValue | null
  readonly way: ClockWay | null
}

interface ClockGraph {
  readonly builder: Builder
  /** Makes the payloads of this graph. */
  readonly payloadOf: typeof payload
  readonly declared: Declared
  /** What whoever moves it needs. */
  readonly forMovers: Declared
}

export const testClockNodes = ({ builder, payloadOf, declared, forMovers }: ClockGraph) => {
  const TestClockWay = wayNode(builder, declared)
  const TestClock = builder.objectRef<TestClockValue>('TestClock').implement({
    ...declared,
    description:
      'The clock of a sandbox. Tokens, codes, keys, papers, reminders, retention, idempotency and cursors follow it.',
    fields: (t) => ({
      now: t.field({ type: 'DateTime', description: 'What it says.', resolve: ({ now }) => now }),
      aheadSeconds: t.exposeInt('aheadSeconds', { description: 'How far it is ahead of the world’s time.' }),
      mostSeconds: t.int({ description: 'How far it can be at most.', resolve: () => MAX_TEST_CLOCK_SECONDS }),
      way: t.field({
        ...searches({ cost: WAY_COST, args: ['seconds'] }, forMovers),
        type: TestClockWay,
        description: 'What will happen if it is moved by so many seconds. Moves nothing.',
        args: { seconds: t.arg.int({ required: true }) },
        resolve: ({ tenantId, now }, { seconds }, { world }) => {
          if (seconds < 1 || seconds > MAX_TEST_CLOCK_SECONDS)
            throw new Failure('invalid_request', `seconds is from 1 to ${MAX_TEST_CLOCK_SECONDS}`)
          return wayOf(world.storage.tenant(tenantId), { from: now, to: now + seconds * 1000 })
        },
      }),
    }),
  })
  const TestClockPayload = payloadOf<Moved>('TestClockPayload', (t) => ({
    testClock: t.expose('testClock', { type: TestClock, nullable: true }),
    way: t.expose('way', {
      type: TestClockWay,
      nullable: true,
      description: 'What happened on the way; null where the same request moved it before.',
    }),
  }))
  return { TestClock, TestClockPayload }
}
