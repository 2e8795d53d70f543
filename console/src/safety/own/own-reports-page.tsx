/** What somebody reported themselves: how far it is, what the safety office asks, and a form for the next. Made for a phone first. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { usePages } from '../../graph/pages.ts'
import { queryOf } from '../../graph/query.ts'
import { Icon } from '../../parts/icon.tsx'
import { lazily } from '../../parts/lazily.ts'
import { Life } from '../../parts/life.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Paged } from '../../parts/paged.tsx'
import { SideDrawer } from '../../parts/side-drawer.tsx'
import { StepDialog } from '../../parts/step-dialog.tsx'
import { StateTag } from '../../parts/tag.tsx'
import { useAddress } from '../../shell/address.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { Empty } from '../../states/empty.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { Loading } from '../../states/loading.tsx'
import { Note } from '../../states/note.tsx'
import { GIVEN_WORDS, isOver, lifeOf, STATUS_WORDS, type Status } from '../report-words.ts'
import { OwnFiles } from './own-files.tsx'
import { OwnThread } from './own-thread.tsx'
import { OWN_DRAFT, OWN_REPORTS, type OwnReport, REPORT_STATUS } from './queries.ts'
import './own-reports.css'

/** Loaded when somebody reports. */
const NewReport = lazily(() => import('./new-report.tsx'), 'NewReport')

/** To the reporter it was sent; that it is new is the safety office's word. */
const wordOf = (status: Status): string => (status === 'SUBMITTED' ? 'Sent' : STATUS_WORDS[status].word)

const DROP = {
  title: 'Drop the draft?',
  verb: 'Drop it',
  isDestructive: true,
  follows: [{ icon: 'lock', says: 'Nothing of it is kept, and there is no undo' }],
} as const

