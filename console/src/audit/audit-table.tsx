/** The entries, newest first, by day; each opens to what it holds. */
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { Cell, GroupRow, Row, Table } from '../parts/table.tsx'
import { counted } from '../text/count.ts'
import { utcWeekday } from '../text/instant.ts'
import { EntryDetail } from './entry-detail.tsx'
import { EntrySentence } from './entry-sentence.tsx'
import type { AuditEntry } from './queries.ts'
import './audit.css'

const COLUMNS = ['Time', 'What happened', 'From', 'Request', { name: 'Details', isUnseen: true }] as const

const WHERE: Readonly<Record<string, string>> = { host: 'command line', system: 'the service itself' }

const From = ({ entry }: { readonly entry: AuditEntry }) =>
  entry.address === null ? (
    <span className="muted">{WHERE[entry.actorKind] ?? 'not kept'}</span>
  ) : (
    <code>{entry.address}</code>
  )

/** Requests of applications are in the request log; those of people are not. */
const RequestId = ({ entry: { requestId, actorKind } }: { readonly entry: AuditEntry }) => {
  if (requestId === null) return <span className="muted">no request</span>
  if (actorKind !== 'application') return <code>{requestId}</code>
  return (
    <Link to="/requests" search={{ id: requestId, open: requestId }}>
      <code>{requestId}</code>
    </Link>
  )
}

const Entry = ({ entry }: { readonly entry: AuditEntry }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Row isOpen={isOpen}>
        <Cell>
          <Moment at={entry.at} as="seconds" />
        </Cell>
        <Cell kind="wide">
          <EntrySentence entry={entry} />
        </Cell>
        <Cell label="From">
          <From entry={entry} />
        </Cell>
        <Cell label="Request">
          <RequestId entry={entry} />
        </Cell>
        <Cell kind="action" isTop>
          <button
            type="button"
            className="audit-open"
            aria-expanded={isOpen}
            aria-label={isOpen ? 'Hide the details' : 'Show the details'}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="chevron" />
          </button>
        </Cell>
      </Row>
      {isOpen && (
        // biome-ignore lint/a11y/noRedundantRoles: a browser forgets that a table is one once its rows are laid out otherwise
        <tr role="row" className="detail-row">
          {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
          <td role="cell" colSpan={COLUMNS.length}>
            <EntryDetail entry={entry} />
          </td>
        </tr>
      )}
    </>
  )
}

export const AuditTable = ({ entries }: { readonly entries: readonly AuditEntry[] }) => {
  const days = Map.groupBy(entries, ({ at }) => at.slice(0, 10))
  return (
    <Table fitsFrom={760} label="Audit log" columns={COLUMNS}>
      {[...days].map(([day, ofDay]) => (
        <Fragment key={day}>
          <GroupRow columns={COLUMNS.length}>
            <b>{utcWeekday(new Date(day))}</b>{' '}
            <span className="muted">{counted(ofDay.length, 'entry', 'entries')}</span>
          </GroupRow>
          {ofDay.map((entry) => (
            <Entry key={entry.auditEntryId} entry={entry} />
          ))}
        </Fragment>
      ))}
    </Table>
  )
}
