/** How far a file of several parts has been checked or written. */
import { grouped } from '../text/count.ts'
import type { Progress } from './send-parts.ts'

export const ProgressBar = ({ progress: { isDryRun, done, all } }: { readonly progress: Progress }) => (
  <div className="panel panel-body stack-tight">
    <b role="status">
      {isDryRun ? 'Checked' : 'Written'} {grouped(done)} of {grouped(all)} lines
    </b>
    <div
      className="import-progress"
      role="progressbar"
      aria-label={isDryRun ? 'Dry run' : 'Import'}
      aria-valuenow={all === 0 ? 0 : Math.round((done / all) * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${all === 0 ? 0 : (done / all) * 100}%` }} />
    </div>
    {!isDryRun && (
      <span className="small muted">Stay on this page: what was not sent yet when you leave it is not written.</span>
    )}
  </div>
)
