/** How a request ended: an icon, a word, and the code where there is one. */
import { Icon, type IconName } from '../parts/icon.tsx'
import type { REQUEST_OUTCOMES } from './search.ts'

type Outcome = (typeof REQUEST_OUTCOMES)[number]

export const OUTCOME_WORDS: Record<Outcome, { word: string; icon: IconName; tone: string }> = {
  ANSWERED: { word: 'Answered', icon: 'circleCheck', tone: 'good' },
  REFUSED: { word: 'Refused', icon: 'lock', tone: '' },
  THROTTLED: { word: 'Throttled', icon: 'clock', tone: '' },
  FAILED: { word: 'Failed', icon: 'circleCross', tone: 'bad' },
}

interface RequestOutcomeProps {
  readonly request: { readonly outcome: Outcome; readonly code: string | null }
}

export const RequestOutcome = ({ request }: RequestOutcomeProps) => {
  const { word, icon, tone } = OUTCOME_WORDS[request.outcome]
  return (
    <span className="row outcome">
      <span className={`state ${tone}`}>
        <Icon name={icon} />
        {word}
      </span>
      {request.code !== null && <code className="small muted">{request.code}</code>}
    </span>
  )
}
