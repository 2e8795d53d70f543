/** The entries, newest first. */
import { Link } from '@tanstack/react-router'
import { Moment } from '../parts/moment.tsx'
import { Cell, Row, Table } from '../parts/table.tsx'
import { actionInWords } from './actions.ts'
import { Detail } from './detail.tsx'
import type { AuditEntry } from './queries.ts'

/** Who acts without a name. */
const NAMELESS: Record<string, string> = { host: 'The host', system: 'The service' }

const WHERE: Record<string, string> = { host: 'at the command line', system: 'by itself' }

const Actor = ({ entry }: { readonly entry: AuditEntry }) => {
  const { actorId, actorKind } = entry
  const nameless = NAMELESS[actorKind]
  const name = entry.actorName ?? nameless ?? actorId ?? actorKind
  return (
    <span className="two-lines">
      {actorId === null ? (
        <span>{name}</span>
      ) : (
        <Link className="entity-link one-line" to="/audit-log" search={(search) => ({ ...search, actor: actorId })}>
          {name}
        </Link>
      )}
      <span className="small muted one-line">
        {nameless === undefined ? [actorKind, entry.address].filter(Boolean).join(', ') : WHERE[actorKind]}
      </span>
    </span>
  )
}

const Subject = ({ entry }: { readonly entry: AuditEntry }) => (
  <span className="two-lines">
    <Link
      className="entity-link one-line"
      to="/audit-log"
      search={(search) => ({ ...search, subject: entry.subjectId })}
    >
      {entry.subjectName ?? entry.subjectId}
    </Link>
    <span className="small muted">{entry.subjectKind}</span>
  </span>
)

export const AuditTable = ({ entries }: { readonly entries: readonly AuditEntry[] }) => (
  <Table tall fitsFrom={860} label="Audit log" columns={['Time', 'Action', 'By', 'About', 'Detail', 'Request id']}>
    {entries.map((entry) => (
      <Row key={entry.auditEntryId}>
        <Cell>
          <Moment at={entry.at} />
        </Cell>
        <Cell label="Action">
          <span className="two-lines">
            <span className="one-line">{actionInWords(entry.action)}</span>
            <code className="small muted">{entry.action}</code>
          </span>
        </Cell>
        <Cell label="By">
          <Actor entry={entry} />
        </Cell>
        <Cell label="About">
          <Subject entry={entry} />
        </Cell>
        <Cell label="Detail" kind="wide">
          <Detail text={entry.detail} />
        </Cell>
        <Cell label="Request id">
          {entry.requestId === null ? <span className="muted">–</span> : <code>{entry.requestId}</code>}
        </Cell>
      </Row>
    ))}
  </Table>
)
