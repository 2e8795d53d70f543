/** The dry run: what the import would do, line by line, with what is wrong where. */
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Panel } from '../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { counted } from '../text/count.ts'
import type { ImportReport } from './queries.ts'
import '../states/strip.css'

type Line = ImportReport['lineList'][number]
type Problem = ImportReport['problemList'][number]

const OUTCOMES = { CREATED: 'New', UPDATED: 'Changes what is here', UNCHANGED: 'Already here, unchanged' } as const

/** More columns do not fit beside each other. */
const MAX_COLUMNS = 6

const Result = ({ line, problems, warnings }: LineProps) => {
  if (problems.length > 0)
    return (
      <ul className="stack-tight">
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`} className="import-problem bad">
            <Icon name="circleCross" />
            <span>
              {field !== null && <code>{field}</code>} {message}
            </span>
          </li>
        ))}
      </ul>
    )
  return (
    <span className="two-lines">
      <span className={line.outcome === 'UNCHANGED' ? 'muted' : undefined}>
        {line.outcome === null ? 'Not looked at' : OUTCOMES[line.outcome]}
      </span>
      {warnings.map(({ message }) => (
        <span key={message} className="small">
          {message}
        </span>
      ))}
    </span>
  )
}

interface LineProps {
  readonly line: Line
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
}

const LineRow = ({ columns, ...props }: LineProps & { readonly columns: readonly string[] }) => {
  const wrong = new Set(props.problems.map(({ field }) => field))
  return (
    <Row>
      <NameCell>
        <span className="number">{props.line.line}</span>
      </NameCell>
      {columns.map((name, index) => (
        <Cell key={name} label={name}>
          <span className={wrong.has(name) ? 'mono import-wrong' : 'mono'}>{props.line.cellList[index] ?? ''}</span>
        </Cell>
      ))}
      <Cell label="Result" kind="wide">
        <Result {...props} />
      </Cell>
    </Row>
  )
}

/** What is wrong with the file as a whole, such as its header. */
const FileProblems = ({ problems }: { readonly problems: readonly Problem[] }) => (
  <ul className="panel-body stack-tight">
    {problems.map(({ line, field, message }) => (
      <li key={`${line} ${field} ${message}`} className="import-problem bad">
        <Icon name="circleCross" />
        <span>
          Line {line}
          {field !== null && (
            <>
              , <code>{field}</code>
            </>
          )}
          : {message}
        </span>
      </li>
    ))}
  </ul>
)

const Figures = ({ report }: { readonly report: ImportReport }) => {
  const wrong = new Set(report.problemList.map(({ line }) => line)).size
  const isWrong = report.problemCount > 0
  return (
    <dl className="strip import-figures">
      <div>
        <dt>New</dt>
        <dd className="number">{isWrong ? '–' : report.createdCount}</dd>
      </div>
      <div>
        <dt>Changed</dt>
        <dd className="number">{isWrong ? '–' : report.updatedCount}</dd>
      </div>
      <div>
        <dt>Unchanged</dt>
        <dd className="number">{isWrong ? '–' : report.unchangedCount}</dd>
      </div>
      <div>
        <dt>Not importable</dt>
        <dd className={isWrong ? 'number bad' : 'number'}>{counted(wrong, 'line')}</dd>
      </div>
    </dl>
  )
}

export const DryRun = ({ report }: { readonly report: ImportReport }) => {
  const [isBadOnly, setBadOnly] = useState(false)
  const problems = Map.groupBy(report.problemList, ({ line }) => line)
  const warnings = Map.groupBy(report.warningList, ({ line }) => line)
  const columns = report.columnList.slice(0, MAX_COLUMNS)
  const lines = report.lineList.filter(({ line }) => !isBadOnly || problems.has(line))
  return (
    <Panel
      title={report.isDryRun ? 'Dry run' : 'Import'}
      hint={report.isDryRun ? 'nothing was written' : 'all lines were written'}
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
      <Figures report={report} />
      {report.lineList.length === 0 ? (
        <FileProblems problems={report.problemList} />
      ) : (
        <Table fitsFrom={820} label="Lines" columns={['Line', ...columns, 'Result']}>
          {lines.map((line) => (
            <LineRow
              key={line.line}
              line={line}
              columns={columns}
              problems={problems.get(line.line) ?? []}
              warnings={warnings.get(line.line) ?? []}
            />
          ))}
        </Table>
      )}
      {report.lineCount > 0 && (
        <div className="table-foot small muted">
          <span role="status">
            {lines.length} of {counted(report.lineCount, 'line')} shown
            {report.columnList.length > MAX_COLUMNS && `, ${MAX_COLUMNS} of ${report.columnList.length} columns`}
          </span>
        </div>
      )}
    </Panel>
  )
}
