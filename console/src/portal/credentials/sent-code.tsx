/** A code that was sent by SMS: where to, whether it left, and how long it can be typed. */
import { TextInput } from '@mantine/core'
import { Moment } from '../../parts/moment.tsx'
import { counted } from '../../text/count.ts'
import type { Application } from '../queries.ts'

/** Enough to know one's own number, for whoever looks over a shoulder too little to call it. */
export const maskedNumber = (number: string): string => `${number.slice(0, 3)} ••• ••${number.slice(-2)}`

type PhoneCode = NonNullable<Application['secretCode']>

const DELIVERY = {
  WAITING: 'on its way',
  SENT: 'sent',
  FAILING: 'not taken by the gateway yet; it is tried again',
} as const

export const SentCode = ({ code }: { readonly code: PhoneCode }) => (
  <p className="small muted" role="status">
    To <b>{maskedNumber(code.phoneNumber)}</b>: {DELIVERY[code.delivery]}. {counted(code.triesLeft, 'try', 'tries')}{' '}
    left, until <Moment at={code.expiresAt} as="seconds" />.
  </p>
)

interface CodeFieldProps {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

export const CodeField = ({ label, value, error, onChange }: CodeFieldProps) => (
  <TextInput
    label={label}
    className="code-cells"
    inputMode="numeric"
    autoComplete="one-time-code"
    required
    withAsterisk={false}
    spellCheck={false}
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))}
  />
)
