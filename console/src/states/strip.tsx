/** A few figures in a row, each with its name and a word of context. */
import type { ReactNode } from 'react'
import './strip.css'

export interface Figure {
  readonly name: string
  readonly value: ReactNode
  readonly context?: ReactNode
}

export const Strip = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <div className="panel">
    <dl className="strip">
      {figures.map(({ name, value, context }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="number">
            {value} {context && <small>{context}</small>}
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
