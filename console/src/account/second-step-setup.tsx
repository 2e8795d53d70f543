/** Setting up: the key as a picture and as text, then one code that proves the authenticator has it. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { QrPicture } from './qr-picture.tsx'
import { SECOND_STEP_CANCEL, SECOND_STEP_CONFIRM } from './queries.ts'

const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

interface SecondStepSetupProps {
  readonly secret: string
  readonly otpauthUri: string
  /** The recovery codes that come with it, shown once. */
  readonly onCodes: (codes: readonly string[]) => void
}

export const SecondStepSetup = ({ secret, otpauthUri, onCodes }: SecondStepSetupProps) => {
  const [code, setCode] = useState('')
  const confirm = useChange(SECOND_STEP_CONFIRM)
  const cancel = useChange(SECOND_STEP_CANCEL)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Not a callback of `mutate`: this form is gone once the page has read that the second step is on.
    confirm.mutateAsync({ code: code.replaceAll(' ', '') }).then(
      ({ accountSecondStepConfirm }) => onCodes(accountSecondStepConfirm.recoveryCodeList ?? []),
      () => {},
    )
  }
  return (
    <form className="panel-body form" onSubmit={submit}>
      <p>Scan this with your authenticator app, or type the key by hand.</p>
      <QrPicture text={otpauthUri} />
      <div className="stack-tight">
        <code>{grouped(secret)}</code>
        <CopyButton label="Copy the key" text={secret} />
      </div>
      <TextInput
        label="Code it shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        value={code}
        error={problemsByField(confirm.error).code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <FailureNote error={confirm.error} what="The second step is not on yet." fields={['code']} />
      <div className="form-feet">
        <Button loading={cancel.isPending} onClick={() => cancel.mutate({})}>
          Cancel
        </Button>
        <Button type="submit" variant="filled" loading={confirm.isPending}>
          Turn on
        </Button>
      </div>
    </form>
  )
}
