/** A step of staff: what it does, a reason that is recorded, and a button that says what happens. */
import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ChangeState } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Panel } from '../parts/panel.tsx'
import { FailureNote } from '../states/failure-note.tsx'

interface StepProps {
  readonly verb: string
  /** The people who will read the reason. */
  readonly readBy?: string
  readonly isDangerous?: boolean
  readonly change: ChangeState
  /** Fields of `children` that show their own problems. */
  readonly fields?: readonly string[]
  /** A name that has to be typed before a dangerous step is taken. */
  readonly typedName?: string
  readonly onSubmit: (reason: string, done: () => void) => void
  readonly children?: ReactNode
}

const REASON_FIELDS = ['reason', 'note']

interface StepFieldsProps extends StepProps {
  readonly onDone?: () => void
  readonly onCancel?: () => void
}

const StepFields = ({
  verb,
  readBy = 'the provider',
  isDangerous = false,
  change: { isPending, error },
  fields = [],
  typedName,
  onSubmit,
  onDone,
  onCancel,
  children,
}: StepFieldsProps) => {
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const problems = problemsByField(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(reason, () => {
      setReason('')
      onDone?.()
    })
  }
  return (
    <form className="form" onSubmit={submit}>
      {children}
      <Textarea
        label={`Reason, shown to ${readBy}`}
        rows={3}
        required
        withAsterisk={false}
        maxLength={1000}
        value={reason}
        error={problems.reason ?? problems.note}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {typedName !== undefined && (
        <TextInput
          label={
            <>
              Type <b>{typedName}</b> to go on
            </>
          }
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {error != null && (
        <FailureNote error={error} what="Nothing was recorded." fields={[...REASON_FIELDS, ...fields]} />
      )}
      <div className="form-feet">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button
          type="submit"
          variant="filled"
          disabled={typedName !== undefined && typed.trim() !== typedName}
          {...(isDangerous ? { color: 'red' } : {})}
          loading={isPending}
        >
          {verb}
        </Button>
      </div>
    </form>
  )
}

interface StepFormProps extends StepProps {
  readonly title: string
  readonly aside?: ReactNode
}

export const StepForm = ({ title, aside, ...step }: StepFormProps) => (
  <Panel title={title} aside={aside}>
    <div className="panel-body">
      <StepFields {...step} />
    </div>
  </Panel>
)

interface OpenedStepProps extends StepProps {
  readonly title: string
  readonly isOpen?: boolean
  readonly onClose: () => void
}

/** In a dialog that a menu opened. */
export const OpenedStep = ({ title, isOpen, onClose, ...step }: OpenedStepProps) => (
  <Dialog title={title} {...(isOpen === undefined ? {} : { isOpen })} onClose={onClose}>
    <StepFields {...step} onDone={onClose} onCancel={onClose} />
  </Dialog>
)

interface StepButtonProps extends StepProps {
  /** What opens it. */
  readonly button: string
  readonly title: string
}

/** A button that opens the step in a dialog, for what is not done every day. */
export const StepButton = ({ button, ...step }: StepButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...(step.isDangerous ? { color: 'red' } : {})} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <OpenedStep {...step} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
