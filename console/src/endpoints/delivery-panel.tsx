/** Tries by hour, taken and failed, and how long messages take from the change to the receiver. */
import { OutcomeChart } from '../charts/outcome-chart.tsx'
import { OutcomeLegend } from '../charts/outcome-legend.tsx'
import { grouped } from '../text/count.ts'
import { utcDayShort, utcMinutes } from '../text/instant.ts'
import { type Figures, type HourOfTries, spanOf, takenShare } from './endpoint.ts'

const SHOWN = ['answeredCount', 'failedCount'] as const

const barOf = ({ from, takenCount, failedCount }: HourOfTries) => {
  const at = new Date(from)
  const title = `${utcDayShort(at)} ${utcMinutes(at)}`
  const none = { refusedCount: 0, throttledCount: 0 }
  return { ...none, from, label: utcMinutes(at), title, answeredCount: takenCount, failedCount }
}

interface DeliveryPanelProps {
  readonly figures: Figures & { readonly hourList: readonly HourOfTries[] }
  readonly waiting: number
}

export const DeliveryPanel = ({ figures, waiting }: DeliveryPanelProps) => {
  const bars = figures.hourList.map(barOf)
  const sum = (key: 'answeredCount' | 'failedCount') => bars.reduce((total, bar) => total + bar[key], 0)
  const outcomes = {
    answeredCount: sum('answeredCount'),
    failedCount: sum('failedCount'),
    refusedCount: 0,
    throttledCount: 0,
  }
  return (
    <div className="stack">
      <dl className="delivery-figures number">
        <div>
          <dt>Taken at the first try</dt>
          <dd>{takenShare(figures) ?? '–'}</dd>
        </div>
        <div>
          <dt>Half within</dt>
          <dd>{figures.delayP50Ms === null ? '–' : spanOf(figures.delayP50Ms)}</dd>
        </div>
        <div>
          <dt>95 % within</dt>
          <dd>{figures.delayP95Ms === null ? '–' : spanOf(figures.delayP95Ms)}</dd>
        </div>
        <div>
          <dt>Waiting</dt>
          <dd>{grouped(waiting)}</dd>
        </div>
      </dl>
      <OutcomeChart caption="Tries of 48 hours" bars={bars} noun="tries" only={SHOWN} />
      <OutcomeLegend outcomes={outcomes} only={SHOWN} />
    </div>
  )
}
