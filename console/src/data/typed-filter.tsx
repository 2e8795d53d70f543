/** A filter that is typed: it takes effect on Enter or on leaving the field, because a half-typed code is no code. */
import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'

interface TypedFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly placeholder?: string
  readonly onCommit: (value: string | undefined) => void
}

export const TypedFilter = ({ label, value = '', placeholder, onCommit }: TypedFilterProps) => {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const commit = () => {
    const settled = typed.trim()
    if (settled !== value) onCommit(settled === '' ? undefined : settled)
  }
  return (
    <TextInput
      className="code-filter"
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
