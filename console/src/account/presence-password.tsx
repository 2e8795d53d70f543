/** Asks for the password once the server wants it: adding credentials needs that sign-in was a short while ago. */
import { PasswordInput } from '@mantine/core'

interface PresencePasswordProps {
  readonly value: string
  /** What the server says of it; there is no field before it says something. */
  readonly problem: string | undefined
  readonly onChange: (password: string) => void
}

export const PresencePassword = ({ value, problem, onChange }: PresencePasswordProps) =>
  problem === undefined && value === '' ? null : (
    <PasswordInput
      label="Password, as you signed in a while ago"
      name="currentPassword"
      required
      withAsterisk={false}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
