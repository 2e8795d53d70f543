/** A day and an hour, both chosen in words: no order of day and month to guess. */
import { NativeSelect } from '@mantine/core'
import { DEMO_HOURS, demoDays } from './demo-times.ts'

export interface DemoTime {
  readonly day: string
  readonly hour: string
}

interface DemoTimeFieldProps {
  readonly label: string
  readonly value: DemoTime
  readonly error?: string | undefined
  readonly onChange: (time: DemoTime) => void
}

export const DemoTimeField = ({ label, value, error, onChange }: DemoTimeFieldProps) => (
  <div className="pair">
    <NativeSelect
      label={label}
      required
      withAsterisk={false}
      value={value.day}
      error={error}
      data={[{ value: '', label: 'Choose a day' }, ...demoDays(new Date())]}
      onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
    />
    <NativeSelect
      label="at"
      aria-label={`${label}, at`}
      value={value.hour}
      data={[...DEMO_HOURS]}
      onChange={(event) => onChange({ ...value, hour: event.currentTarget.value })}
    />
  </div>
)
