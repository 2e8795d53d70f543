/** Where a service is asked for, found by airport, aircraft, flight or day; the lines stand under their days. */
import { Combobox } from '@mantine/core'
import { useState } from 'react'
import { Choice } from '../data/choice.tsx'
import { counted } from '../text/count.ts'
import { dayOf, matching, type Place } from './places.ts'

/** As many as are read at a look; whoever looks for another one types. */
const MAX_SHOWN = 10

interface PlaceFieldProps {
  readonly places: readonly Place[]
  readonly placeholder: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (id: string) => void
}

const Lines = ({ found }: { readonly found: readonly Place[] }) => {
  const days = Object.entries(Object.groupBy(found.slice(0, MAX_SHOWN), dayOf))
  const more = found.length - MAX_SHOWN
  return (
    <>
      {days.map(([day, lines = []]) => (
        <Combobox.Group key={day} label={day}>
          {lines.map(({ id, name }) => (
            <Combobox.Option key={id} value={id}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Group>
      ))}
      {more > 0 && <Combobox.Footer>{counted(more, 'more line')}: type to find one.</Combobox.Footer>}
    </>
  )
}

export const PlaceField = ({ places, placeholder, value, error, onChange }: PlaceFieldProps) => {
  const [typed, setTyped] = useState('')
  const found = matching(places, typed)
  return (
    <Choice
      name="place"
      label="Where"
      description="By airport, city, aircraft, flight or day"
      placeholder={placeholder}
      error={error}
      chosen={places.find(({ id }) => id === value)}
      found={found}
      onType={setTyped}
      onChoose={(id) => {
        setTyped('')
        onChange(id)
      }}
      list={
        typed !== '' && found.length === 0 ? (
          <Combobox.Empty>Nothing of these days matches. Choose other days on the board.</Combobox.Empty>
        ) : (
          <Lines found={found} />
        )
      }
    />
  )
}
