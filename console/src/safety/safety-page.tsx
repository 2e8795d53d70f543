/** The safety office: reports with their clocks, and what is done about them. */

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { usePages, useWhole } from '../graph/pages.ts'
import { type Chip, Chips } from '../parts/chips.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { lazily } from '../parts/lazily.ts'
import { Paged } from '../parts/paged.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { useAddress } from '../shell/address.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { Loading } from '../states/loading.tsx'
import { Strip } from '../states/strip.tsx'
import { counted } from '../text/count.ts'
import { type CsvColumn, csvText } from '../text/csv.ts'
import { given } from '../text/search-text.ts'
import { sortingOf } from '../text/sort.ts'
import { CLOCKS, leftInWords, runsUntil } from './clock.tsx'
import { REPORTS, type Standing } from './queries.ts'
import { ReportDrawer } from './report-drawer.tsx'
import { ReportList, SORTED_BY, sortedReports } from './report-list.tsx'
import { OPEN_STATUSES, OVER_STATUSES } from './report-words.ts'
import type { Shown } from './search.ts'
import './safety.css'

/** Loaded when somebody enters a report. */
const EnterReport = lazily(() => import('./enter-report.tsx'), 'EnterReport')

const CHIPS: Readonly<Record<Shown, Chip>> = {
  new: { word: 'New' },
  review: { word: 'In review' },
  action: { word: 'Action needed' },
  closed: { word: 'Closed' },
  mandatory: { word: 'Mandatory' },
  overdue: { word: 'Action overdue', icon: 'clock' },
}

const hasOverdue = ({ actionList }: Standing): boolean => actionList.some(({ isOverdue }) => isOverdue)

const MATCHES: Readonly<Record<Exclude<Shown, 'closed'>, (report: Standing) => boolean>> = {
  new: ({ status }) => status === 'SUBMITTED',
  review: ({ status }) => status === 'UNDER_REVIEW',
  action: ({ status }) => status === 'ACTION_REQUIRED',
  mandatory: ({ legalType }) => legalType === 'MANDATORY',
  overdue: hasOverdue,
}

const reportsIn = (statuses: readonly Standing['status'][]) => (page: { first: number; after: string | null }) => ({
  statusList: [...statuses],
  page: { ...page, isDescending: true },
})

/** Whatever is shown, the figures above count every report that is not closed. */
const useReports = (show: Shown | undefined) => {
  const open = usePages(REPORTS, reportsIn(OPEN_STATUSES), (data) => data.safetyReportList)
  const shown = usePages(
    REPORTS,
    reportsIn(show === 'closed' ? OVER_STATUSES : OPEN_STATUSES),
    (data) => data.safetyReportList,
  )
  useWhole(open, true)
  const matches = show === undefined || show === 'closed' ? () => true : MATCHES[show]
  return { open: open.nodes ?? [], pages: { ...shown, nodes: shown.nodes?.filter(matches) } }
}

const Figures = ({ reports, now }: { readonly reports: readonly Standing[]; readonly now: number }) => {
  const fresh = reports.filter(MATCHES.new)
  const oldest = fresh.toSorted((a, b) => a.awareAt.localeCompare(b.awareAt))[0]
  const acting = reports.filter(MATCHES.action)
  const actions = acting.flatMap(({ actionList }) => actionList.filter(({ completedAt }) => completedAt === null))
  const passed = reports.flatMap((report) =>
    CLOCKS.filter((clock) => Date.parse(runsUntil(report, clock) ?? '') < now).map((clock) => ({ report, clock })),
  )
  return (
    <section aria-label="Where it stands">
      <Strip
        figures={[
          {
            name: 'New',
            value: fresh.length,
            context: oldest && `oldest ${leftInWords(oldest.awareAt, now).replace(' over', '')}`,
          },
          { name: 'In review', value: reports.filter(MATCHES.review).length },
          {
            name: 'Action needed',
            value: acting.length,
            context: actions.length > 0 && `${counted(actions.length, 'action')} open`,
          },
          {
            name: 'Clock passed',
            value:
              passed.length === 0 ? (
                0
              ) : (
                <span className="safety-bad">
                  <Icon name="circleCross" />
                  {passed.length}
                </span>
              ),
            context: passed[0] && `${passed[0].clock.sort}, ${passed[0].report.reference}`,
          },
        ]}
      />
    </section>
  )
}

