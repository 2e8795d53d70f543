/** The share of messages that were taken at the first try: a number, and a bar whose failed part is red. */
import { type Figures, takenShare } from './endpoint.ts'
import '../charts/charts.css'
import './endpoints.css'

export const RateBar = ({ figures }: { readonly figures: Figures }) => {
  const taken = takenShare(figures)
  if (taken === null) return <span className="muted">–</span>
  const percent = (figures.firstTakenCount / figures.firstTryCount) * 100
  return (
    <span className="rate-bar number">
      <span className="small">
        <b>{taken}</b>
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="rate-track" width="100" height="6" />
        <rect className="fill-answered" width={percent} height="6" />
        {percent < 100 && <rect className="fill-failed" x={percent} width={100 - percent} height="6" />}
      </svg>
    </span>
  )
}
