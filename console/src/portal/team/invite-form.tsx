/** Invites a colleague by mail. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { Panel } from '../../parts/panel.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { MEMBER_INVITE } from './queries.ts'

export const InviteForm = () => {
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
