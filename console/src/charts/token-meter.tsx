/** The gauge in a table's cell: n of 500 with its mark at 400; blue below it, solid from there, red at 500. */
import { grouped } from '../text/count.ts'
import { NEAR_CAP_SHARE, TOKEN_TONE, tokenState } from './token-state.ts'
import './charts.css'

interface TokenMeterProps {
  readonly active: number
  readonly most: number
}

export const TokenMeter = ({ active, most }: TokenMeterProps) => {
  const state = tokenState(active, most)
  return (
    <span className="meter number">
      <span className="small">
        <span className={state === 'fine' ? '' : 'meter-heavy'}>
          {grouped(active)} / {grouped(most)}
        </span>
        {state !== 'fine' && <span className={state === 'at cap' ? 'bad' : ''}>{state}</span>}
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="fill-track" width="100" height="6" />
        <rect className={`fill-${TOKEN_TONE[state]}`} width={(Math.min(active, most) / most) * 100} height="6" />
        <rect className="fill-ink" x={NEAR_CAP_SHARE * 100 - 0.4} width="0.9" height="6" />
      </svg>
    </span>
  )
}
