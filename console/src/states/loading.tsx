/** While a page's data is on its way: its outline, and one spoken word. */
import './loading.css'

export const Loading = ({ rows = 6 }: { readonly rows?: number }) => (
  <div className="panel loading" role="status">
    <span className="unseen">Loading</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
      <div key={row} className="loading-row" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    ))}
  </div>
)
