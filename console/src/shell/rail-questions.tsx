/** What waits for an answer of the person who looks, in the rail: the oldest few, and how many more. */
import { PlaceLink } from '../platform/place-link.tsx'
import { counted } from '../text/count.ts'

export interface Question {
  readonly key: string
  readonly label: string
  /** Below /console. */
  readonly to: string
}

const MOST = 3

export const RailQuestions = ({ questions }: { readonly questions: readonly Question[] }) => {
  if (questions.length === 0) return null
  const more = questions.length - MOST
  return (
    <nav className="rail-questions" aria-label="Waits for you">
      <b className="small">Waits for you</b>
      {questions.slice(0, MOST).map(({ key, label, to }) => (
        <PlaceLink key={key} to={to}>
          {label}
        </PlaceLink>
      ))}
      {more > 0 && <span className="small muted">and {counted(more, 'more', 'more')}</span>}
    </nav>
  )
}
