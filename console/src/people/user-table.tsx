/** Lists users with roles, state, last visit, and the actions of an administrator. */

import { Moment } from '../parts/moment.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Tag } from '../parts/tag.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import type { UserAccount } from './queries.ts'
import { roleInWords } from './roles.ts'
import { UserActions } from './user-actions.tsx'

const State = ({ user }: { readonly user: UserAccount }) => {
  if (user.state === 'INVITATION_EXPIRED') return <Tag tone="solid">Invitation expired</Tag>
  if (user.state === 'SUSPENDED') return <Tag tone="solid">Suspended by Airside</Tag>
  if (user.state === 'INVITED') {
    return (
      <span className="two-lines">
        <span>
          <Tag tone="info">Invited</Tag>
        </span>
        {user.invitationExpiresAt !== null && (
          <span className="small muted">
            until <Moment at={user.invitationExpiresAt} />
          </span>
        )}
      </span>
    )
  }
  return (
    <span className="two-lines">
      <span>{user.lastSeenAt === null ? <span className="muted">never</span> : <Moment at={user.lastSeenAt} />}</span>
      <span className="small muted">{protectionOf(user)}</span>
    </span>
  )
}

/** A user with a passkey may still sign in with the password, so both are shown. */
const protectionOf = ({ hasSecondStep, passkeyCount }: UserAccount): string => {
  const password = hasSecondStep ? 'second step' : 'password'
  return passkeyCount > 0 ? `passkey or ${password}` : hasSecondStep ? 'with a second step' : 'password only'
}

const Roles = ({ user, isLastAdmin }: { readonly user: UserAccount; readonly isLastAdmin: boolean }) => (
  <span className="row">
    {user.roleList.length === 0 && <span className="muted">none</span>}
    {user.roleList.map((role) => (
      <Tag key={role} tone={role === 'ADMIN' ? 'solid' : 'plain'}>
        {roleInWords(role)}
      </Tag>
    ))}
    {isLastAdmin && <span className="small muted">the only Administrator</span>}
  </span>
)

interface UserTableProps {
  readonly users: readonly UserAccount[]
  readonly onInvitedAgain: (email: string) => void
}

export const UserTable = ({ users, onInvitedAgain }: UserTableProps) => {
  const viewer = useViewer()
  const admins = users.filter(({ isAdmin }) => isAdmin)
  return (
    <section className="panel" aria-label="Users">
      <Table
        tall
        fitsFrom={720}
        label="Users"
        columns={['Person', 'Roles', 'Last seen', { name: 'Actions', isUnseen: true }]}
      >
        {users.map((user) => {
          const isLastAdmin = user.isAdmin && admins.length === 1
          return (
            <Row key={user.userId}>
              <NameCell>
                <span className="entity">
                  <Monogram name={`${user.name} ${user.surname}`} round />
                  <span className="two-lines">
                    <b>
                      {user.name} {user.surname} {user.isViewer && <span className="muted">(you)</span>}
                    </b>
                    <span className="small muted">{user.email}</span>
                  </span>
                </span>
              </NameCell>
              <Cell label="Roles">
                <Roles user={user} isLastAdmin={isLastAdmin} />
              </Cell>
              <Cell label="Last seen">
                <State user={user} />
              </Cell>
              <Cell kind="action">
                {mayDo(viewer, 'user:write') && (
                  <UserActions user={user} isLastAdmin={isLastAdmin} onInvitedAgain={onInvitedAgain} />
                )}
              </Cell>
            </Row>
          )
        })}
      </Table>
    </section>
  )
}
