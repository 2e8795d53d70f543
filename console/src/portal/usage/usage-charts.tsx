/** Figures and charts of an application's use: outcomes and response times day by day, tokens beside requests. */
import { LineChart } from '../../charts/line-chart.tsx'
import { OutcomeChart } from '../../charts/outcome-chart.tsx'
import { OutcomeLegend } from '../../charts/outcome-legend.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Strip } from '../../states/strip.tsx'
import { counted, grouped, share } from '../../text/count.ts'
import { utcDay, utcDayShort } from '../../text/instant.ts'
import type { Usage } from './queries.ts'
import './usage.css'

/** One token for ten requests: from here on support asks. */
const MAX_TOKENS_PER_REQUEST = 0.1

const requestsOf = ({ answered, refused, throttled, failed }: Usage): number => answered + refused + throttled + failed

/** "0.34" */
const perRequest = (tokens: number, requests: number): string =>
  requests === 0 ? 'none' : (tokens / requests).toFixed(2)

export const UsageFigures = ({ usage, days }: { readonly usage: Usage; readonly days: number }) => {
  const requests = requestsOf(usage)
  return (
    <Strip
      figures={[
        { name: `Requests, ${days} d`, value: grouped(requests) },
        {
          name: 'Answered',
          value: requests === 0 ? 'none' : share(usage.answered, requests),
          context: `failed ${share(usage.failed, requests)}`,
        },
        {
          name: 'Half within',
          value: usage.p50Ms === null ? 'none' : `${grouped(usage.p50Ms)} ms`,
          context: usage.p95Ms === null ? undefined : `95 % in ${grouped(usage.p95Ms)} ms`,
        },
        {
          name: 'Tokens per request',
          value: perRequest(usage.tokens, requests),
          context: `at most ${MAX_TOKENS_PER_REQUEST.toFixed(2)}`,
        },
      ]}
    />
  )
}

const counts = ({
  answered,
  refused,
  throttled,
  failed,
}: Pick<Usage, 'answered' | 'refused' | 'throttled' | 'failed'>) => ({
  answeredCount: answered,
  refusedCount: refused,
  throttledCount: throttled,
  failedCount: failed,
})

const placeOf = (at: string) => ({ from: at, label: utcDayShort(new Date(at)), title: utcDay(new Date(at)) })

export const Outcomes = ({ usage, days }: { readonly usage: Usage; readonly days: number }) => (
  <Panel title="Requests by outcome" hint="days in UTC">
    <div className="panel-body stack">
      <OutcomeChart
        caption={`Requests of the last ${days} days`}
        bars={usage.dayList.map((day) => ({ ...counts(day), ...placeOf(day.at) }))}
      />
      <OutcomeLegend outcomes={counts(usage)} />
    </div>
  </Panel>
)

const LATENCIES = [
  { word: 'p50', tone: 'answered' },
  { word: 'p95', tone: 'refused' },
] as const

export const Latency = ({ usage, keptDays }: { readonly usage: Usage; readonly keptDays: number | undefined }) => (
  <Panel
    title="Latency"
    aside={
      <span className="legend">
        {LATENCIES.map(({ word, tone }) => (
          <span key={word}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect className={`fill-${tone}`} width="10" height="10" />
            </svg>
            {word}
          </span>
        ))}
      </span>
    }
  >
    <div className="panel-body">
      <LineChart
        caption={`Latency by day: half within ${usage.p50Ms ?? 0} ms, 95 percent within ${usage.p95Ms ?? 0} ms`}
        unit="ms"
        lines={LATENCIES}
        points={usage.dayList.map(({ at, p50Ms, p95Ms }) => ({ ...placeOf(at), values: [p50Ms, p95Ms] }))}
      />
    </div>
    <p className="panel-foot small muted">
      Of what was answered among the latest thousand requests at each operator
      {keptDays !== undefined && `; requests are kept for ${counted(keptDays, 'day')}`}.
    </p>
  </Panel>
)

type AtOperator = Usage['operatorList'][number]

const TokenBar = ({ operator }: { readonly operator: AtOperator }) => {
  const ratio = operator.requests === 0 ? 0 : operator.tokens / operator.requests
  const isMisused = ratio > MAX_TOKENS_PER_REQUEST
  return (
    <li className="token-bar">
      <span>
        {operator.operatorName} <span className="small muted">{operator.environment}</span>
      </span>
      <b className={isMisused ? 'number' : 'number token-fine'}>{perRequest(operator.tokens, operator.requests)}</b>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="fill-track" width="100" height="6" />
        <rect className={isMisused ? 'fill-solid' : 'fill-answered'} width={Math.min(1, ratio) * 100} height="6" />
        <rect className="fill-ink" x={MAX_TOKENS_PER_REQUEST * 100} width="0.8" height="6" />
      </svg>
    </li>
  )
}

export const TokensPerRequest = ({ usage }: { readonly usage: Usage }) => (
  <Panel title="Tokens made per request">
    <ul className="panel-body stack">
      {usage.operatorList.length === 0 && <li className="muted">No operator is connected.</li>}
      {usage.operatorList.map((operator) => (
        <TokenBar key={`${operator.operatorId} ${operator.environment}`} operator={operator} />
      ))}
    </ul>
    <p className="panel-foot small muted">
      The mark is 0.10, one token for ten requests. Keep a token with its end time, and make the next one when it is
      over or on a 401.
    </p>
  </Panel>
)
