/** The mode of an application in words, and its steps as a timeline. */
import { Moment } from '../parts/moment.tsx'
import { Tag } from '../parts/tag.tsx'

const MODES: Record<string, string> = {
  test: 'Test environment only',
  'demo-requested': 'Demo requested',
  'demo-scheduled': 'Demo scheduled',
  production: 'Production',
  suspended: 'Suspended',
}

export const modeInWords = (mode: string): string => MODES[mode] ?? mode

export const ModeTag = ({ mode }: { readonly mode: string }) => (
  <Tag tone={mode === 'production' ? 'good' : mode === 'suspended' ? 'fail' : 'line'}>{modeInWords(mode)}</Tag>
)

const ACTIONS: Record<string, string> = {
  'request-demo': 'Demo requested',
  withdraw: 'Withdrawn',
  'schedule-demo': 'Demo scheduled',
  'reschedule-demo': 'Demo moved',
  'postpone-demo': 'Put on hold',
  'hold-demo': 'Moved to production',
  promote: 'Moved to production without a demo',
  refuse: 'Back to the test environment',
  suspend: 'Suspended',
  resume: 'Resumed',
}

export const stepInWords = (action: string): string => ACTIONS[action] ?? action

interface Step {
  readonly position: number
  readonly action: string
  readonly at: string
  /** Whose side it was: provider, support or host. */
  readonly by: string
  readonly byName: string
  readonly reason: string | null
}

export const Timeline = ({
  steps,
  registeredAt,
}: {
  readonly steps: readonly Step[]
  readonly registeredAt: string
}) => (
  <ol className="panel-body stack">
    {steps.toReversed().map(({ position, action, at, by, byName, reason }) => (
      <li key={position}>
        <b>{stepInWords(action)}</b>{' '}
        <span className="small muted">
          <Moment at={at} as="full" />, {by === 'support' ? `${byName}, Airside support` : byName}
        </span>
        {reason !== null && <p>“{reason}”</p>}
      </li>
    ))}
    <li>
      <b>Registered</b>{' '}
      <span className="small muted">
        <Moment at={registeredAt} as="full" />
      </span>
    </li>
  </ol>
)
