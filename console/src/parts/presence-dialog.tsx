/** Asks for the password before a change that makes a credential or weakens one, where the sign-in is a while ago. */
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState, useSyncExternalStore } from 'react'
import { presenceQuestion } from '../graph/presence.ts'
import { inWords } from '../graph/problems.ts'
import { Dialog } from './dialog.tsx'

interface PasswordFormProps {
  readonly problem: string | null
  readonly isBusy: boolean
  readonly onAnswer: (password: string | null) => void
}

/** Mantine closes every open dialog by Escape: marked like this, only this one is closed, and the form below stays. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' }

/** The form that was sent may stand in a drawer or a dialog; Mantine gives both 200. */
const ABOVE_DRAWERS = 300

const PasswordForm = ({ problem, isBusy, onAnswer }: PasswordFormProps) => {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onAnswer(password)
  }
  const giveUp = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onAnswer(null)
  }
  return (
    <form className="form" onSubmit={submit} onKeyDown={giveUp}>
      <p>
        You signed in a while ago, and this gives or widens access. Type your password, or{' '}
        <a href="/sign-in/" target="_blank" rel="noopener" {...OWN_ESCAPE}>
          sign in again
        </a>{' '}
        in another window, by passkey too, and go on here without it.
      </p>
      <PasswordInput
        label="Password"
        data-autofocus
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', ...OWN_ESCAPE }}
        value={password}
        error={problem === null ? null : inWords(problem)}
        onChange={(event) => setPassword(event.currentTarget.value)}
        {...OWN_ESCAPE}
      />
      <div className="form-feet">
        <Button onClick={() => onAnswer(null)} {...OWN_ESCAPE}>
          Cancel
        </Button>
        <Button type="submit" variant="filled" loading={isBusy} {...OWN_ESCAPE}>
          Go on
        </Button>
      </div>
    </form>
  )
}

export const PresenceDialog = () => {
  const question = useSyncExternalStore(presenceQuestion.subscribe, presenceQuestion.get)
  return (
    <Dialog
      title="Is it you?"
      hasCross={false}
      isOpen={question !== null}
      onClose={() => question?.answer(null)}
      zIndex={ABOVE_DRAWERS}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {question && <PasswordForm problem={question.problem} isBusy={question.isBusy} onAnswer={question.answer} />}
    </Dialog>
  )
}
