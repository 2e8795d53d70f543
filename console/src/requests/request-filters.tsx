/** What the log is narrowed to; all of it in the address. */
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { DayField } from '../parts/day-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { OUTCOME_WORDS } from '../parts/request-outcome.tsx'
import { TypedFilter } from '../parts/typed-filter.tsx'
import { useAddress } from '../shell/address.ts'
import { ACTORS } from './queries.ts'
import { REQUEST_OUTCOMES } from './search.ts'

export const RequestFilters = () => {
  const { search, change } = useAddress('/requests')
  const actors = useQuery(queryOf(ACTORS, {})).data
  return (
    <div className="filters one-row">
      <TypedFilter
        className="search"
        label="Request id"
        placeholder="req_…"
        icon={<Icon name="search" />}
        value={search.id}
        onCommit={(id) => change({ id })}
      />
      <NativeSelect
        label="By"
        value={search.actor ?? ''}
        onChange={(event) => change({ actor: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'Any' },
          ...(actors?.addOnList.map(({ clientId, name }) => ({ value: clientId, label: name })) ?? []),
          ...(actors?.apiKeyList.map(({ apiKeyId, label }) => ({ value: apiKeyId, label: `Key: ${label}` })) ?? []),
        ]}
      />
      <NativeSelect
        label="Outcome"
        value={search.outcome ?? ''}
        onChange={(event) => change({ outcome: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'Any' },
          ...REQUEST_OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value].word })),
        ]}
      />
      <TypedFilter
        label="Operation"
        placeholder="DayFlights"
        value={search.operation}
        onCommit={(operation) => change({ operation })}
      />
      <TypedFilter label="Code" placeholder="TIME_ORDER" value={search.code} onCommit={(code) => change({ code })} />
      <DayField label="From (UTC)" value={search.from} onChange={(from) => change({ from })} />
      <DayField label="To (UTC)" value={search.to} onChange={(to) => change({ to })} />
    </div>
  )
}
