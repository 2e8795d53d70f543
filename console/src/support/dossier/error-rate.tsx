/** The share of requests that failed or were refused, day by day, beside the limit of the evidence. */
import { LineChart } from '../../charts/line-chart.tsx'
import { Panel } from '../../parts/panel.tsx'
import { counted, share } from '../../text/count.ts'
import { utcDay, utcDayShort } from '../../text/instant.ts'
import type { Dossier } from './queries.ts'

const LIMIT_PERCENT = 2

/** With one decimal; null on a day without a request. */
const percentOf = ({ requests, failed }: { readonly requests: number; readonly failed: number }): number | null =>
  requests === 0 ? null : Math.round((failed / requests) * 1000) / 10

export const ErrorRate = ({ dossier }: { readonly dossier: Dossier }) => {
  const { requests, failed, dayList } = dossier.measuredUse
  if (requests === 0) return null
  return (
    <Panel title="Error rate" hint={`${dayList.length} days, requests that failed or were refused`}>
      <div className="panel-body">
        <LineChart
          caption={`Error rate by day: ${share(failed, requests)} of ${counted(requests, 'request')} failed or refused`}
          unit="%"
          lines={[{ word: 'failed or refused', tone: 'answered' }]}
          limit={LIMIT_PERCENT}
          points={dayList.map((day) => ({
            from: day.at,
            label: utcDayShort(new Date(day.at)),
            title: `${utcDay(new Date(day.at))}, ${counted(day.requests, 'request')}`,
            values: [percentOf(day)],
          }))}
        />
      </div>
    </Panel>
  )
}
