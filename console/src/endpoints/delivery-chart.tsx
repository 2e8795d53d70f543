/** Tries of 48 hours by hour, taken and failed, of one endpoint or of several together. */
import { OutcomeChart } from '../charts/outcome-chart.tsx'
import { OutcomeLegend } from '../charts/outcome-legend.tsx'
import { Panel } from '../parts/panel.tsx'
import { utcDayShort, utcMinutes } from '../text/instant.ts'
import type { HourOfTries } from './endpoint.ts'

const SHOWN = ['answeredCount', 'failedCount'] as const

const barOf = ({ from, takenCount, failedCount }: HourOfTries) => {
  const at = new Date(from)
  const title = `${utcDayShort(at)} ${utcMinutes(at)}`
  const none = { refusedCount: 0, throttledCount: 0 }
  return { ...none, from, label: utcMinutes(at), title, answeredCount: takenCount, failedCount }
}

export const DeliveryChart = ({ hours }: { readonly hours: readonly HourOfTries[] }) => {
  const bars = hours.map(barOf)
  const sum = (key: 'answeredCount' | 'failedCount') => bars.reduce((total, bar) => total + bar[key], 0)
  const outcomes = {
    answeredCount: sum('answeredCount'),
    failedCount: sum('failedCount'),
    refusedCount: 0,
    throttledCount: 0,
  }
  return (
    <>
      <OutcomeChart caption="Tries of 48 hours" bars={bars} noun="tries" only={SHOWN} />
      <OutcomeLegend outcomes={outcomes} only={SHOWN} />
    </>
  )
}

const together = (endpoints: readonly { readonly figures: WithHours }[]): HourOfTries[] => {
  const byHour = Map.groupBy(
    endpoints.flatMap(({ figures }) => figures.hourList),
    ({ from }) => from,
  )
  const sum = (hours: readonly HourOfTries[], key: 'takenCount' | 'failedCount') =>
    hours.reduce((total, hour) => total + hour[key], 0)
  return [...byHour]
    .map(([from, hours]) => ({ from, takenCount: sum(hours, 'takenCount'), failedCount: sum(hours, 'failedCount') }))
    .sort((one, other) => one.from.localeCompare(other.from))
}

interface WithHours {
  readonly hourList: readonly HourOfTries[]
}

/** Of all endpoints; nothing where nothing was sent. */
export const AllDeliveries = ({ endpoints }: { readonly endpoints: readonly { readonly figures: WithHours }[] }) => {
  const hours = together(endpoints)
  if (!hours.some(({ takenCount, failedCount }) => takenCount + failedCount > 0)) return null
  return (
    <Panel title="Deliveries" hint={endpoints.length === 1 ? '48 hours' : '48 hours, all endpoints'}>
      <div className="panel-body stack-tight">
        <DeliveryChart hours={hours} />
      </div>
    </Panel>
  )
}
