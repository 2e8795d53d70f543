/** Tries to bring messages to a receiver, the latest first; each opens to what was answered. */
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { type Attempt, outcomeWord, spanOf, tryWord } from './endpoint.ts'

export const AttemptOutcome = ({ attempt }: { readonly attempt: Attempt }) => (
  <span className={`state ${attempt.isTaken ? 'good' : 'bad'}`}>
    <Icon name={attempt.isTaken ? 'circleCheck' : 'circleCross'} />
    {outcomeWord(attempt)}
  </span>
)

interface AttemptTableProps<One extends Attempt> {
  readonly label: string
  readonly attempts: readonly One[]
  readonly linkTo: (attempt: One) => LinkProps
  readonly opened: string | undefined
  /** A column of its own: to which endpoint, or of which operator. */
  readonly beside?: { readonly name: string; readonly of: (attempt: One) => ReactNode }
}

export const AttemptTable = <One extends Attempt>({
  label,
  attempts,
  linkTo,
  opened,
  beside,
}: AttemptTableProps<One>) => (
  <Table
    fitsFrom={620}
    isBrief
    label={label}
    columns={[
      'Sent',
      'Event',
      ...(beside ? [beside.name] : []),
      'Answer',
      { name: 'Took', align: 'number' },
      { name: 'Try', align: 'number' },
    ]}
  >
    {attempts.map((attempt) => (
      <Row key={attempt.attemptId} isLink isOpen={attempt.attemptId === opened}>
        <Cell>
          <Moment at={attempt.at} />
        </Cell>
        <NameCell>
          <Link className="entity-link mono" {...linkTo(attempt)}>
            {attempt.type}
          </Link>
        </NameCell>
        {beside && <Cell label={beside.name}>{beside.of(attempt)}</Cell>}
        <Cell label="Answer" isTop>
          <AttemptOutcome attempt={attempt} />
        </Cell>
        <Cell kind="number">{spanOf(attempt.tookMs)}</Cell>
        <Cell kind="number" isMuted>
          {tryWord(attempt.number)}
        </Cell>
      </Row>
    ))}
  </Table>
)
