/** The question of a consent page in small: what it would ask, with one line for each thing it allows. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../parts/icon.tsx'
import './consent-card.css'

export interface ConsentLine {
  readonly key: string
  readonly icon: IconName
  readonly text: ReactNode
}

interface ConsentCardProps {
  readonly question: string
  readonly isSandbox: boolean
  readonly lines: readonly ConsentLine[]
  /** What the page says that it will not be able to do. */
  readonly denied?: readonly string[]
}

export const ConsentCard = ({ question, isSandbox, lines, denied = [] }: ConsentCardProps) => (
  <div className="consent-card">
    {isSandbox && (
      <div className="consent-sandbox">
        <Icon name="flask" />
        SANDBOX
      </div>
    )}
    <div className="consent-question">
      <b>{question}</b>
      <ul className="consent-lines">
        {lines.map(({ key, icon, text }) => (
          <li key={key} className="small">
            <Icon name={icon} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {denied.length > 0 && (
        <>
          <p className="small consent-denied">It will not be able to</p>
          <ul className="consent-lines muted">
            {denied.map((text) => (
              <li key={text} className="small">
                <Icon name="cross" />
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  </div>
)
