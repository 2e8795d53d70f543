/** Changes a registration: every rule at its field, what never changes, and who is told. */

import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { Panel } from '../../parts/panel.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { Note } from '../../states/note.tsx'
import { counted } from '../../text/count.ts'
import { ApplicationFrame } from '../application-frame.tsx'
import { ApplicationIdentity } from '../application-identity.tsx'
import type { Application } from '../queries.ts'
import { draftOf, linesOf, type RegistrationDraft, urlOrNull } from './draft.ts'
import { LogoForm } from './logo-form.tsx'
import { Preview } from './preview.tsx'
import { APPLICATION_CHANGE } from './queries.ts'
import { RedirectField } from './redirect-rows.tsx'
import { CHANGEABLE_FIELDS, DescriptionField, LineFields } from './registration-fields.tsx'

/** Name, logo and redirect URI are what people trusted when they allowed it. */
const WhoIsTold = ({ application }: { readonly application: Application }) => {
  if (application.mode !== 'production' && application.mode !== 'suspended') {
    return (
      <Note icon="bell">
        A change counts at once. In production a new name, logo or redirect URI is also told to support and to the
        operators that allowed it.
      </Note>
    )
  }
  const operators = new Set(application.connectionList.map(({ operatorId }) => operatorId)).size
  return (
    <Note tone="attention" icon="bell">
      <b>{application.mode === 'suspended' ? 'It is suspended.' : 'It is in production.'}</b> A new name, logo or
      redirect URI counts {application.mode === 'suspended' ? 'once it works again' : 'at once'}, and is told at once to
      support and to {counted(operators, 'operator')} that allowed it, in their audit log.
    </Note>
  )
}

const Fixed = ({ application }: { readonly application: Application }) => (
  <Panel title="What never changes">
    <dl className="panel-body facts">
      <ApplicationIdentity application={application} />
    </dl>
    <p className="panel-foot small muted">
      The kind decides the most it may ever ask for. For another kind, register another application.
    </p>
  </Panel>
)

const ChangeForm = ({
  application,
  draft,
  setDraft,
}: {
  readonly application: Application
  readonly draft: RegistrationDraft
  readonly setDraft: (draft: RegistrationDraft) => void
}) => {
  const change = useChange(APPLICATION_CHANGE)
  const problems = problemsByField(change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { name, description, contact, website } = draft
    const input = {
      name,
      description,
      contact,
      website,
      redirectUriList: linesOf(draft.redirectUris),
      connectUrl: urlOrNull(draft.connectUrl),
    }
    change.mutate({ clientId: application.clientId, input })
  }
  const set = (more: Partial<RegistrationDraft>) => {
    if (change.isSuccess) change.reset()
    setDraft({ ...draft, ...more })
  }
  const fields = { draft, problems, set }
  return (
    <Panel title="Registration">
      <form className="form panel-body" onSubmit={submit} noValidate>
        <WhoIsTold application={application} />
        <LineFields {...fields} />
        <RedirectField {...fields} />
        <DescriptionField {...fields} />
        <FailureNote error={change.error} what="Nothing was changed." fields={CHANGEABLE_FIELDS} />
        {change.isSuccess && (
          <Note tone="good" icon="circleCheck" role="status">
            Saved.
          </Note>
        )}
        <div className="form-feet">
          <Button type="submit" variant="filled" loading={change.isPending}>
            Save changes
          </Button>
        </div>
      </form>
    </Panel>
  )
}

const Registration = ({ application }: { readonly application: Application }) => {
  const [draft, setDraft] = useState(() => draftOf(application))
  return (
    <div className="columns">
      <div className="stack">
        <ChangeForm application={application} draft={draft} setDraft={setDraft} />
      </div>
      <div className="stack">
        <Fixed application={application} />
        <LogoForm application={application} />
        <Preview draft={draft} logoPath={application.logoPath} />
      </div>
    </div>
  )
}

export const RegistrationPage = () => (
  <ApplicationFrame tab="Registration">
    {(application) => <Registration key={application.clientId} application={application} />}
  </ApplicationFrame>
)
