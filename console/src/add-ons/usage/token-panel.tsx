/** The token gauge with what it means and, from 80 % on, what to do (access-model §5). */
import { TokenArc } from '../../charts/token-arc.tsx'
import { type TokenState, tokenState } from '../../charts/token-state.ts'
import { Panel } from '../../parts/panel.tsx'
import { Tag } from '../../parts/tag.tsx'
import { counted, grouped } from '../../text/count.ts'
import type { UsageShown } from '../queries.ts'
import { PERIODS, periodOf } from './usage-search.ts'

interface TokenPanelProps {
  readonly gauge: { readonly active: number; readonly most: number } | null
  readonly gaugeCount: number
  readonly usage: UsageShown
}

const STATE_TAG: Record<TokenState, React.ReactNode> = {
  fine: <Tag tone="good">Fine</Tag>,
  'near cap': <Tag tone="solid">Near cap</Tag>,
  'at cap': <Tag tone="fail">At cap</Tag>,
}

const ADVICE: Record<TokenState, string> = {
  fine: '',
  'near cap':
    'It should keep a token for its 30 minutes and share it between its parts, instead of asking for one at every call.',
  'at cap': 'Its next token request gets 429 with an exact Retry-After. Tokens that run keep working.',
}

const reuse = ({ requestCount, tokenCount }: UsageShown): string =>
  tokenCount === 0 ? '' : `One token serves ${counted(Math.round(requestCount / tokenCount), 'request')} here. `

export const TokenPanel = ({ gauge, gaugeCount, usage }: TokenPanelProps) => {
  if (!gauge) {
    return (
      <Panel title="Active tokens">
        <p className="panel-body muted">No refresh token is alive: it must be connected again to get tokens.</p>
      </Panel>
    )
  }
  const state = tokenState(gauge.active, gauge.most)
  return (
    <Panel title="Active tokens" aside={STATE_TAG[state]}>
      <div className="panel-body stack-tight">
        <TokenArc active={gauge.active} most={gauge.most} />
        <p className="small muted">
          {gaugeCount > 1 && `The fullest of ${gaugeCount} refresh tokens. `}
          Highest in {PERIODS[periodOf(usage)].words}: {grouped(usage.highestActiveTokens)}. {reuse(usage)}
          {ADVICE[state]}
        </p>
      </div>
    </Panel>
  )
}
