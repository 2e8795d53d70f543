/** A key for all aircraft, or for some of them (access-model §6). */
import { Checkbox, NativeSelect } from '@mantine/core'
import { counted } from '../../text/count.ts'
import type { FleetAircraft } from '../queries.ts'
import './aircraft-limit.css'

interface AircraftLimitProps {
  readonly fleet: readonly FleetAircraft[]
  /** Null: all of them. */
  readonly chosen: ReadonlySet<string> | null
  readonly error: string | undefined
  readonly onChange: (chosen: ReadonlySet<string> | null) => void
}

export const AircraftLimit = ({ fleet, chosen, error, onChange }: AircraftLimitProps) => (
  <div className="stack-tight">
    <NativeSelect
      label="Aircraft"
      value={chosen === null ? 'all' : 'some'}
      onChange={(event) => onChange(event.currentTarget.value === 'all' ? null : new Set())}
      data={[
        { value: 'all', label: `All ${counted(fleet.length, 'aircraft', 'aircraft')}` },
        { value: 'some', label: 'Only some' },
      ]}
      error={error}
    />
    {chosen !== null && (
      <fieldset className="aircraft-choice">
        <legend className="unseen">Aircraft it is for</legend>
        {fleet.map(({ aircraftId, registration, acftType }) => (
          <Checkbox
            key={aircraftId}
            size="xs"
            label={
              <>
                <span className="mono">{registration}</span> <span className="muted mono">{acftType.iCAO}</span>
              </>
            }
            checked={chosen.has(aircraftId)}
            onChange={() => onChange(chosen.symmetricDifference(new Set([aircraftId])))}
          />
        ))}
      </fieldset>
    )}
  </div>
)
