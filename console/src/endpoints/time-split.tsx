/** Where the time of a try went: connecting, waiting for the answer, and the answer itself. */
import { Section } from '../data/record-parts.tsx'
import { type Attempt, spanOf } from './endpoint.ts'
import '../charts/charts.css'
import './endpoints.css'

interface Part {
  readonly name: string
  readonly ms: number
}

/** Up to where the receiver let it come; nothing where it was not asked. */
const partsOf = ({ tookMs, connectMs, waitMs }: Attempt): Part[] => {
  if (connectMs === null) return tookMs === 0 ? [] : [{ name: 'Connect, TLS', ms: tookMs }]
  const rest = Math.max(0, tookMs - connectMs)
  const parts = [{ name: 'Connect, TLS', ms: connectMs }]
  if (waitMs === null) return [...parts, { name: 'Their server', ms: rest }]
  return [...parts, { name: 'Their server', ms: waitMs }, { name: 'Whole answer', ms: Math.max(0, rest - waitMs) }]
}

export const TimeSplit = ({ attempt }: { readonly attempt: Attempt }) => {
  const parts = partsOf(attempt)
  if (parts.length === 0) return null
  const whole = Math.max(1, attempt.tookMs)
  const startOf = (index: number) => parts.slice(0, index).reduce((sum, { ms }) => sum + ms, 0)
  return (
    <Section title={`Where the ${spanOf(attempt.tookMs)} went`}>
      <dl className="time-split number">
        {parts.map(({ name, ms }, index) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect className="fill-track" width="100" height="8" />
                <rect
                  className="fill-answered"
                  x={Math.min(99, (startOf(index) / whole) * 100)}
                  width={Math.max(1, (ms / whole) * 100)}
                  height="8"
                />
              </svg>
              <span>{spanOf(ms)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
