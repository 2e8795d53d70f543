/** Where a record stands: what it went through, its state now, and what can follow. */
import './life.css'

interface LifeProps {
  readonly past: readonly string[]
  readonly now: string
  readonly next: readonly string[]
}

export const Life = ({ past, now, next }: LifeProps) => (
  <ol className="life" aria-label="Life cycle">
    {past.map((state) => (
      <li key={state} className="life-past">
        <i aria-hidden="true" />
        {state}
      </li>
    ))}
    <li className="life-now" aria-current="step">
      <i aria-hidden="true" />
      {now}
    </li>
    {next.map((state) => (
      <li key={state} className="life-next">
        <i aria-hidden="true" />
        {state}
      </li>
    ))}
  </ol>
)
