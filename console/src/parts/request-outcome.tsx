/** How a request ended: an icon, a word, and the code where there is one. */
import { Icon, type IconName } from './icon.tsx'

type Outcome = 'ANSWERED' | 'REFUSED' | 'THROTTLED' | 'FAILED'

export const OUTCOME_WORDS: Readonly<Record<Outcome, { word: string; icon: IconName; tone: string }>> = {
  ANSWERED: { word: 'Answered', icon: 'circleCheck', tone: 'good' },
  REFUSED: { word: 'Refused', icon: 'lock', tone: '' },
  THROTTLED: { word: 'Throttled', icon: 'clock', tone: '' },
  FAILED: { word: 'Failed', icon: 'circleCross', tone: 'bad' },
}

export const OutcomeWord = ({ outcome }: { readonly outcome: Outcome }) => {
  const { word, icon, tone } = OUTCOME_WORDS[outcome]
  return (
    <span className={`state ${tone}`}>
      <Icon name={icon} />
      {word}
    </span>
  )
}

interface RequestOutcomeProps {
  readonly request: { readonly outcome: Outcome; readonly code: string | null }
}

export const RequestOutcome = ({ request: { outcome, code } }: RequestOutcomeProps) => (
  <span className="row outcome">
    <OutcomeWord outcome={outcome} />
    {code !== null && <code className="small muted">{code}</code>}
  </span>
)
