/** What staff did, newest first. */
import { usePages } from '../graph/pages.ts'
import { Moment } from '../parts/moment.tsx'
import { Paged } from '../parts/paged.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { PlaceLink } from '../platform/place-link.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { Empty } from '../states/empty.tsx'
import { STAFF_LOG } from './queries.ts'
import './support.css'

const ACTIONS: Record<string, string> = {
  'application.schedule-demo': 'Scheduled the demo',
  'application.reschedule-demo': 'Moved the demo',
  'application.postpone-demo': 'Put the demo on hold',
  'application.hold-demo': 'Moved it to production',
  'application.refuse': 'Sent it back to the test environment',
  'application.suspend': 'Suspended it',
  'application.resume': 'Resumed it',
  'application.promote': 'Moved it to production without a demo',
  'application.case-taken': 'Took the case',
  'application.case-given-back': 'Gave the case back',
  'application.message-sent': 'Wrote to the provider',
  'application.phone-change-allowed': 'Allowed a new phone number',
  'application.scopes-allowed': 'Allowed more than its kind',
  'application.scopes-withdrawn': 'Took back what went beyond its kind',
  'operator.created': 'Created it',
  'operator.renamed': 'Renamed it',
  'operator.suspension-asked': 'Asked to suspend it',
  'operator.suspension-withdrawn': 'Took back that it be suspended',
  'operator.suspended': 'Suspended it',
  'operator.resumed': 'Resumed it',
  'staff.role-set': 'Changed a role',
  'request.looked-up': 'Looked up a request',
}

const PLACES: Record<string, string> = { application: '/applications', operator: '/operators' }

interface SubjectProps {
  readonly subjectKind: string
  readonly subjectId: string
  readonly subjectName: string | null
}

const Subject = ({ subjectKind, subjectId, subjectName }: SubjectProps) => {
  const place = PLACES[subjectKind]
  if (place === undefined) return <code>{subjectId}</code>
  return (
    <PlaceLink to={`${place}/${subjectId}`} className="unbroken">
      {subjectName ?? subjectId}
    </PlaceLink>
  )
}

export const LogPage = () => {
  const pages = usePages(
    STAFF_LOG,
    (page) => ({ page }),
    (data) => data.staffEntryList,
  )
  return (
    <div className="stack">
      <PlatformHead title="Staff log" about="Who did what, newest first." />
      <Paged
        pages={pages}
        label="Staff log"
        noun={['entry', 'entries']}
        empty={<Empty icon="list" title="Nobody did anything yet" />}
      >
        {(entries) => (
          <Table label="Staff log" columns={['Who', 'What', 'About', 'When']} fitsFrom={560}>
            {entries.map(({ entryId, at, staffName, action, reason, ...subject }) => (
              <Row key={entryId}>
                <NameCell>
                  <span className="unbroken">{staffName}</span>
                </NameCell>
                <Cell label="What">
                  <span className="two-lines">
                    <span>{ACTIONS[action] ?? action}</span>
                    {reason !== null && <span className="small muted">“{reason}”</span>}
                  </span>
                </Cell>
                <Cell label="About">
                  <Subject {...subject} />
                </Cell>
                <Cell label="When">
                  <Moment at={at} as="full" />
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </Paged>
    </div>
  )
}
