/** A filter that is typed: it takes effect after a short pause, on Enter, or on leaving the field. */
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'

interface TypedFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly placeholder?: string
  readonly className?: string
  readonly icon?: ReactNode
  readonly onCommit: (value: string | undefined) => void
}

export const PAUSE_MS = 350

export const TypedFilter = ({ label, value = '', placeholder, className, icon, onCommit }: TypedFilterProps) => {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const commit = (text: string) => {
    const settled = text.trim()
    if (settled !== value) onCommit(settled === '' ? undefined : settled)
  }
  const commitSoon = useDebouncedCallback(commit, PAUSE_MS)
  const commitNow = () => {
    commitSoon.cancel()
    commit(typed)
  }
  return (
    <TextInput
      className={className ?? 'code-filter'}
      label={label}
      placeholder={placeholder}
      leftSection={icon}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        commitSoon(event.currentTarget.value)
      }}
      onBlur={commitNow}
      onKeyDown={(event) => event.key === 'Enter' && commitNow()}
    />
  )
}
