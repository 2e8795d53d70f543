/** The way to production as four steps: which are behind, where the application is, since when and by whom. */
import type { ReactNode } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import './state-track.css'

interface Step {
  readonly action: string
  readonly toMode: string
  readonly at: string
  readonly by: string
}

interface StateTrackProps {
  readonly mode: string
  readonly registeredAt: string
  readonly steps: readonly Step[]
}

const STATES = [
  { mode: 'test', name: 'Test environment only', ahead: '' },
  { mode: 'demo-requested', name: 'Demo requested', ahead: 'you offer three times' },
  { mode: 'demo-scheduled', name: 'Demo scheduled', ahead: 'support picks one' },
  { mode: 'production', name: 'Production', ahead: 'after the demo' },
] as const

/** The step that led to a mode last. */
const stepTo = (steps: readonly Step[], mode: string): Step | undefined =>
  steps.findLast(({ toMode }) => toMode === mode)

/** A suspended application stands where it was before. */
const modeShown = ({ mode, steps }: StateTrackProps): string =>
  mode === 'suspended' ? (steps.findLast(({ toMode }) => toMode !== 'suspended')?.toMode ?? 'test') : mode

const since = (step: Step): ReactNode => (
  <>
    <Moment at={step.at} />, {step.by}
  </>
)

export const StateTrack = (props: StateTrackProps) => {
  const { registeredAt, steps } = props
  const current = STATES.findIndex(({ mode }) => mode === modeShown(props))
  return (
    <ol className="track">
      {STATES.map(({ mode, name, ahead }, index) => {
        const step = index <= current ? stepTo(steps, mode) : undefined
        const state =
          index < current || modeShown(props) === 'production' ? 'done' : index === current ? 'here' : 'ahead'
        return (
          <li key={mode} className={`track-${state}`} aria-current={index === current ? 'step' : undefined}>
            <span className="track-mark number">{state === 'done' ? <Icon name="check" /> : index + 1}</span>
            <span className="two-lines">
              <b>
                {name}
                {state === 'done' && index < current && <span className="unseen">, behind</span>}
              </b>
              <span className="small muted">
                {step ? since(step) : mode === 'test' ? <Moment at={registeredAt} as="day" /> : ahead}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
