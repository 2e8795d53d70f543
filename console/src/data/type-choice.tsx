/** A type of aircraft, found by designator, manufacturer or model. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '../graph/graphql.ts'
import { queryOf } from '../graph/query.ts'
import { PAUSE_MS } from '../parts/typed-filter.tsx'
import { Choice } from './choice.tsx'

const AIRCRAFT_TYPES = graphql(`
  query AircraftTypes($wildcard: String) {
    aircraftTypeList(wildcard: $wildcard) {
      acftTypeId
      iCAO
      manufacturer
      model
    }
  }
`)

const MAX_FOUND = 12

interface TypeChoiceProps {
  readonly name: string
  readonly label: string
  readonly error: string | undefined
  readonly description?: string | undefined
  readonly value: string
  readonly onChange: (id: string) => void
}

export const TypeChoice = ({ value, onChange, ...rest }: TypeChoiceProps) => {
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data } = useQuery(queryOf(AIRCRAFT_TYPES, { wildcard: settled === '' ? null : settled }))
  const all = useQuery(queryOf(AIRCRAFT_TYPES, { wildcard: null }))
  const nameOf = (type: { iCAO: string; manufacturer: string; model: string }) =>
    `${type.iCAO} ${type.manufacturer} ${type.model}`
  const own = all.data?.aircraftTypeList.find(({ acftTypeId }) => acftTypeId === value)
  return (
    <Choice
      {...rest}
      placeholder="PC24, Pilatus"
      chosen={value === '' ? undefined : { id: value, name: own ? nameOf(own) : value }}
      found={(data?.aircraftTypeList ?? [])
        .slice(0, MAX_FOUND)
        .map((type) => ({ id: type.acftTypeId, name: nameOf(type) }))}
      onType={setTyped}
      onChoose={onChange}
    />
  )
}
