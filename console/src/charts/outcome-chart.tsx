/** Requests by outcome over time: stacked bars under a few round lines, dates below. */
import { grouped } from '../parts/count.ts'
import { type Outcomes, outcomeSentence, sumOf, totalOf } from './outcome.ts'
import { axisTop, LINES } from './scale.ts'
import { Stack } from './stack.tsx'
import './charts.css'

export interface OutcomeBar extends Outcomes {
  readonly label: string
}

const STEP = 10
const HEIGHT = 100
const LABELS_MOST = 7

/** The first, the last and some between, so that they never touch. */
const isLabelled = (index: number, count: number): boolean => {
  const every = Math.max(1, Math.ceil((count - 1) / (LABELS_MOST - 1)))
  return index % every === 0
}

const Axis = ({ bars }: { readonly bars: readonly OutcomeBar[] }) => (
  <div className="plot-x">
    {bars.map(({ label }, index) =>
      isLabelled(index, bars.length) ? (
        <span key={label} style={{ left: `${((index + 0.5) / bars.length) * 100}%` }}>
          {label}
        </span>
      ) : null,
    )}
  </div>
)

export const OutcomeChart = ({ bars, caption }: { readonly bars: readonly OutcomeBar[]; readonly caption: string }) => {
  const top = axisTop(Math.max(0, ...bars.map(totalOf)))
  const levels = Array.from({ length: LINES + 1 }, (_, line) => (top / LINES) * (LINES - line))
  return (
    <div className="plot number" role="img" aria-label={`${caption}: ${outcomeSentence(sumOf(bars))}`}>
      <div className="plot-y">
        {levels.map((level) => (
          <span key={level}>{grouped(level)}</span>
        ))}
      </div>
      <div className="plot-area">
        <svg viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {levels.map((level) => (
            <path key={level} className="plot-line" d={`M0 ${HEIGHT - (level / top) * HEIGHT}H${bars.length * STEP}`} />
          ))}
          {bars.map((bar, index) => (
            <Stack
              key={bar.label}
              outcomes={bar}
              x={index * STEP + 1.5}
              width={7}
              height={HEIGHT}
              most={top}
              least={0.9}
              gap={0.6}
            />
          ))}
        </svg>
      </div>
      <Axis bars={bars} />
    </div>
  )
}
