/** How an endpoint is, by an icon and a word. */
import { Icon, type IconName } from '../parts/icon.tsx'
import { utcDayShort } from '../text/instant.ts'
import type { EndpointCondition } from './endpoint.ts'

const WORDS: Record<EndpointCondition, { word: string; icon: IconName; tone: string }> = {
  on: { word: 'On', icon: 'circleCheck', tone: 'good' },
  failing: { word: 'Failing', icon: 'circleCross', tone: 'bad' },
  less: { word: 'Hears less', icon: 'lock', tone: '' },
  off: { word: 'Off', icon: 'pause', tone: '' },
}

interface EndpointStateProps {
  readonly condition: EndpointCondition
  readonly since: string | null
}

export const EndpointState = ({ condition, since }: EndpointStateProps) => {
  const { word, icon, tone } = WORDS[condition]
  return (
    <span className={`state ${tone}`}>
      <Icon name={icon} />
      {word}
      {since !== null && ` since ${utcDayShort(new Date(since))}`}
    </span>
  )
}
