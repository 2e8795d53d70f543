/** Chooses operator, environment and period; the choice stands in the address. */
import { NativeSelect } from '@mantine/core'
import { PlaceLink, usePlace } from '../../platform/place-link.tsx'
import type { Application } from '../queries.ts'
import { PERIODS, searchText, type UsageSearch } from './usage-search.ts'

interface UsageFiltersProps {
  readonly application: Application
  readonly search: UsageSearch
}

const operatorsOf = ({ connectionList }: Application) => {
  const names = new Map(connectionList.map(({ operatorId, operatorName }) => [operatorId, operatorName]))
  return [...names].map(([value, label]) => ({ value, label }))
}

export const UsageFilters = ({ application, search }: UsageFiltersProps) => {
  const go = usePlace()
  const base = `/applications/${application.clientId}/usage`
  const operators = operatorsOf(application)
  return (
    <div className="filters">
      <NativeSelect
        aria-label="Operator"
        value={search.operatorId ?? ''}
        data={[{ value: '', label: `All operators (${operators.length})` }, ...operators]}
        onChange={({ currentTarget: { value } }) => go(base + searchText({ ...search, operatorId: value || null }))}
      />
      <NativeSelect
        aria-label="Environment"
        value={search.environment ?? ''}
        data={[
          { value: '', label: 'Both environments' },
          { value: 'sandbox', label: 'Sandbox' },
          { value: 'production', label: 'Production' },
        ]}
        onChange={({ currentTarget: { value } }) => go(base + searchText({ ...search, environment: value || null }))}
      />
      <nav className="segments" aria-label="Period">
        {PERIODS.map((days) => (
          <PlaceLink key={days} to={base + searchText({ ...search, days })} isCurrent={days === search.days}>
            {days} d
          </PlaceLink>
        ))}
      </nav>
    </div>
  )
}