const FILE: readonly CsvColumn<Standing>[] = [
  { name: 'reference', of: ({ reference }) => reference },
  { name: 'title', of: ({ title }) => title },
  { name: 'subject', of: ({ subject }) => subject },
  { name: 'legalType', of: ({ legalType }) => legalType },
  { name: 'confidentiality', of: ({ confidentiality }) => confidentiality },
  { name: 'status', of: ({ status }) => status },
  { name: 'occurredOn', of: ({ occurredOn }) => occurredOn },
  ...CLOCKS.flatMap(({ due, sent }): CsvColumn<Standing>[] => [
    { name: due, of: (report) => report[due] },
    { name: sent, of: (report) => report[sent] },
  ]),
  { name: 'initialRisk', of: ({ initialRisk }) => initialRisk?.index ?? null },
  { name: 'residualRisk', of: ({ residualRisk }) => residualRisk?.index ?? null },
]

const NoReport = () => {
  const { search } = useAddress('/safety')
  if (search.show !== undefined) {
    return <Empty icon="shield" title="No such report" action={<Link to="/safety">All that are not closed</Link>} />
  }
  return (
    <Empty icon="shield" title="No report is open" action={<Link to="/my-reports">Report something</Link>}>
      What crews and others report is here, with its clocks.
    </Empty>
  )
}

const Head = () => {
  const viewer = useViewer()
  const { change } = useAddress('/safety')
  return (
    <PageHead
      title="Safety"
      about="Reports, their clocks and what is done about them."
      actions={
        <>
          <Link className="with-icon" to="/my-reports">
            My reports
          </Link>
          {mayDo(viewer, 'safety:write') && (
            <Button leftSection={<Icon name="plus" />} onClick={() => change({ new: 'report' })}>
              Report
            </Button>
          )}
        </>
      }
    />
  )
}

const Safety = () => {
  const [now] = useState(() => Date.now())
  const { search, change } = useAddress('/safety')
  const { open, pages } = useReports(search.show)
  const sorting = sortingOf(search.sort, SORTED_BY, (sort) => change({ sort }))
  const list = sortedReports(pages.nodes ?? [], sorting)
  const close = () => change({ new: undefined })
  return (
    <>
      <Head />
      <Figures reports={open} now={now} />
      <Chips
        label="Reports by state"
        all="Not closed"
        chips={CHIPS}
        chosen={search.show}
        searchFor={(show) => given({ ...search, open: undefined, show })}
      />
      <Paged
        pages={pages}
        label="Reports"
        noun={['report', 'reports']}
        isWholeNeeded={search.show !== 'closed' || sorting.order !== null}
        empty={<NoReport />}
        action={
          !pages.query.hasNextPage && <ExportButton what="safety-reports" load={async () => csvText(FILE, list)} />
        }
      >
        {() => <ReportList reports={list} open={search.open} now={now} sorting={sorting} />}
      </Paged>
      <ReportDrawer open={search.open} list={list} onOpen={(one) => change({ open: one })} />
      <SideDrawer title="Enter a report" isOpen={search.new === 'report'} onClose={close}>
        <Suspense fallback={<Loading />}>
          <EnterReport onDone={(one) => change({ new: undefined, open: one })} onCancel={close} />
        </Suspense>
      </SideDrawer>
    </>
  )
}

export const SafetyPage = () => (
  <AdminsOnly scope="safety:read" title="Safety">
    <Safety />
  </AdminsOnly>
)
