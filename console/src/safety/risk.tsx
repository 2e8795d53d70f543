/** The operator's risk matrix with where a report stands in it, now and after its actions; a press on a cell sets it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../data/record-parts.tsx'
import { useChange } from '../graph/change.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { type Matrix, REPORT_UPDATE, type Report, type Risk } from './queries.ts'
import { bandInWords } from './report-words.ts'

type Which = 'initialRisk' | 'residualRisk'

const isAt = (risk: Risk | null, { severity, likelihood }: Pick<Risk, 'severity' | 'likelihood'>): boolean =>
  risk?.severity === severity && risk.likelihood === likelihood

/** The band of the first cell is the best, that of the last the worst; all others look the same. */
const lookOf = ({ cellList }: Matrix) => {
  const rank = ({ severity, likelihood }: Risk) => severity + likelihood
  const ordered = cellList.toSorted((a, b) => rank(a) - rank(b))
  const [best, worst] = [ordered[0]?.band, ordered.at(-1)?.band]
  return (band: string): string => {
    if (band === best) return ''
    return band === worst ? 'band-worst' : 'band-middle'
  }
}

const letterOf = (likelihood: number): string => String.fromCharCode(64 + likelihood)

/** "C remote": the columns' letters, where a matrix names its cells 3C. */
const columnsInWords = ({ likelihoodList }: Matrix): string =>
  likelihoodList.map((word, index) => `${letterOf(index + 1)} ${word.toLowerCase()}`).join(', ')

const standsInWords = ({ initialRisk, residualRisk }: Report): string => {
  if (initialRisk === null) return 'Not assessed yet.'
  const after = residualRisk === null ? '' : `, ${residualRisk.index} after the actions`
  return `This report: ${initialRisk.index} now${after}.`
}

interface CellsProps {
  readonly report: Report
  readonly matrix: Matrix
  /** Cells are pressed while this is set. */
  readonly onChoose: ((cell: Risk) => void) | null
}

const Cells = ({ report, matrix, onChoose }: CellsProps) => {
  const look = lookOf(matrix)
  const cellAt = (severity: number, likelihood: number) =>
    matrix.cellList.find((cell) => isAt(cell, { severity, likelihood }))
  const { initialRisk, residualRisk } = report
  return (
    <table className="risk">
      <caption className="unseen">Risk matrix, severity by likelihood. {standsInWords(report)}</caption>
      <thead>
        <tr>
          <td />
          {matrix.likelihoodList.map((word, index) => (
            <th key={word} scope="col">
              {letterOf(index + 1)}
              <span className="unseen"> {word}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matrix.severityList
          .map((word, index) => ({ word, severity: index + 1 }))
          .toReversed()
          .map(({ word, severity }) => (
            <tr key={word}>
              <th scope="row">
                {severity} <span>{word}</span>
              </th>
              {matrix.likelihoodList.map((likely, column) => {
                const cell = cellAt(severity, column + 1)
                if (!cell) return <td key={likely} />
                const [isNow, isAfter] = [isAt(initialRisk, cell), isAt(residualRisk, cell)]
                const text = (
                  <>
                    {cell.index}
                    {isNow && <small>now</small>}
                    {isAfter && <small>after</small>}
                  </>
                )
                return (
                  <td
                    key={likely}
                    className={[look(cell.band), isNow && 'risk-now', isAfter && !isNow && 'risk-after']
                      .filter(Boolean)
                      .join(' ')}
                  >
                    {onChoose ? (
                      <button
                        type="button"
                        aria-label={`${cell.index}, ${bandInWords(cell.band)}`}
                        onClick={() => onChoose(cell)}
                      >
                        {text}
                      </button>
                    ) : (
                      text
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
      </tbody>
    </table>
  )
}

const Legend = ({ matrix }: { readonly matrix: Matrix }) => {
  const look = lookOf(matrix)
  return (
    <div className="risk-legend">
      {[...new Set(matrix.cellList.map(({ band }) => band))].map((band) => (
        <span key={band}>
          <i className={look(band)} aria-hidden="true" />
          {bandInWords(band)}
        </span>
      ))}
    </div>
  )
}

const ASKED: Readonly<Record<Which, string>> = {
  initialRisk: 'Press the cell of the risk as it is now.',
  residualRisk: 'Press the cell of the risk with all actions done.',
}

interface RiskSectionProps {
  readonly report: Report
  readonly matrix: Matrix
  readonly mayChange: boolean
}

export const RiskSection = ({ report, matrix, mayChange }: RiskSectionProps) => {
  const [which, setWhich] = useState<Which | null>(null)
  const update = useChange(REPORT_UPDATE)
  const { safetyReportId, version: expectedVersion } = report
  const choose = ({ severity, likelihood }: Risk) => {
    if (which === null) return
    const input = { [which]: { severity, likelihood } }
    update.mutate({ safetyReportId, input, expectedVersion }, { onSuccess: () => setWhich(null) })
  }
  return (
    <Section title="Risk" aside="severity by likelihood">
      <Cells report={report} matrix={matrix} onChoose={which === null ? null : choose} />
      <p className="small muted">{columnsInWords(matrix)}</p>
      <Legend matrix={matrix} />
      <FailureNote error={update.error} what="The risk was not set." />
      {mayChange && which === null && (
        <span className="row">
          <Button size="xs" onClick={() => setWhich('initialRisk')}>
            {report.initialRisk === null ? 'Assess the risk' : 'Change the risk now'}
          </Button>
          {report.initialRisk !== null && (
            <Button size="xs" onClick={() => setWhich('residualRisk')}>
              Risk after the actions
            </Button>
          )}
        </span>
      )}
      {which !== null && (
        <span className="row">
          <span role="status">{ASKED[which]}</span>
          <Button size="xs" variant="subtle" onClick={() => setWhich(null)}>
            Cancel
          </Button>
        </span>
      )}
    </Section>
  )
}
