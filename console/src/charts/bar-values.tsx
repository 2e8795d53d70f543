/** The values of the chosen bar, beside it. */
import { grouped } from '../text/count.ts'
import { type Outcomes, outcomesAmong, totalOf } from './outcome.ts'

interface BarValuesProps {
  readonly title: string
  readonly outcomes: Outcomes
  readonly at: number
  readonly count: number
  readonly noun: string
  readonly only: readonly (keyof Outcomes)[] | undefined
}

export const BarValues = ({ title, outcomes, at, count, noun, only }: BarValuesProps) => {
  const middle = ((at + 0.5) / count) * 100
  return (
    <>
      <span className="plot-chosen" style={{ left: `${(at / count) * 100}%`, width: `${100 / count}%` }} />
      <div className="plot-values" style={middle < 50 ? { left: `${middle}%` } : { right: `${100 - middle}%` }}>
        <b>{title}</b>
        <dl>
          <div>
            <dt>{noun}</dt>
            <dd>{grouped(totalOf(outcomes))}</dd>
          </div>
          {outcomesAmong(only).map(({ key, word, tone }) => (
            <div key={key}>
              <dt>
                <svg viewBox="0 0 10 10" aria-hidden="true">
                  <rect className={`fill-${tone}`} width="10" height="10" />
                </svg>
                {word}
              </dt>
              <dd>{grouped(outcomes[key])}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}
