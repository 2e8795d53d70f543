/** Replaces the logo of an application. */
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Panel } from '../../parts/panel.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { Note } from '../../states/note.tsx'
import type { Application } from '../queries.ts'
import { LogoField } from './logo-field.tsx'
import { uploadLogo } from './upload-logo.ts'

export const LogoForm = ({ application }: { readonly application: Application }) => {
  const [logo, setLogo] = useState<File | null>(null)
  const queries = useQueryClient()
  const upload = useMutation({
    mutationFn: (chosen: File) => uploadLogo(application.clientId, chosen),
    onSuccess: () => queries.invalidateQueries(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (logo) upload.mutate(logo)
  }
  return (
    <Panel title="Logo">
      <form className="form panel-body" onSubmit={submit}>
        <LogoField
          about="It is drawn anew."
          name={application.name}
          path={application.logoPath}
          logo={logo}
          onChoose={setLogo}
        />
        <FailureNote error={upload.error} what="The logo was not changed." />
        {upload.isSuccess && (
          <Note tone="good" icon="circleCheck" role="status">
            The logo was changed. Where the old one is still shown, reload the page.
          </Note>
        )}
        <div className="form-feet">
          <Button type="submit" loading={upload.isPending} disabled={logo === null}>
            Send the logo
          </Button>
        </div>
      </form>
    </Panel>
  )
}
