/** Ticks the aircraft that a marketplace may offer. */
import { useChange } from '../graph/change.ts'
import { ChoiceForm, type Choosable } from './choice-form.tsx'
import { ADD_ON_AIRCRAFT, type AddOn, type FleetAircraft } from './queries.ts'

const choosable = ({ aircraftId, registration, acftType, seatCount, base }: FleetAircraft): Choosable => ({
  id: aircraftId,
  name: `${registration} ${acftType.model}`,
  about: [`${seatCount} seats`, [base.city, base.iCAO].filter(Boolean).join(' ')].filter(Boolean).join(', '),
})

interface AircraftChoiceProps {
  readonly addOn: AddOn
  readonly fleet: readonly FleetAircraft[]
  readonly onClose: () => void
}

export const AircraftChoice = ({ addOn, fleet, onClose }: AircraftChoiceProps) => {
  const change = useChange(ADD_ON_AIRCRAFT)
  const { clientId, name, offeredAircraftList } = addOn
  return (
    <ChoiceForm
      options={fleet.map(choosable)}
      before={offeredAircraftList.map(({ aircraftId }) => aircraftId)}
      legend="Aircraft it may offer"
      many="aircraft"
      change={change}
      onSave={(aircraftIdList) => change.mutate({ clientId, aircraftIdList }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {name} has no schedule, empty leg or quote of the others, at once. What it bought stays, with the record of the
      aircraft that flies it.
    </ChoiceForm>
  )
}
