/** The filters of a list, made from its description: words to choose, airports, days, yes or no, and a text. */
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { DayField } from '../parts/day-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { TypedFilter } from '../parts/typed-filter.tsx'
import { AirportFilter } from './airport-filter.tsx'
import type { FilterOfKind, Kind } from './kinds.ts'
import { daysOf, isInterval, type RecordSearch } from './record-search.ts'
import { spelled } from './spelled.ts'

interface FilterProps {
  readonly filter: FilterOfKind
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

const isYesOrNo = ({ takes }: FilterOfKind): boolean => takes.startsWith('Boolean')

/** Those that a person can set by hand; ids come with links. */
const isOffered = (filter: FilterOfKind): boolean =>
  filter.words !== undefined || isYesOrNo(filter) || filter.type === 'airport' || filter.type === 'day'

const OneFilter = ({ filter, value, onChange }: FilterProps) => {
  if (filter.type === 'airport') return <AirportFilter label={filter.label} value={value} onChange={onChange} />
  if (filter.type === 'day')
    return <DayField label={filter.label} placeholder="any" value={value} onChange={onChange} />
  const words = filter.words?.map((word) => ({ value: word, label: spelled(word) })) ?? [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ]
  return (
    <NativeSelect
      label={filter.label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[{ value: '', label: 'Any' }, ...words]}
    />
  )
}

interface RecordFiltersProps {
  readonly kind: Kind
  readonly search: RecordSearch
  readonly now: number
  readonly onChange: (part: RecordSearch) => void
  readonly action: ReactNode
}

export const RecordFilters = ({ kind, search, now, onChange, action }: RecordFiltersProps) => {
  const days = daysOf(kind, search, now)
  return (
    <div className="filters">
      <TypedFilter
        className="search"
        label="Find"
        placeholder={`In ${kind.plural}`}
        icon={<Icon name="search" />}
        value={search.q}
        onCommit={(q) => onChange({ q })}
      />
      {kind.filters.list.some(isInterval) && (
        <>
          <DayField label="From (UTC)" placeholder="any" value={days?.from} onChange={(from) => onChange({ from })} />
          <DayField label="To (UTC)" placeholder="any" value={days?.to} onChange={(to) => onChange({ to })} />
        </>
      )}
      {kind.filters.list.filter(isOffered).map((filter) => (
        <OneFilter
          key={filter.name}
          filter={filter}
          value={search[filter.name]}
          onChange={(value) => onChange({ [filter.name]: value })}
        />
      ))}
      {action}
    </div>
  )
}
