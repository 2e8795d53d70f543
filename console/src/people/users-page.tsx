/** Users and roles: who may sign in at this address, and who of them administers it. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Loaded } from '../states/loaded.tsx'
import { Note } from '../states/note.tsx'
import { InviteDrawer } from './invite-drawer.tsx'
import { USERS } from './queries.ts'
import { Requirement } from './requirement.tsx'
import { UserTable } from './user-table.tsx'

const Invited = ({ email }: { readonly email: string }) => {
  const { outboxPath } = useViewer()
  return (
    <Note
      tone="good"
      icon="circleCheck"
      role="status"
      action={outboxPath !== null && <a href={outboxPath}>Read it in the outbox</a>}
    >
      <b>Invitation sent to {email}.</b> It works once, for 72 hours.
    </Note>
  )
}

export const UsersPage = () => {
  const viewer = useViewer()
  const query = useQuery(queryOf(USERS, {}))
  const { invite } = useSearch({ from: '/users' })
  const navigate = useNavigate({ from: '/users' })
  const setInviting = (isOpen: boolean) => navigate({ search: isOpen ? { invite: true } : {}, replace: true })
  const [invited, setInvited] = useState<string | null>(null)
  return (
    <AdminsOnly scope="user:read" title="Users">
      <PageHead
        title="Users"
        about={`People who sign in at ${viewer.operatorName}, here and in this environment only.`}
        actions={
          mayDo(viewer, 'user:write') && (
            <Button variant="filled" leftSection={<Icon name="plus" />} onClick={() => setInviting(true)}>
              Invite
            </Button>
          )
        }
      />
      {invited !== null && <Invited email={invited} />}
      <Loaded query={query}>
        {({ viewer: { isSecondStepRequired }, userAccountList }) => (
          <>
            {mayDo(viewer, 'user:write') && <Requirement users={userAccountList} isRequired={isSecondStepRequired} />}
            <UserTable users={userAccountList} onInvitedAgain={setInvited} />
          </>
        )}
      </Loaded>
      <InviteDrawer isOpen={invite === true} onClose={() => setInviting(false)} onInvited={setInvited} />
    </AdminsOnly>
  )
}
