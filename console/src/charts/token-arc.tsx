/** The gauge on its own: a half circle with the mark at 80 % and the number in the middle. */
import { grouped } from '../text/count.ts'
import { NEAR_CAP_SHARE, TOKEN_TONE, tokenState } from './token-state.ts'
import './charts.css'

const CENTRE = 120
const BASE = 116
const RADIUS = 96

const point = (share: number, radius: number): string => {
  const angle = Math.PI * (1 - share)
  return `${(CENTRE + radius * Math.cos(angle)).toFixed(1)} ${(BASE - radius * Math.sin(angle)).toFixed(1)}`
}

export const TokenArc = ({ active, most }: { readonly active: number; readonly most: number }) => {
  const share = Math.min(1, active / most)
  const near = grouped(most * NEAR_CAP_SHARE)
  return (
    <svg
      className="arc"
      viewBox="0 0 240 128"
      role="img"
      aria-label={`${grouped(active)} of ${grouped(most)} tokens active; the mark at 80 percent is ${near}`}
    >
      <path className="arc-track" d={`M${point(0, RADIUS)}A${RADIUS} ${RADIUS} 0 0 1 ${point(1, RADIUS)}`} />
      {active > 0 && (
        <path
          className={`arc-${TOKEN_TONE[tokenState(active, most)]}`}
          d={`M${point(0, RADIUS)}A${RADIUS} ${RADIUS} 0 0 1 ${point(share, RADIUS)}`}
        />
      )}
      <path className="arc-mark" d={`M${point(NEAR_CAP_SHARE, 87)}L${point(NEAR_CAP_SHARE, 105)}`} />
      <text className="arc-hint" x="206" y="50">
        80 %
      </text>
      <text className="arc-number" x={CENTRE} y="96">
        {grouped(active)}
      </text>
      <text className="arc-of" x={CENTRE} y={BASE}>
        of {grouped(most)}
      </text>
    </svg>
  )
}
