/** Four figures of use over the chosen period. */

import { MomentOrNever } from '../../parts/moment.tsx'
import { Strip } from '../../states/strip.tsx'
import { grouped, share } from '../../text/count.ts'
import type { UsageShown } from '../queries.ts'
import { PERIODS, periodOf } from './usage-search.ts'

interface UsageFiguresProps {
  readonly usage: UsageShown
  readonly lastUsedAt: string | null
}

export const UsageFigures = ({ usage, lastUsedAt }: UsageFiguresProps) => (
  <Strip
    figures={[
      { name: `Requests, ${PERIODS[periodOf(usage)].words}`, value: grouped(usage.requestCount) },
      {
        name: 'Answered',
        value: usage.requestCount === 0 ? 'none' : share(usage.answeredCount, usage.requestCount),
        context: usage.failedCount > 0 ? `${grouped(usage.failedCount)} failed` : undefined,
      },
      { name: 'Tokens issued', value: grouped(usage.tokenCount) },
      { name: 'Last used', value: <MomentOrNever at={lastUsedAt} /> },
    ]}
  />
)
