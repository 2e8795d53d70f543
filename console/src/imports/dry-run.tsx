/** The dry run: what the import would do, line by line, with what is wrong where. */
import { useState } from 'react'
import { inWords, type Labels } from '../graph/problems.ts'
import { Icon } from '../parts/icon.tsx'
import { Panel } from '../parts/panel.tsx'
import { Table } from '../parts/table.tsx'
import { counted, grouped } from '../text/count.ts'
import { LeftOutRow, LineRow, type OUTCOMES } from './dry-run-line.tsx'
import { useFieldWords } from './field-words.ts'
import { type Line, type Problem, wrongLinesOf } from './merged-report.ts'
import type { ImportKind, ImportReport } from './queries.ts'
import { WrongLines } from './wrong-lines.tsx'
import '../states/strip.css'

/** More columns do not fit beside each other. */
const MAX_COLUMNS = 6

/** What is wrong with the file as a whole, such as its header. */
const FileProblems = ({ problems, labels }: { readonly problems: readonly Problem[]; readonly labels: Labels }) => (
  <ul className="panel-body stack-tight">
    {problems.map(({ line, field, message }) => (
      <li key={`${line} ${field} ${message}`} className="import-problem bad">
        <Icon name="circleCross" />
        <span>
          Line {line}
          {field !== null && `, ${labels[field] ?? field}`}: {inWords(message, labels)}
        </span>
      </li>
    ))}
  </ul>
)

const Figures = ({ report, leftOut }: { readonly report: ImportReport; readonly leftOut: number }) => {
  const wrong = wrongLinesOf(report)
  const isWrong = report.problemCount > 0
  const countOf = (outcome: keyof typeof OUTCOMES, count: number) => {
    if (!isWrong || !report.isDryRun) return grouped(count)
    // A file with problems is counted by its lines, where all of them are here.
    const isWhole = report.lineCount > 0 && report.lineList.length === report.lineCount
    return isWhole ? report.lineList.filter((line) => line.outcome === outcome).length : '–'
  }
  return (
    <dl className="strip import-figures">
      <div>
        <dt>New</dt>
        <dd className="number">{countOf('CREATED', report.createdCount)}</dd>
      </div>
      <div>
        <dt>Changed</dt>
        <dd className="number">{countOf('UPDATED', report.updatedCount)}</dd>
      </div>
      <div>
        <dt>Unchanged</dt>
        <dd className="number">{countOf('UNCHANGED', report.unchangedCount)}</dd>
      </div>
      <div>
        <dt>Not importable</dt>
        <dd className={isWrong ? 'number bad' : 'number'}>
          {!wrong.isCountWhole && 'at least '}
          {counted(wrong.count, 'line')} {leftOut > 0 && <small>{leftOut} left out</small>}
        </dd>
      </div>
    </dl>
  )
}

/** What the lines below mean. */
const hintOf = ({ isDryRun, createdCount, updatedCount }: ImportReport, isHalfWritten: boolean): string => {
  if (isDryRun || (isHalfWritten && createdCount + updatedCount === 0)) return 'nothing was written'
  return isHalfWritten ? 'not all lines were written' : 'all lines were written'
}

interface DryRunProps {
  readonly kind: ImportKind
  readonly report: ImportReport
  readonly leftOut: readonly Line[]
  readonly isHalfWritten: boolean
  /** Nothing can be chosen meanwhile. */
  readonly isWriting: boolean
  readonly onLeaveOut: (line: Line) => void
  readonly onTakeIn: (line: Line) => void
}

export const DryRun = ({ kind, report, leftOut, isHalfWritten, isWriting, ...on }: DryRunProps) => {
  const [isBadOnly, setBadOnly] = useState(false)
  const { labels } = useFieldWords(kind)
  const problems = Map.groupBy(report.problemList, ({ line }) => line)
  const warnings = Map.groupBy(report.warningList, ({ line }) => line)
  const columns = report.columnList.slice(0, MAX_COLUMNS)
  const isOut = new Set(leftOut.map(({ line }) => line))
  const lines = report.lineList.filter(({ line }) => !isOut.has(line) && (!isBadOnly || problems.has(line)))
  const rows = [...lines, ...leftOut].sort((a, b) => a.line - b.line)
  return (
    <Panel
      title={report.isDryRun ? 'Dry run' : 'Import'}
      hint={hintOf(report, isHalfWritten)}
      aside={
        report.problemCount > 0 &&
        report.lineList.length > 0 && (
          <label className="row small">
            <input type="checkbox" checked={isBadOnly} onChange={() => setBadOnly(!isBadOnly)} />
            Problems only
          </label>
        )
      }
    >
      <Figures report={report} leftOut={leftOut.length} />
      {rows.length === 0 ? (
        <FileProblems problems={report.problemList} labels={labels} />
      ) : (
        <Table
          fitsFrom={820}
          label="Lines"
          columns={[
            'Line',
            ...columns.map((name) => labels[name] ?? name),
            'Result',
            { name: 'Actions', isUnseen: true },
          ]}
        >
          {rows.map((line) =>
            isOut.has(line.line) ? (
              <LeftOutRow
                key={line.line}
                line={line}
                columns={columns}
                labels={labels}
                onTakeIn={report.isDryRun ? on.onTakeIn : undefined}
                isWriting={isWriting}
              />
            ) : (
              <LineRow
                key={line.line}
                line={line}
                columns={columns}
                labels={labels}
                problems={problems.get(line.line) ?? []}
                warnings={warnings.get(line.line) ?? []}
                onLeaveOut={report.isDryRun ? on.onLeaveOut : undefined}
                isWriting={isWriting}
              />
            ),
          )}
        </Table>
      )}
      {report.lineCount > 0 && (
        <div className="table-foot small muted">
          <span role="status">
            {lines.length} of {counted(report.lineCount, 'line')} shown
            {leftOut.length > 0 && `, ${leftOut.length} left out`}
            {report.columnList.length > MAX_COLUMNS && `, ${MAX_COLUMNS} of ${report.columnList.length} columns`}
          </span>
          <WrongLines report={report} />
        </div>
      )}
    </Panel>
  )
}
