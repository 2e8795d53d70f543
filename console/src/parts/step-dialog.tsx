/** Asks before a step: what follows from it, whether it can be undone, and the reason where one is given. */
import { Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ChangeState } from '../graph/change.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Icon, type IconName } from './icon.tsx'

export interface Consequence {
  readonly icon: IconName
  readonly says: ReactNode
}

export interface StepQuestion {
  readonly title: string
  readonly verb: string
  readonly about?: ReactNode
  readonly isDestructive?: boolean
  readonly follows: readonly Consequence[]
  /** Asked for where it has a label. */
  readonly reason?: {
    readonly label: string
    readonly isNeeded?: boolean
    readonly usual?: readonly string[]
    /** Who reads it: the buyer where nobody is named. */
    readonly reader?: string
  }
}

interface StepDialogProps {
  /** Null: nothing is asked. */
  readonly question: StepQuestion | null
  /** What takes the step; why it was refused is forgotten when the dialog closes. */
  readonly change: ChangeState & { readonly reset: () => void }
  readonly onConfirm: (reason: string | null) => void
  readonly onClose: () => void
  /** What the step takes beside its reason. */
  readonly children?: ReactNode
}

const MAX_REASON = 1000

interface AskedProps extends StepDialogProps {
  readonly question: StepQuestion
}

const Asked = ({ question, change, onConfirm, onClose, children }: AskedProps) => {
  const { title, verb, about, isDestructive = false, follows, reason } = question
  const [text, setText] = useState(reason?.usual?.[0] ?? '')
  const [isTried, setTried] = useState(false)
  const isMissing = reason?.isNeeded === true && text.trim() === ''
  const close = () => {
    change.reset()
    onClose()
  }
  const confirm = () => {
    setTried(true)
    if (!isMissing) onConfirm(text.trim() || null)
  }
  return (
    <ConfirmDialog
      title={title}
      verb={verb}
      isDestructive={isDestructive}
      change={change}
      onConfirm={confirm}
      onClose={close}
    >
      {about && <p>{about}</p>}
      <ul className="consequences">
        {follows.map(({ icon, says }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of one question never changes
          <li key={index}>
            <Icon name={icon} />
            <span>{says}</span>
          </li>
        ))}
      </ul>
      {children}
      {reason && (
        <Textarea
          label={reason.label}
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          value={text}
          error={isTried && isMissing ? `Say why: ${reason.reader ?? 'the buyer'} reads it.` : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}

export const StepDialog = (props: StepDialogProps) =>
  props.question && <Asked key={props.question.title} {...props} question={props.question} />
