/** One of several, with a word of what it leads to. */
import type { ReactNode } from 'react'
import './radio-choice.css'

interface RadioChoiceProps {
  /** The same for all that it is one of. */
  readonly name: string
  readonly isChosen: boolean
  readonly isFirst?: boolean
  readonly about?: ReactNode
  readonly onChoose: () => void
  readonly children: ReactNode
}

export const RadioChoice = ({ name, isChosen, isFirst = false, about, onChoose, children }: RadioChoiceProps) => (
  <label className="choice">
    <input
      type="radio"
      name={name}
      checked={isChosen}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      onChange={onChoose}
    />
    {about === undefined ? (
      <b>{children}</b>
    ) : (
      <span className="two-lines">
        <b>{children}</b>
        <span className="small muted">{about}</span>
      </span>
    )}
  </label>
)
