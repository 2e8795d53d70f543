/** Lists every available application that matches the filters. */
import { Link } from '@tanstack/react-router'
import { Empty } from '../states/empty.tsx'
import { AvailableTable } from './available-table.tsx'
import type { AvailableAddOn } from './queries.ts'

interface AvailableAddOnsProps {
  readonly addOns: readonly AvailableAddOn[]
  readonly isFiltered: boolean
}

const ShowAll = () => (
  <Link to="/add-ons" search={{ show: 'available' }}>
    Show all
  </Link>
)

export const AvailableAddOns = ({ addOns, isFiltered }: AvailableAddOnsProps) => (
  <section className="panel" aria-label="Available applications">
    {addOns.length > 0 ? (
      <AvailableTable addOns={addOns} />
    ) : isFiltered ? (
      <Empty icon="search" title="No available application matches" action={<ShowAll />} />
    ) : (
      <Empty icon="plug" title="Nothing left to connect" />
    )}
  </section>
)
