/** Connected or available, a search, a kind: all of it in the address, so that a view can be sent to somebody. */
import { NativeSelect, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { OutcomeLegend } from '../charts/outcome-legend.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAddress } from '../shell/address.ts'
import { KIND_NAMES, kindInWords } from './kinds.ts'

interface AddOnFiltersProps {
  readonly connectedCount: number
  readonly availableCount: number
}

export const AddOnFilters = ({ connectedCount, availableCount }: AddOnFiltersProps) => {
  const { search, change } = useAddress('/add-ons')
  const { show: _, ...rest } = search
  return (
    <div className="filters">
      <nav className="segments" aria-label="Show">
        <Link
          to="/add-ons"
          search={rest}
          activeOptions={{ exact: true }}
          aria-current={search.show === undefined ? 'true' : undefined}
        >
          Connected {connectedCount}
        </Link>
        <Link
          to="/add-ons"
          search={{ ...rest, show: 'available' }}
          aria-current={search.show === 'available' ? 'true' : undefined}
        >
          Available {availableCount}
        </Link>
      </nav>
      <TextInput
        className="search"
        aria-label="Search applications"
        placeholder="Name, provider or scope"
        leftSection={<Icon name="search" />}
        value={search.q ?? ''}
        onChange={(event) => change({ q: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label="Kind"
        value={search.kind ?? ''}
        onChange={(event) => change({ kind: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'All kinds' },
          ...KIND_NAMES.map((kind) => ({ value: kind, label: kindInWords(kind) })),
        ]}
      />
      {search.show === undefined && <OutcomeLegend />}
    </div>
  )
}
