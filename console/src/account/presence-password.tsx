/** Asks for the password if sign-in was more than ten minutes ago: adding credentials needs recent authentication. */
import { PasswordInput } from '@mantine/core'
import type { Account } from './queries.ts'

interface PresencePasswordProps {
  readonly account: Account
  readonly value: string
  /** The error of the field; shows the field even if the page still considered the sign-in recent. */
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
