/** Invites a colleague by mail. */
import { Button, TextInput } from '@mantine/core'
import { useChange } from '../../graph/change.ts'
import { Panel } from '../../parts/panel.tsx'
import { typed, useDraft } from '../../parts/use-draft.ts'
import { FailureNote } from '../../states/failure-note.tsx'
import { MEMBER_INVITE } from './queries.ts'

const EMPTY = { name: '', email: '' }

export const InviteForm = () => {
  const invitation = useChange(MEMBER_INVITE)
  const { whenSent, ...form } = useDraft({ begin: () => EMPTY, error: invitation.error })
  const invite = () => invitation.mutate(form.draft, { onSuccess: () => form.change(EMPTY) })
  return (
    <Panel title="Invite a colleague" hint="they choose a password with a code from the mail">
      <form className="form panel-body" onSubmit={whenSent(invite)} noValidate>
        <TextInput label="Name" {...typed(form, 'name')} />
        <TextInput label="Email" type="email" {...typed(form, 'email')} />
        <FailureNote error={invitation.error} what="Nobody was invited." fields={['name', 'email']} />
        <div className="form-feet">
          <Button type="submit" variant="filled" loading={invitation.isPending}>
            Send invitation
          </Button>
        </div>
      </form>
    </Panel>
  )
}
