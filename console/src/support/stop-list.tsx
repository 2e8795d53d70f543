/** What stops, counted: each with its number, the ones that end for good apart from those that come back. */
import './support.css'

interface StopListProps {
  readonly stops: readonly { readonly what: string; readonly count: number | string }[]
}

export const StopList = ({ stops }: StopListProps) => (
  <dl className="stop-list">
    {stops.map(({ what, count }) => (
      <div key={what}>
        <dt>{what}</dt>
        <dd className="number">{count}</dd>
      </div>
    ))}
  </dl>
)
