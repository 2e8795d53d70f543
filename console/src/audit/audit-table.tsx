/** The entries, newest first. */
import { Link } from '@tanstack/react-router'
import { Moment } from '../parts/moment.tsx'
import { Cell, Row, Table } from '../parts/table.tsx'
import { Detail } from './detail.tsx'
import type { AuditEntry } from './queries.ts'

/** Who acts without a name. */
const NAMELESS: Record<string, string> = { host: 'The host’s command line', system: 'The service itself' }

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
      <span className="small muted">
        {[nameless === undefined && actorKind, entry.address].filter(Boolean).join(', ')}
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
          <span className="mono">{entry.action}</span>
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
          {entry.requestId === null ? <span className="muted">none</span> : <code>{entry.requestId}</code>}
        </Cell>
      </Row>
    ))}
  </Table>
)
