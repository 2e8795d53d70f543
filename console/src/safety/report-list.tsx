/** Reports with their clocks, risk and state: a line each, a card each where there is little room. */
import { Link } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { Cell, type Column, NameCell, Row, Table } from '../parts/table.tsx'
import { StateTag } from '../parts/tag.tsx'
import { type Sorting, sorted } from '../text/sort.ts'
import { CLOCKS, Clock, runsUntil } from './clock.tsx'
import type { Standing } from './queries.ts'
import { GIVEN_WORDS, isOver, kindInWords, STATUS_WORDS } from './report-words.ts'

const COLUMNS: readonly (Column | string)[] = [
  'Report',
  'How given',
  ...CLOCKS.map(({ name, sort }) => ({ name, sort })),
  { name: 'Risk', sort: 'risk' },
  'State',
]

export const SORTED_BY = ['authority', 'preliminary', 'final', 'risk'] as const

const [AUTHORITY, PRELIMINARY, FINAL] = CLOCKS

/** What runs out first comes first; the worst risk comes last, as the first press on its head orders it. */
const SORTS: Readonly<Record<(typeof SORTED_BY)[number], (report: Standing) => string | number | null>> = {
  authority: (report) => runsUntil(report, AUTHORITY),
  preliminary: (report) => runsUntil(report, PRELIMINARY),
  final: (report) => runsUntil(report, FINAL),
  risk: ({ initialRisk }) => initialRisk && initialRisk.severity * initialRisk.likelihood,
}

const RiskOf = ({ report: { initialRisk, residualRisk } }: { readonly report: Standing }) => {
  if (initialRisk === null) return <span className="risk-none muted">–</span>
  return (
    <span>
      <b className={initialRisk.band === 'NOT_ACCEPTABLE' ? 'safety-bad' : undefined}>{initialRisk.index}</b>
      {residualRisk && <span className="small muted"> then {residualRisk.index}</span>}
    </span>
  )
}

interface ReportRowProps {
  readonly report: Standing
  readonly isOpen: boolean
  readonly now: number
}

const ReportRow = ({ report, isOpen, now }: ReportRowProps) => {
  const given = GIVEN_WORDS[report.confidentiality]
  const overdue = report.actionList.filter(({ isOverdue }) => isOverdue).length
  return (
    <Row isOpen={isOpen} isFaint={report.status === 'WITHDRAWN'} isLink>
      <NameCell>
        <span className="two-lines">
          <Link
            className="entity-link"
            from="/safety"
            to="."
            search={(search) => ({ ...search, open: report.safetyReportId })}
          >
            {report.title}
          </Link>
          <span className="small muted">
            <span className="mono">{report.reference}</span>, {kindInWords(report)}
          </span>
        </span>
      </NameCell>
      <Cell label="How given">
        <span className="given">
          <Icon name={given.icon} />
          {given.word}
        </span>
      </Cell>
      {CLOCKS.map((clock) => (
        <Cell key={clock.sort} label={clock.name}>
          <Clock report={report} clock={clock} now={now} />
        </Cell>
      ))}
      <Cell label="Risk">
        <RiskOf report={report} />
      </Cell>
      <Cell label="State">
        <StateTag words={STATUS_WORDS[report.status]} />
        {overdue > 0 && !isOver(report.status) && <div className="small safety-bad">action overdue</div>}
      </Cell>
    </Row>
  )
}

interface ReportListProps {
  readonly reports: readonly Standing[]
  readonly open: string | undefined
  readonly now: number
  readonly sorting: Sorting
}

export const sortedReports = (reports: readonly Standing[], { order }: Sorting): readonly Standing[] =>
  sorted(reports, order, SORTS)

export const ReportList = ({ reports, open, now, sorting }: ReportListProps) => (
  <div className="reports">
    <Table fitsFrom={860} label="Reports" columns={COLUMNS} sorting={sorting} tall>
      {reports.map((report) => (
        <ReportRow key={report.safetyReportId} report={report} isOpen={report.safetyReportId === open} now={now} />
      ))}
    </Table>
  </div>
)
