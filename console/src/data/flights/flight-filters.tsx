/** What the flights are narrowed to; all of it in the address. */
import { NativeSelect } from '@mantine/core'
import { DayField } from '../../parts/day-field.tsx'
import { useAddress } from '../../shell/address.ts'
import { AirportFilter } from '../airport-filter.tsx'
import { spelled } from '../spelled.ts'
import { daysOf } from './flight-search.ts'
import { FLIGHT_STATUS_CHOICES } from './flight-statuses.ts'

export const FlightFilters = ({ now }: { readonly now: Date }) => {
  const { search, change } = useAddress('/data/flights')
  const days = daysOf(search, now)
  return (
    <div className="filters">
      <DayField label="From (UTC)" value={days.from} onChange={(from) => change({ from })} />
      <DayField label="To (UTC)" value={days.to} onChange={(to) => change({ to })} />
      <AirportFilter label="From airport" value={search.adep} onChange={(adep) => change({ adep })} />
      <AirportFilter label="To airport" value={search.ades} onChange={(ades) => change({ ades })} />
      <NativeSelect
        label="Status"
        value={search.status ?? ''}
        onChange={(event) => change({ status: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'Any status' },
          ...FLIGHT_STATUS_CHOICES.map((status) => ({ value: status, label: spelled(status) })),
        ]}
      />
    </div>
  )
}
