/** What the colours of outcome charts mean, with the counts where there are some. */
import { grouped } from '../text/count.ts'
import { type Outcomes, outcomesAmong } from './outcome.ts'
import './charts.css'

interface OutcomeLegendProps {
  readonly outcomes?: Outcomes
  readonly only?: readonly (keyof Outcomes)[]
}

export const OutcomeLegend = ({ outcomes, only }: OutcomeLegendProps) => (
  <div className="legend number">
    {outcomesAmong(only).map(({ key, word, tone }) => (
      <span key={key}>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <rect className={`fill-${tone}`} width="10" height="10" />
        </svg>
        {word}
        {outcomes && ` ${grouped(outcomes[key])}`}
      </span>
    ))}
  </div>
)
