/** The members of the provider: owners invite, remove, and decide who is an owner. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../graph/query.ts'
import { MemberTable } from '../../platform/member-table.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { InviteForm } from './invite-form.tsx'
import { Invited } from './invited.tsx'
import { MemberActions } from './member-actions.tsx'
import { TEAM, type Team } from './queries.ts'
import '../portal.css'

const Members = ({ team }: { readonly team: Team }) => (
  <div className="panel">
    <MemberTable members={team.memberList} actionsOf={(member) => <MemberActions team={team} member={member} />} />
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
