/** Requests by outcome over the chosen period, which stands in the address. */
import { Link, type LinkProps } from '@tanstack/react-router'
import { OutcomeChart } from '../charts/outcome-chart.tsx'
import { OutcomeLegend } from '../charts/outcome-legend.tsx'
import { utcDayShort, utcMinutes } from '../parts/instant.ts'
import { Panel } from '../parts/panel.tsx'
import type { UsageShown } from './queries.ts'
import { PERIODS, type PeriodName } from './usage-search.ts'

interface OutcomePanelProps {
  readonly usage: UsageShown
  readonly period: PeriodName
  readonly periodLink: (period: PeriodName) => LinkProps
}

const labelOf = (from: string, period: PeriodName): string =>
  period === 'day' ? utcMinutes(new Date(from)) : utcDayShort(new Date(from))

const lastMoment = (to: string): Date => new Date(new Date(to).getTime() - 1000)

export const OutcomePanel = ({ usage, period, periodLink }: OutcomePanelProps) => {
  const span = `${utcDayShort(new Date(usage.from))} to ${utcDayShort(lastMoment(usage.to))}`
  return (
    <Panel
      title="Requests by outcome"
      hint={`${span}, ${period === 'day' ? 'hours' : 'days'} in UTC`}
      aside={
        <nav className="segments segments-small" aria-label="Period">
          {(Object.keys(PERIODS) as PeriodName[]).map((name) => (
            <Link key={name} {...periodLink(name)} replace aria-current={name === period ? 'true' : undefined}>
              {PERIODS[name].short}
            </Link>
          ))}
        </nav>
      }
    >
      <div className="panel-body stack">
        <OutcomeChart
          caption={`Requests of ${PERIODS[period].words}`}
          bars={usage.bucketList.map((bucket) => ({ ...bucket, label: labelOf(bucket.from, period) }))}
        />
        <OutcomeLegend outcomes={usage} />
      </div>
    </Panel>
  )
}
