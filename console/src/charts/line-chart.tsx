/**
 * Values over time as lines, with a line for a limit where there is one. A day without a value leaves a gap. A pointer
 * or the arrow keys choose a day, whose values are then shown and spoken.
 */
import { useChosen } from './chosen.ts'
import { axisFor } from './scale.ts'
import { TimeAxis } from './time-axis.tsx'
import './charts.css'

export interface LinePoint {
  /** When it begins: its identity. */
  readonly from: string
  /** On the axis. */
  readonly label: string
  /** Beside its values. */
  readonly title: string
  /** One for each line; null where nothing was measured. */
  readonly values: readonly (number | null)[]
}

interface Line {
  readonly word: string
  readonly tone: 'answered' | 'refused'
}

interface LineChartProps {
  readonly points: readonly LinePoint[]
  readonly lines: readonly Line[]
  readonly unit: string
  readonly caption: string
  readonly limit?: number
}

const STEP = 10
const HEIGHT = 100

interface Scale {
  readonly top: number
  readonly levels: readonly number[]
}

/** A move to the first point of each run and lines between the others. */
const pathOf = (values: readonly (number | null)[], top: number): string =>
  values
    .map((value, index) => {
      if (value === null) return ''
      const place = `${(index + 0.5) * STEP} ${HEIGHT - (value / top) * HEIGHT}`
      const isFirst = (values[index - 1] ?? null) === null
      return isFirst ? `M${place}` : `L${place}`
    })
    .join('')

/** Points without a neighbour, which no line shows. */
const dotsOf = (values: readonly (number | null)[], top: number): string =>
  values
    .map((value, index) => {
      const isAlone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
      return value === null || !isAlone ? '' : `M${(index + 0.5) * STEP} ${HEIGHT - (value / top) * HEIGHT}h0`
    })
    .join('')

const Plot = ({
  points,
  lines,
  limit,
  scale,
}: Omit<LineChartProps, 'unit' | 'caption'> & { readonly scale: Scale }) => (
  <svg viewBox={`0 0 ${points.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    {scale.levels.map((level) => (
      <path
        key={level}
        className="plot-line"
        d={`M0 ${HEIGHT - (level / scale.top) * HEIGHT}H${points.length * STEP}`}
      />
    ))}
    {limit !== undefined && (
      <path className="plot-limit" d={`M0 ${HEIGHT - (limit / scale.top) * HEIGHT}H${points.length * STEP}`} />
    )}
    {lines.map(({ word, tone }, line) => {
      const values = points.map((point) => point.values[line] ?? null)
      return (
        <g key={word} className={`plot-course plot-course-${tone}`}>
          <path d={pathOf(values, scale.top)} />
          <path className="plot-dot" d={dotsOf(values, scale.top)} />
        </g>
      )
    })}
  </svg>
)

const sentence = ({ values }: LinePoint, lines: readonly Line[], unit: string): string =>
  lines.map(({ word }, line) => `${word} ${values[line] == null ? 'none' : `${values[line]} ${unit}`}`).join(', ')

interface ValuesProps extends Pick<LineChartProps, 'lines' | 'unit'> {
  readonly point: LinePoint
  readonly at: number
  readonly count: number
}

const Values = ({ point, at, count, lines, unit }: ValuesProps) => {
  const middle = ((at + 0.5) / count) * 100
  return (
    <>
      <span className="plot-chosen" style={{ left: `${(at / count) * 100}%`, width: `${100 / count}%` }} />
      <div className="plot-values" style={middle < 50 ? { left: `${middle}%` } : { right: `${100 - middle}%` }}>
        <b>{point.title}</b>
        <dl>
          {lines.map(({ word, tone }, line) => (
            <div key={word}>
              <dt>
                <svg viewBox="0 0 10 10" aria-hidden="true">
                  <rect className={`fill-${tone}`} width="10" height="10" />
                </svg>
                {word}
              </dt>
              <dd>{point.values[line] == null ? 'none' : `${point.values[line]} ${unit}`}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}

export const LineChart = ({ points, lines, unit, caption, limit }: LineChartProps) => {
  const scale = axisFor(
    Math.ceil(Math.max(limit ?? 0, ...points.flatMap(({ values }) => values.map((one) => one ?? 0)))),
  )
  const { at, ...handlers } = useChosen(points)
  const chosen = at === null ? null : (points[at] ?? null)
  return (
    <div className="plot number">
      <div className="plot-y">
        {scale.levels.map((level) => (
          <span key={level}>
            {level} {unit}
          </span>
        ))}
      </div>
      <div
        className="plot-area"
        role="slider"
        tabIndex={0}
        aria-label={caption}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? 0) + 1}
        aria-valuetext={
          chosen ? `${chosen.title}: ${sentence(chosen, lines, unit)}` : 'Arrow keys read the days one by one'
        }
        {...handlers}
      >
        <Plot points={points} lines={lines} scale={scale} {...(limit === undefined ? {} : { limit })} />
        {limit !== undefined && (
          <span className="plot-limit-word" style={{ bottom: `${(limit / scale.top) * 100}%` }}>
            limit {limit} {unit}
          </span>
        )}
        {chosen && at !== null && <Values point={chosen} at={at} count={points.length} lines={lines} unit={unit} />}
      </div>
      <TimeAxis places={points} />
    </div>
  )
}
