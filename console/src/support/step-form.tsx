/** A step of staff: what it does, a reason that is recorded, and a button that says what happens. */
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { problemsByField } from '../graph/problems.ts'
import { Panel } from '../parts/panel.tsx'
import { FailureNote } from '../states/failure-note.tsx'

interface StepFormProps {
  readonly title: string
  readonly verb: string
  /** The people who will read the reason. */
  readonly readBy?: string
  readonly isDangerous?: boolean
  readonly isBusy: boolean
  readonly error: unknown
  /** Fields of `children` that show their own problems. */
  readonly fields?: readonly string[]
  readonly onSubmit: (reason: string, done: () => void) => void
  readonly children?: ReactNode
}

const REASON_FIELDS = ['reason', 'note']

export const StepForm = ({
  title,
  verb,
  readBy = 'the provider',
  isDangerous = false,
  isBusy,
  error,
  fields = [],
  onSubmit,
  children,
}: StepFormProps) => {
  const [reason, setReason] = useState('')
  const problems = problemsByField(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(reason, () => setReason(''))
  }
  return (
    <Panel title={title}>
      <form className="form panel-body" onSubmit={submit}>
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
        {error != null && (
          <FailureNote error={error} what="Nothing was recorded." fields={[...REASON_FIELDS, ...fields]} />
        )}
        <div className="form-feet">
          <Button type="submit" variant="filled" {...(isDangerous ? { color: 'red' } : {})} loading={isBusy}>
            {verb}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
