/** The checklist from evidence: whether a line is met, how that is known, and what to do. None blocks. */
import { Icon } from '../parts/icon.tsx'

interface EvidenceLine {
  readonly key: string
  readonly label: string
  readonly isMet: boolean
  readonly value: string
  readonly source: string
  readonly todo: string | null
}

export const Evidence = ({ lines }: { readonly lines: readonly EvidenceLine[] }) => (
  <ul className="panel-body stack">
    {lines.map(({ key, label, isMet, value, source, todo }) => (
      <li key={key}>
        <span className="row">
          <span className={isMet ? 'state good' : 'state'}>
            <Icon name={isMet ? 'circleCheck' : 'unused'} />
            <b>{label}</b>
            <span className="unseen">{isMet ? ', met' : ', not yet'}</span>
          </span>
          <span className="push number">{value}</span>
        </span>
        <p className="small muted">{source}</p>
        {todo !== null && <p className="small">{todo}</p>}
      </li>
    ))}
  </ul>
)

export const metCount = (lines: readonly EvidenceLine[]): string =>
  `${lines.filter(({ isMet }) => isMet).length} of ${lines.length}`
