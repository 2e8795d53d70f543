/** The members of a provider; what can be done with each stands at the end of its row. */
import type { ReactNode } from 'react'
import { Moment } from '../parts/moment.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'

interface Member {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly isOwner: boolean
  readonly hasSecondStep: boolean
  readonly joinedAt: string
}

interface MemberTableProps<M extends Member> {
  readonly members: readonly M[]
  readonly actionsOf?: (member: M) => ReactNode
}

const COLUMNS = ['Member', 'Role', 'Second step', 'Joined'] as const

export const MemberTable = <M extends Member>({ members, actionsOf }: MemberTableProps<M>) => (
  <Table
    label="Members"
    columns={actionsOf ? [...COLUMNS, { name: 'Actions', isUnseen: true }] : COLUMNS}
    fitsFrom={actionsOf ? 760 : 520}
  >
    {members.map((member) => (
      <Row key={member.userId}>
        <NameCell>
          <span className="row">
            <Monogram name={member.name} round />
            <span className="two-lines">
              <b>{member.name}</b>
              <span className="small muted">{member.email}</span>
            </span>
          </span>
        </NameCell>
        <Cell label="Role">{member.isOwner ? 'Owner' : 'Member'}</Cell>
        <Cell label="Second step">{member.hasSecondStep ? 'Set up' : <b>None yet</b>}</Cell>
        <Cell label="Joined">
          <Moment at={member.joinedAt} as="day" />
        </Cell>
        {actionsOf && <Cell kind="action">{actionsOf(member)}</Cell>}
      </Row>
    ))}
  </Table>
)
