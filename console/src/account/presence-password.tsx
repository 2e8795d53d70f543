/** Asks for the password where the person signed in more than ten minutes ago: a new way in needs them at the keyboard. */
import { PasswordInput } from '@mantine/core'
import type { Account } from './queries.ts'

interface PresencePasswordProps {
  readonly account: Account
  readonly value: string
  /** What was wrong with it; shows the field also where the page still took the sign-in for a recent one. */
  readonly problem: string | undefined
  readonly onChange: (password: string) => void
}

export const PresencePassword = ({ account, value, problem, onChange }: PresencePasswordProps) =>
  account.isRecentSignIn && problem === undefined ? null : (
    <PasswordInput
      label="Password, as you signed in a while ago"
      required
      withAsterisk={false}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
