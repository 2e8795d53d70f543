/** Narrows to one airport: typed as a city, a name or a code, and chosen from what is found. The address keeps the code. */
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { queryOf } from '../graph/query.ts'
import { PAUSE_MS } from '../parts/typed-filter.tsx'
import { AIRPORT_BY_CODE, AIRPORTS, type AirportName, bestOf, codeOf, hasCode, noSuchAirport } from './airports.ts'
import './airport-filter.css'

interface AirportFilterProps {
  readonly label: string
  /** The code in the address. */
  readonly value: string | undefined
  /** In a form: its name there, and what is wrong with it. */
  readonly name?: string
  readonly error?: string | undefined
  readonly onChange: (code: string | undefined) => void
}

const MIN_TYPED = 2

/** Undefined while loading, null if there is no such airport. */
export const useAirport = (code: string | undefined): AirportName | null | undefined =>
  useQuery({ ...queryOf(AIRPORT_BY_CODE, { code: code ?? '' }), enabled: code !== undefined }).data?.airportByCode

const Option = ({ airport, typed }: { readonly airport: AirportName; readonly typed: string }) => {
  const text = [airport.city, airport.name].filter(Boolean).join(', ')
  const at = text.toLowerCase().indexOf(typed.toLowerCase())
  return (
    <>
      <span className="mono">{codeOf(airport)}</span>
      <span>
        {at === -1 ? (
          text
        ) : (
          <>
            {text.slice(0, at)}
            <mark>{text.slice(at, at + typed.length)}</mark>
            {text.slice(at + typed.length)}
          </>
        )}
      </span>
      {airport.iATA !== null && <span className="mono muted">{airport.iATA}</span>}
    </>
  )
}

/** Searches for the typed text after a short pause. */
const useFound = (typed: string | null): readonly AirportName[] | undefined => {
  const [settled] = useDebouncedValue(typed?.trim() ?? '', PAUSE_MS)
  const { data } = useQuery({ ...queryOf(AIRPORTS, { wildcard: settled }), enabled: settled.length >= MIN_TYPED })
  if (typed === null || settled !== typed.trim() || settled.length < MIN_TYPED) return undefined
  return data && bestOf(data.airportList, settled)
}

interface ListProps {
  readonly id: string
  readonly label: string
  readonly found: readonly AirportName[]
  readonly typed: string
  readonly active: number
  readonly onChoose: (airport: AirportName) => void
}

const FoundList = ({ id, label, found, typed, active, onChoose }: ListProps) => (
  <div className="airport-list" role="listbox" id={id} aria-label={label}>
    {found.map((airport, index) => (
      // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
      <div
        key={airport.airportId}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === active}
        // Before the field loses the focus.
        onPointerDown={(event) => {
          event.preventDefault()
          onChoose(airport)
        }}
      >
        <Option airport={airport} typed={typed} />
      </div>
    ))}
  </div>
)

export const AirportFilter = ({ label, value, name, error, onChange }: AirportFilterProps) => {
  const id = useId()
  const airport = useAirport(value)
  /** Null while nothing is being typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const found = useFound(typed)
  const settle = (code: string | undefined) => {
    setTyped(null)
    setActive(0)
    if (code !== value) onChange(code)
  }
  const choose = (chosen: AirportName) => settle(codeOf(chosen))
  const exact = found?.find((one) => hasCode(one, typed ?? ''))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a whole code is chosen when it is found, not when `choose` changes
  useEffect(() => {
    if (exact) choose(exact)
  }, [exact])
  const isOpen = typed !== null && found !== undefined && found.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null)
    if (event.key === 'Enter' && isOpen && found[active]) choose(found[active])
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || !isOpen) return
    event.preventDefault()
    setActive((active + step + found.length) % found.length)
  }
  const unknown = typed !== null && found?.length === 0 ? typed : airport === null ? value : undefined
  const shown = airport ? `${codeOf(airport)} ${airport.city ?? airport.name}` : (value ?? '')
  return (
    <div className="airport-filter">
      <TextInput
        label={label}
        {...(name === undefined ? {} : { name })}
        placeholder="Zürich, ZRH, LSZH"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        value={typed ?? shown}
        error={unknown === undefined ? error : noSuchAirport(unknown)}
        onChange={(event) => {
          setActive(0)
          if (event.currentTarget.value.trim() === '') settle(undefined)
          else setTyped(event.currentTarget.value)
        }}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => found?.length !== 0 && setTyped(null)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <FoundList id={id} label={label} found={found} typed={typed.trim()} active={active} onChoose={choose} />
      )}
    </div>
  )
}
