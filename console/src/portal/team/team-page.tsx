/** The members of the provider: owners invite, remove, and decide who is an owner. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { InviteForm } from './invite-form.tsx'
import { Invited } from './invited.tsx'
import { MemberActions } from './member-actions.tsx'
import { TEAM, type Team } from './queries.ts'
import '../portal.css'

const Members = ({ team }: { readonly team: Team }) => (
  <div className="panel">
    <Table
      label="Members"
      columns={['Member', 'Role', 'Second step', 'Joined', { name: 'Actions', isUnseen: true }]}
      fitsFrom={760}
    >
      {team.memberList.map((member) => (
        <Row key={member.userId}>
          <NameCell>
            <span className="two-lines">
              <b>{member.name}</b>
              <span className="small muted">{member.email}</span>
            </span>
          </NameCell>
          <Cell label="Role">{member.isOwner ? 'Owner' : 'Member'}</Cell>
          <Cell label="Second step">{member.hasSecondStep ? 'Set up' : 'None'}</Cell>
          <Cell label="Joined">
            <Moment at={member.joinedAt} as="day" />
          </Cell>
          <Cell kind="action">
            <MemberActions team={team} member={member} />
          </Cell>
        </Row>
      ))}
    </Table>
  </div>
)

export const TeamPage = () => {
  const query = useQuery(queryOf(TEAM, {}))
  return (
    <div className="stack">
      <PlatformHead title="Team" about="Who sees and changes your applications." />
      <Loaded query={query}>
        {(team) => (
          <>
            <Members team={team} />
            <Invited team={team} />
            {team.me.isOwner && <InviteForm />}
          </>
        )}
      </Loaded>
    </div>
  )
}
