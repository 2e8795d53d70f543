/** Requests by outcome. The address names the period that is asked for; what is drawn is the period of the data. */
import { Link, type LinkProps } from '@tanstack/react-router'
import { OutcomeChart } from '../../charts/outcome-chart.tsx'
import { OutcomeLegend } from '../../charts/outcome-legend.tsx'
import { Panel } from '../../parts/panel.tsx'
import { utcDay, utcDayShort, utcMinutes } from '../../text/instant.ts'
import type { UsageShown } from '../queries.ts'
import { PERIODS, type PeriodName, periodOf } from './usage-search.ts'

interface OutcomePanelProps {
  readonly usage: UsageShown
  /** The one in the address. */
  readonly asked: PeriodName
  readonly periodLink: (period: PeriodName) => LinkProps
}

const labelOf = (from: string, period: PeriodName): string =>
  period === 'day' ? utcMinutes(new Date(from)) : utcDayShort(new Date(from))

const titleOf = (from: string, period: PeriodName): string =>
  period === 'day' ? `${utcDayShort(new Date(from))} ${utcMinutes(new Date(from))}` : utcDay(new Date(from))

const lastMoment = (to: string): Date => new Date(new Date(to).getTime() - 1000)

export const OutcomePanel = ({ usage, asked, periodLink }: OutcomePanelProps) => {
  const period = periodOf(usage)
  const span = `${utcDayShort(new Date(usage.from))} to ${utcDayShort(lastMoment(usage.to))}`
  return (
    <Panel
      title="Requests by outcome"
      hint={`${span}, ${period === 'day' ? 'hours' : 'days'} in UTC`}
      aside={
        <nav className="segments segments-small" aria-label="Period">
          {(Object.keys(PERIODS) as PeriodName[]).map((name) => (
            <Link
              key={name}
              {...periodLink(name)}
              activeOptions={{ exact: true }}
              replace
              aria-current={name === asked ? 'true' : undefined}
            >
              {PERIODS[name].short}
            </Link>
          ))}
        </nav>
      }
    >
      <div className="panel-body stack">
        <OutcomeChart
          caption={`Requests of ${PERIODS[period].words}`}
          bars={usage.bucketList.map((bucket) => ({
            ...bucket,
            label: labelOf(bucket.from, period),
            title: titleOf(bucket.from, period),
          }))}
        />
        <OutcomeLegend outcomes={usage} />
      </div>
    </Panel>
  )
}
