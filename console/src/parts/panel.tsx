/** A surface with a heading: what a page is made of. */
import { type ReactNode, useId } from 'react'

interface PanelProps {
  readonly title: string
  readonly hint?: ReactNode
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export const Panel = ({ title, hint, aside, children }: PanelProps) => {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {hint && <span className="small muted">{hint}</span>}
        {aside && <div className="push">{aside}</div>}
      </div>
      {children}
    </section>
  )
}
