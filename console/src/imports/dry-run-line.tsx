/** One line of the dry run: what it would do or what is wrong with it, and the way to leave it out. */
import { Button } from '@mantine/core'
import { inWords, type Labels } from '../graph/problems.ts'
import { Icon } from '../parts/icon.tsx'
import { Cell, NameCell, Row } from '../parts/table.tsx'
import type { Line, Problem } from './merged-report.ts'

export const OUTCOMES = {
  CREATED: 'New',
  UPDATED: 'Changes what is here',
  UNCHANGED: 'Already here, unchanged',
} as const

const Result = ({ line, problems, warnings, labels, onLeaveOut }: LineProps) => {
  if (problems.length > 0)
    return (
      <ul className="stack-tight">
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`} className="import-problem bad">
            <Icon name="circleCross" />
            <span>
              {field !== null && <b>{labels[field] ?? field}: </b>}
              {inWords(message, labels)}
            </span>
          </li>
        ))}
      </ul>
    )
  const unknown = onLeaveOut ? 'Not looked at' : 'Not written'
  return (
    <span className="two-lines">
      <span className={line.outcome === 'UNCHANGED' ? 'muted' : undefined}>
        {line.outcome === null ? unknown : OUTCOMES[line.outcome]}
      </span>
      {warnings.map(({ message }) => (
        <span key={message} className="small">
          {inWords(message, labels)}
        </span>
      ))}
    </span>
  )
}

interface LineProps {
  readonly line: Line
  /** Absent once the lines are written. */
  readonly onLeaveOut: ((line: Line) => void) | undefined
  readonly isWriting: boolean
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
  /** What the columns are called. */
  readonly labels: Labels
}

export const LineRow = ({ columns, ...props }: LineProps & { readonly columns: readonly string[] }) => {
  const wrong = new Set(props.problems.map(({ field }) => field))
  return (
    <Row>
      <NameCell>
        <span className="number">{props.line.line}</span>
      </NameCell>
      {columns.map((name, index) => (
        <Cell key={name} label={props.labels[name] ?? name}>
          <span className={wrong.has(name) ? 'mono import-wrong' : 'mono'}>{props.line.cellList[index] ?? ''}</span>
        </Cell>
      ))}
      <Cell label="Result" kind="wide">
        <Result {...props} />
      </Cell>
      <Cell kind="action">
        {props.onLeaveOut && (
          <Button size="xs" variant="subtle" disabled={props.isWriting} onClick={() => props.onLeaveOut?.(props.line)}>
            Leave out<span className="unseen"> line {props.line.line}</span>
          </Button>
        )}
      </Cell>
    </Row>
  )
}

interface LeftOutRowProps {
  readonly line: Line
  readonly columns: readonly string[]
  readonly labels: Labels
  /** Absent once the others are written. */
  readonly onTakeIn: ((line: Line) => void) | undefined
  readonly isWriting: boolean
}

export const LeftOutRow = ({ line, columns, labels, onTakeIn, isWriting }: LeftOutRowProps) => (
  <Row isFaint>
    <NameCell>
      <span className="number">{line.line}</span>
    </NameCell>
    {columns.map((name, index) => (
      <Cell key={name} label={labels[name] ?? name}>
        <span className="mono">{line.cellList[index] ?? ''}</span>
      </Cell>
    ))}
    <Cell label="Result" kind="wide">
      Left out
    </Cell>
    <Cell kind="action">
      {onTakeIn && (
        <Button size="xs" variant="subtle" disabled={isWriting} onClick={() => onTakeIn(line)}>
          Take in<span className="unseen"> line {line.line}</span>
        </Button>
      )}
    </Cell>
  </Row>
)
