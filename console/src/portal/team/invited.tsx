/** Open invitations; an owner can take one back. */
import { Button } from '@mantine/core'
import { useChange } from '../../graph/change.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { MEMBER_INVITATION_END, type Team } from './queries.ts'

export const Invited = ({ team: { me, invitationList } }: { readonly team: Team }) => {
  const end = useChange(MEMBER_INVITATION_END)
  if (invitationList.length === 0) return null
  return (
    <Panel title="Invited" hint="not in yet">
      <ul className="panel-body stack-tight">
        {invitationList.map(({ invitationId, name, email, expiresAt }) => (
          <li key={invitationId} className="row">
            <span>
              {name} <span className="muted">{email}</span>, until <Moment at={expiresAt} as="full" />
            </span>
            {me.isOwner && (
              <Button size="xs" onClick={() => end.mutate({ invitationId })}>
                Take back {name}’s invitation
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FailureNote error={end.error} what="The invitation still works." />
    </Panel>
  )
}
