/** Take-offs and landings of the last 90 days by type: three dots each, and until when three remain. */
import { Icon } from '../parts/icon.tsx'
import { counted } from '../text/count.ts'
import { daysBetween, utcDay } from '../text/instant.ts'
import { dateOf } from './entry-words.ts'
import type { Recency as RecencyOfType } from './queries.ts'

const NEEDED = 3
/** Before this many days are over it is said that it ends. */
const SOON_DAYS = 14

interface Card {
  readonly type: string
  readonly isNight: boolean
  readonly takeOffs: number
  readonly landings: number
  readonly until: string | null
}

const cardsOf = (recency: RecencyOfType): Card[] => {
  const { acftICAO: type, takeOffs, landings, currentUntil, nightTakeOffs, nightLandings, nightCurrentUntil } = recency
  const all = { type, isNight: false, takeOffs, landings, until: currentUntil }
  const night = { type, isNight: true, takeOffs: nightTakeOffs, landings: nightLandings, until: nightCurrentUntil }
  return nightTakeOffs + nightLandings > 0 ? [all, night] : [all]
}

const missingOf = ({ takeOffs, landings }: Card): string =>
  [
    { count: NEEDED - takeOffs, one: 'take-off' },
    { count: NEEDED - landings, one: 'landing' },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, one }) => counted(count, one))
    .join(' and ')

const STATES = {
  current: { word: 'Current', icon: 'circleCheck', tone: 'good' },
  soon: { word: 'Ends soon', icon: 'clock', tone: '' },
  over: { word: 'Not current', icon: 'alert', tone: '' },
} as const

const stateOf = ({ until }: Card, now: Date): keyof typeof STATES => {
  if (until === null) return 'over'
  return daysBetween(now, dateOf(until)) < SOON_DAYS ? 'soon' : 'current'
}

interface DotsProps {
  readonly count: number
  readonly one: string
  readonly isSoon: boolean
}

const Dots = ({ count, one, isSoon }: DotsProps) => (
  <div className="recency-line">
    <span className="small muted number">{counted(count, one)}</span>
    <span className="recency-dots" aria-hidden="true">
      {Array.from({ length: NEEDED }, (_, dot) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dots are alike and never move
        <i key={dot} className={dot < count ? (isSoon ? 'soon' : 'full') : undefined} />
      ))}
    </span>
  </div>
)

const RecencyCard = ({ card, now }: { readonly card: Card; readonly now: Date }) => {
  const state = stateOf(card, now)
  const { word, icon, tone } = STATES[state]
  return (
    <section className="panel panel-body recency-card" aria-label={`${card.type}${card.isNight ? ' by night' : ''}`}>
      <div className="recency-line">
        <h3>
          <Icon name={card.isNight ? 'moon' : 'sun'} />
          {card.type}
          {card.isNight && ', by night'}
        </h3>
        <span className={`state ${tone}`}>
          <Icon name={icon} />
          {word}
        </span>
      </div>
      <Dots count={card.takeOffs} one="take-off" isSoon={state === 'soon'} />
      <Dots count={card.landings} one="landing" isSoon={state === 'soon'} />
      <p className="small">
        {card.until === null ? (
          <>
            <b>{missingOf(card)}</b> missing
          </>
        ) : (
          <>
            Current until <b>{utcDay(dateOf(card.until))}</b>
          </>
        )}
      </p>
    </section>
  )
}

interface RecencyProps {
  readonly list: readonly RecencyOfType[]
  readonly operatorName: string
  readonly now: Date
}

export const Recency = ({ list, operatorName, now }: RecencyProps) => {
  const cards = list.flatMap(cardsOf)
  if (cards.length === 0) return null
  const on = list[0]?.on ?? ''
  return (
    <section className="stack-tight" aria-label="Recency">
      <h2>Recency, 90 days to {utcDay(dateOf(on))}</h2>
      <div className="recency">
        {cards.map((card) => (
          <RecencyCard key={`${card.type} ${card.isNight}`} card={card} now={now} />
        ))}
      </div>
      <p className="small muted">
        Three take-offs and three landings in 90 days, by what this logbook holds. No rule of an authority or of{' '}
        {operatorName} is applied.
      </p>
    </section>
  )
}