const Withdraw = ({ report }: { readonly report: OwnReport }) => {
  const [isAsking, setAsking] = useState(false)
  const withdrawal = useChange(REPORT_STATUS, () => setAsking(false), OWN_REPORTS)
  const { safetyReportId, reference, version: expectedVersion } = report
  const isDraft = reference === null
  return (
    <>
      <Button className="own-withdraw" size="xs" variant="subtle" onClick={() => setAsking(true)}>
        {isDraft ? 'Drop the draft…' : `Withdraw ${reference}…`}
      </Button>
      <StepDialog
        question={
          isAsking && isDraft
            ? DROP
            : isAsking
              ? {
                  title: `Withdraw ${reference}?`,
                  verb: 'Withdraw the report',
                  isDestructive: true,
                  follows: [
                    { icon: 'shield', says: 'Nobody works on it; the safety office sees that it was withdrawn' },
                    { icon: 'lock', says: 'There is no undo' },
                  ],
                }
              : null
        }
        change={withdrawal}
        onConfirm={() => withdrawal.mutate({ safetyReportId, status: 'WITHDRAWN', expectedVersion })}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

interface OpenedProps {
  readonly report: OwnReport
  /** Goes on with a draft. */
  readonly onWrite: () => void
}

const Opened = ({ report, onWrite }: OpenedProps) => (
  <div className="own-opened">
    <p className="own-text">{report.narrative}</p>
    <OwnFiles report={report} mayAdd={report.status !== 'DRAFT' && !isOver(report.status)} />
    {report.status === 'DRAFT' ? (
      <div className="row">
        <Button onClick={onWrite}>Go on writing</Button>
        <Withdraw report={report} />
      </div>
    ) : (
      <OwnThread safetyReportId={report.safetyReportId} />
    )}
    {report.status === 'SUBMITTED' && <Withdraw report={report} />}
  </div>
)

const Item = ({ report, isOpen, onWrite }: OpenedProps & { readonly isOpen: boolean }) => {
  const { status, title, reference, confidentiality, sentAt, feedback, safetyReportId } = report
  return (
    <li aria-label={title} className="own-report">
      <div className="own-head">
        <Link
          className="entity-link"
          from="/my-reports"
          to="."
          search={({ open: _, ...others }) => (isOpen ? others : { ...others, open: safetyReportId })}
          aria-expanded={isOpen}
        >
          {title}
        </Link>
        <StateTag words={{ ...STATUS_WORDS[status], word: wordOf(status) }} />
      </div>
      <p className="small muted">
        {sentAt === null ? (
          'Only you see it until you send it.'
        ) : (
          <>
            <span className="mono">{reference}</span>, {GIVEN_WORDS[confidentiality].word.toLowerCase()}, sent{' '}
            <Moment at={sentAt} as="day" />
          </>
        )}
      </p>
      {!isOver(status) && status !== 'DRAFT' && <Life {...lifeOf(status, wordOf)} />}
      {feedback !== null && <p className="own-text">“{feedback}”</p>}
      {isOpen && <Opened report={report} onWrite={onWrite} />}
    </li>
  )
}

const NoReport = ({ onNew }: { readonly onNew: () => void }) => (
  <Empty icon="shield" title="You have reported nothing yet" action={<Button onClick={onNew}>Report something</Button>}>
    An occurrence, fatigue, a hazard or an idea: the safety office reads it and answers here.
  </Empty>
)

interface WriteOnProps {
  readonly safetyReportId: string
  readonly onDone: (safetyReportId: string | undefined) => void
  readonly onCancel: () => void
}

const WriteOn = ({ safetyReportId, ...form }: WriteOnProps) => {
  // Read anew each time: an older version cannot be sent.
  const query = useQuery({ ...queryOf(OWN_DRAFT, { safetyReportId }), gcTime: 0 })
  return (
    <Loaded query={query} rows={3}>
      {({ mySafetyReport: kept }) =>
        kept?.status === 'DRAFT' ? (
          <NewReport key={kept.version} kept={kept} {...form} />
        ) : (
          <Note icon="pencil">This draft was sent or dropped.</Note>
        )
      }
    </Loaded>
  )
}

export const OwnReportsPage = () => {
  const { search, change } = useAddress('/my-reports')
  const pages = usePages(
    OWN_REPORTS,
    (page) => ({ page }),
    (data) => data.mySafetyReportList,
  )
  const [isHeld, setHeld] = useState(false)
  const begin = () => {
    setHeld(false)
    change({ new: 'report' })
  }
  const done = (open: string | undefined) => {
    setHeld(open === undefined)
    change({ new: undefined, draft: undefined, open })
  }
  const close = () => change({ new: undefined, draft: undefined })
  return (
    <>
      <PageHead
        title="My reports"
        about="What you reported, how far it is, and what the safety office asks you."
        actions={
          <Button variant="filled" leftSection={<Icon name="plus" />} onClick={begin}>
            Report something
          </Button>
        }
      />
      <div role="status">
        {isHeld && (
          <Note icon="check">
            Your report was taken. The safety office gets it at the next full hour, so that the minute tells nobody who
            sent it. A confidential one stands here then; an anonymous one does not.
          </Note>
        )}
      </div>
      <Paged pages={pages} label="My reports" noun={['report', 'reports']} empty={<NoReport onNew={begin} />}>
        {(reports) => (
          <ul className="own-reports">
            {reports.map((report) => (
              <Item
                key={report.safetyReportId}
                report={report}
                isOpen={report.safetyReportId === search.open}
                onWrite={() => change({ draft: report.safetyReportId })}
              />
            ))}
          </ul>
        )}
      </Paged>
      <SideDrawer title="Report something" isOpen={search.new === 'report'} onClose={close}>
        <Suspense fallback={<Loading />}>
          <NewReport kept={null} onDone={done} onCancel={close} />
        </Suspense>
      </SideDrawer>
      <SideDrawer title="Go on writing" isOpen={search.draft !== undefined} onClose={close}>
        <Suspense fallback={<Loading />}>
          {search.draft !== undefined && <WriteOn safetyReportId={search.draft} onDone={done} onCancel={close} />}
        </Suspense>
      </SideDrawer>
    </>
  )
}
