/** A record of another kind, found by its name. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choiceOf } from '../graph/query.ts'
import { PAUSE_MS } from '../parts/typed-filter.tsx'
import { Choice } from './choice.tsx'
import { choiceDocument } from './documents.ts'
import { idOf, type Kind } from './kinds.ts'
import { titleOf } from './objects.ts'
import { listVariables, textFilter } from './record-search.ts'
import { namesOf } from './use-names.ts'

const MAX_FOUND = 8
const MAX_READ = 500

/** A list that needs a time or another record cannot be searched by a name alone. */
export const canBeFound = ({ filters }: Kind): boolean => filters.needsOneOf.length === 0

interface RecordChoiceProps {
  readonly kind: Kind
  readonly name: string
  readonly label: string
  readonly error: string | undefined
  readonly description?: string | undefined
  readonly value: string
  readonly onChange: (id: string) => void
}

/**
 * By the server's search where the kind has one; else among the first of the list. Asked for once somebody goes there:
 * most forms are saved without.
 */
const useFound = (kind: Kind, typed: string, isAsked: boolean) => {
  const text = textFilter(kind)
  const [settled] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const filter = text && settled !== '' ? { [text.name]: settled } : {}
  const page = { first: text ? MAX_FOUND : MAX_READ, after: null }
  const { data } = useQuery({
    ...choiceOf(choiceDocument(kind), { ...listVariables(kind, filter), page }),
    enabled: isAsked,
  })
  const rows = data?.[kind.queries.list]?.nodeList ?? []
  const words = typed.toLowerCase().trim()
  return rows
    .map((row) => ({ id: idOf(kind, row), name: titleOf(kind, row) }))
    .filter(({ name }) => text !== undefined || name.toLowerCase().includes(words))
    .slice(0, MAX_FOUND)
}

export const RecordChoice = ({ kind, value, onChange, ...rest }: RecordChoiceProps) => {
  const [typed, setTyped] = useState('')
  const [isAsked, setAsked] = useState(false)
  const found = useFound(kind, typed, isAsked)
  const { data } = useQuery({ ...namesOf(kind, [value]), enabled: value !== '' })
  const row = data?.[kind.queries.list]?.nodeList[0]
  const chosen = value === '' ? undefined : { id: value, name: row ? titleOf(kind, row) : value }
  return (
    <Choice
      {...rest}
      placeholder="Type its name"
      chosen={chosen}
      found={found}
      onGoTo={() => setAsked(true)}
      onType={setTyped}
      onChoose={onChange}
    />
  )
}
