/** What the colours of outcome charts mean, with the counts where there are some. */
import { grouped } from '../text/count.ts'
import { OUTCOMES, type Outcomes } from './outcome.ts'
import './charts.css'

export const OutcomeLegend = ({ outcomes }: { readonly outcomes?: Outcomes }) => (
  <div className="legend number">
    {OUTCOMES.map(({ key, word, tone }) => (
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
