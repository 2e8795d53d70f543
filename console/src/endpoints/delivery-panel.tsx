/** Tries by hour, taken and failed, and how long messages take from the change to the receiver. */
import { grouped } from '../text/count.ts'
import { DeliveryChart } from './delivery-chart.tsx'
import { type Figures, type HourOfTries, spanOf, takenShare } from './endpoint.ts'

interface DeliveryPanelProps {
  readonly figures: Figures & { readonly hourList: readonly HourOfTries[] }
  readonly waiting: number
}

/** A chart of nothing would look like one of a week without an answer. */
export const isTried = ({ hourList }: { readonly hourList: readonly HourOfTries[] }): boolean =>
  hourList.some(({ takenCount, failedCount }) => takenCount + failedCount > 0)

export const DeliveryPanel = ({ figures, waiting }: DeliveryPanelProps) => (
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
    {isTried(figures) ? <DeliveryChart hours={figures.hourList} /> : null}
  </div>
)
