/** Ticks the aircraft that a marketplace may offer. */
import { Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { ADD_ON_AIRCRAFT, type AddOn, type FleetAircraft } from './queries.ts'

/** More than these are searched. */
const SEEN_AT_ONCE = 8

const nameOf = ({ registration, acftType }: FleetAircraft): string => `${registration} ${acftType.model}`

const aboutAircraft = ({ seatCount, base }: FleetAircraft): string =>
  [`${seatCount} seats`, [base.city, base.iCAO].filter(Boolean).join(' ')].filter(Boolean).join(', ')

interface AircraftChoiceProps {
  readonly addOn: AddOn
  readonly fleet: readonly FleetAircraft[]
  readonly onClose: () => void
}

export const AircraftChoice = ({ addOn, fleet, onClose }: AircraftChoiceProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(addOn.offeredAircraftList.map(({ aircraftId }) => aircraftId)),
  )
  const [typed, setTyped] = useState('')
  const change = useChange(ADD_ON_AIRCRAFT)
  const searched = typed.trim().toLowerCase()
  const shown = fleet.filter((aircraft) =>
    `${nameOf(aircraft)} ${aboutAircraft(aircraft)}`.toLowerCase().includes(searched),
  )
  // What was sold meanwhile cannot be kept.
  const aircraftIdList = fleet.map(({ aircraftId }) => aircraftId).filter((aircraftId) => chosen.has(aircraftId))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ clientId: addOn.clientId, aircraftIdList }, { onSuccess: onClose })
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      {fleet.length > SEEN_AT_ONCE && (
        <TextInput
          label={`Search ${fleet.length} aircraft`}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <fieldset className="stack-tight">
        <legend className="unseen">Aircraft it may offer</legend>
        {shown.map((aircraft) => (
          <Checkbox
            key={aircraft.aircraftId}
            label={nameOf(aircraft)}
            description={aboutAircraft(aircraft)}
            checked={chosen.has(aircraft.aircraftId)}
            onChange={() => setChosen(chosen.symmetricDifference(new Set([aircraft.aircraftId])))}
          />
        ))}
        {shown.length === 0 && <p className="muted">None matches.</p>}
      </fieldset>
      <p className="small muted">
        {aircraftIdList.length} of {fleet.length} chosen. The others do not exist for {addOn.name}, at once. What it
        bought stays.
      </p>
      {change.isError && <FailureNote error={change.error} what="Nothing was changed." />}
      <FormFeet verb="Save" isBusy={change.isPending} onCancel={onClose} inDrawer />
    </form>
  )
}
