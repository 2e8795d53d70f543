/**
 * A day in UTC, written out ("12 Nov 2026"), whichever order the browser's language has: typed as that, or as
 * 2026-11-12. The arrow keys move it by a day.
 */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { utcDay } from '../text/instant.ts'
import { dayMoved, readDay } from '../text/read-day.ts'

interface DayFieldProps {
  readonly label: string
  /** As 2026-11-12; undefined where none is set. */
  readonly value: string | undefined
  /** What an empty one means, where that is not that a day is missing: "any". */
  readonly placeholder?: string
  readonly error?: string | undefined
  readonly onChange: (day: string | undefined) => void
}

const shownAs = (day: string | undefined): string => (day === undefined ? '' : utcDay(new Date(`${day}T00:00:00Z`)))

export const DayField = ({ label, value, placeholder = '12 Nov 2026', error, onChange }: DayFieldProps) => {
  /** Null while nothing is being typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const isUnread = typed !== null && typed.trim() !== '' && readDay(typed) === undefined
  const settle = () => {
    if (typed === null || isUnread) return
    setTyped(null)
    const day = readDay(typed)
    if (day !== value) onChange(day)
  }
  return (
    <TextInput
      className="day-field"
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      value={typed ?? shownAs(value)}
      error={error ?? (isUnread ? 'A day such as 12 Nov 2026' : undefined)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        if (text.trim() === '') onChange(undefined)
        // A whole day takes effect at once.
        const day = readDay(text)
        if (day !== undefined && day !== value) onChange(day)
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
        const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
        if (step === 0 || value === undefined) return
        event.preventDefault()
        setTyped(null)
        onChange(dayMoved(value, step))
      }}
    />
  )
}
