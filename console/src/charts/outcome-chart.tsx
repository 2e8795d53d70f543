/**
 * Requests by outcome over time: stacked bars to scale, dates below. A pointer or the arrow keys choose a bar, whose
 * values are then shown and spoken.
 */
import { grouped } from '../text/count.ts'
import { BarValues } from './bar-values.tsx'
import { useChosen } from './chosen.ts'
import { type Outcomes, outcomeSentence, sumOf, totalOf } from './outcome.ts'
import { axisFor } from './scale.ts'
import { hiddenExceptions } from './segments.ts'
import { Stack } from './stack.tsx'
import { middleOf, TimeAxis } from './time-axis.tsx'
import './charts.css'

export interface OutcomeBar extends Outcomes {
  /** When it begins: its identity. */
  readonly from: string
  /** On the axis. */
  readonly label: string
  /** Beside its values. */
  readonly title: string
}

const STEP = 10
const HEIGHT = 100

/** A mark above a bar whose exceptions are too small to be seen at this scale. */
const Marks = ({ bars, top }: { readonly bars: readonly OutcomeBar[]; readonly top: number }) =>
  bars.map((bar, index) => {
    const tone = hiddenExceptions(bar, top).at(-1)
    return tone === undefined ? null : (
      <span
        key={bar.from}
        className={`plot-mark plot-mark-${tone}`}
        style={{ left: middleOf(index, bars.length), bottom: `${(totalOf(bar) / top) * 100}%` }}
      />
    )
  })

const Bars = ({ bars, top, levels }: { bars: readonly OutcomeBar[]; top: number; levels: readonly number[] }) => (
  <svg viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    {levels.map((level) => (
      <path key={level} className="plot-line" d={`M0 ${HEIGHT - (level / top) * HEIGHT}H${bars.length * STEP}`} />
    ))}
    {bars.map((bar, index) => (
      <Stack key={bar.from} outcomes={bar} x={index * STEP + 1.5} width={7} height={HEIGHT} top={top} gap={0.6} />
    ))}
  </svg>
)

interface OutcomeChartProps {
  readonly bars: readonly OutcomeBar[]
  readonly caption: string
  /** What is counted. */
  readonly noun?: string
  /** The outcomes that it can have; all four unless given. */
  readonly only?: readonly (keyof Outcomes)[]
}

export const OutcomeChart = ({ bars, caption, noun = 'requests', only }: OutcomeChartProps) => {
  const { top, levels } = axisFor(Math.max(0, ...bars.map(totalOf)))
  const { at, ...handlers } = useChosen(bars)
  const chosen = at === null ? null : (bars[at] ?? null)
  const whole = `${caption}: ${outcomeSentence(sumOf(bars), only)}`
  return (
    <div className="plot number">
      <div className="plot-y">
        {levels.map((level) => (
          <span key={level}>{grouped(level)}</span>
        ))}
      </div>
      <div
        className="plot-area"
        role="slider"
        tabIndex={0}
        aria-label={whole}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(at ?? 0) + 1}
        aria-valuetext={
          chosen ? `${chosen.title}: ${outcomeSentence(chosen, only)}` : 'Arrow keys read the bars one by one'
        }
        {...handlers}
      >
        <Bars bars={bars} top={top} levels={levels} />
        <Marks bars={bars} top={top} />
        {chosen && at !== null && (
          <BarValues title={chosen.title} outcomes={chosen} at={at} count={bars.length} noun={noun} only={only} />
        )}
      </div>
      <TimeAxis places={bars} />
    </div>
  )
}
