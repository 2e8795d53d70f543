/** Renames a passkey, so that the user can tell them apart. */
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { MAX_PASSKEY_NAME_CHARACTERS } from './passkey-form.tsx'
import { PASSKEY_RENAME, type Passkey } from './queries.ts'

interface PasskeyRenameProps {
  readonly passkey: Passkey
  readonly onClose: () => void
}

export const PasskeyRename = ({ passkey, onClose }: PasskeyRenameProps) => {
  const [name, setName] = useState(passkey.name)
  const rename = useChange(PASSKEY_RENAME)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate({ passkeyId: passkey.passkeyId, name }, { onSuccess: onClose })
  }
  return (
    <SideDrawer title={`Rename ${passkey.name}`} isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          maxLength={MAX_PASSKEY_NAME_CHARACTERS}
          autoComplete="off"
          data-autofocus
          value={name}
          error={problemsByField(rename.error).name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FailureNote error={rename.error} what="The name is as it was." fields={['name']} />
        <FormFeet verb="Rename" isBusy={rename.isPending} onCancel={onClose} />
      </form>
    </SideDrawer>
  )
}
