/** The checklist from evidence: whether a line is met, how that is known, and what to do. None blocks. */
import { Icon } from '../parts/icon.tsx'
import './evidence.css'

interface EvidenceLine {
  readonly key: string
  readonly label: string
  readonly isMet: boolean
  readonly value: string
  readonly source: string
  readonly todo: string | null
}

export const Evidence = ({ lines }: { readonly lines: readonly EvidenceLine[] }) => (
  <ul className="evidence">
    {lines.map(({ key, label, isMet, value, source, todo }) => (
      <li key={key}>
        <span className="row">
          <span className="state">
            <span className={isMet ? 'good' : undefined}>
              <Icon name={isMet ? 'circleCheck' : 'unused'} />
            </span>
            <b>{label}</b>
            <span className="unseen">{isMet ? ', met' : ', not yet'}</span>
          </span>
          <span className="push number">{value}</span>
        </span>
        <p className="small muted">{source}</p>
        {todo !== null && <p className="evidence-todo small">{todo}</p>}
      </li>
    ))}
  </ul>
)

export const metCount = (lines: readonly EvidenceLine[]): string =>
  `${lines.filter(({ isMet }) => isMet).length} of ${lines.length}`
