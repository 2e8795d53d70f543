/** The members of the provider; owners invite and remove. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { queryOf } from '../graph/query.ts'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Loaded } from '../states/loaded.tsx'
import { MEMBER_INVITE, MEMBER_REMOVE, TEAM } from './queries.ts'

const InviteForm = () => {
  const [draft, setDraft] = useState({ name: '', email: '' })
  const invitation = useChange(MEMBER_INVITE)
  const problems = problemsByField(invitation.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invitation.mutate(draft, { onSuccess: () => setDraft({ name: '', email: '' }) })
  }
  return (
    <Panel title="Invite a colleague" hint="they choose a password with a code from the mail">
      <form className="form panel-body" onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          value={draft.name}
          error={problems.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <TextInput
          label="Email"
          type="email"
          value={draft.email}
          error={problems.email}
          onChange={(event) => setDraft({ ...draft, email: event.currentTarget.value })}
        />
        {invitation.isError && (
          <FailureNote error={invitation.error} what="Nobody was invited." fields={['name', 'email']} />
        )}
        <div className="form-feet">
          <Button type="submit" variant="filled" loading={invitation.isPending}>
            Send invitation
          </Button>
        </div>
      </form>
    </Panel>
  )
}

export const TeamPage = () => {
  const query = useQuery(queryOf(TEAM, {}))
  const removal = useChange(MEMBER_REMOVE)
  return (
    <div className="stack">
      <PlatformHead title="Team" about="Who sees and changes your applications." />
      <Loaded query={query}>
        {({ me, memberList, invitationList }) => (
          <>
            <div className="panel">
              <Table
                label="Members"
                columns={['Member', 'Role', 'Joined', { name: 'Actions', isUnseen: true }]}
                fitsFrom={560}
              >
                {memberList.map(({ userId, name, email, isOwner, joinedAt }) => (
                  <Row key={userId}>
                    <NameCell>
                      <span className="two-lines">
                        <b>{name}</b>
                        <span className="small muted">{email}</span>
                      </span>
                    </NameCell>
                    <Cell label="Role">{isOwner ? 'Owner' : 'Member'}</Cell>
                    <Cell label="Joined">
                      <Moment at={joinedAt} as="day" />
                    </Cell>
                    <Cell kind="action">
                      {me.isOwner && userId !== me.userId && (
                        <Button size="xs" color="red" onClick={() => removal.mutate({ userId })}>
                          Remove {name}
                        </Button>
                      )}
                    </Cell>
                  </Row>
                ))}
              </Table>
            </div>
            {removal.isError && <FailureNote error={removal.error} what="Nobody was removed." />}
            {invitationList.length > 0 && (
              <Panel title="Invited" hint="not in yet">
                <ul className="panel-body stack-tight">
                  {invitationList.map(({ invitationId, name, email, expiresAt }) => (
                    <li key={invitationId}>
                      {name} <span className="muted">{email}</span>, until <Moment at={expiresAt} as="full" />
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
            {me.isOwner && <InviteForm />}
          </>
        )}
      </Loaded>
    </div>
  )
}
