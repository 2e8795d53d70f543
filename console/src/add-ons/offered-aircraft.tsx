/** Which aircraft a marketplace may offer; an administrator changes them here. */
import { AircraftChoice } from './aircraft-choice.tsx'
import { ChosenPanel } from './chosen-panel.tsx'
import { fleetQuery } from './fleet.ts'
import type { AddOn } from './queries.ts'

/** Nothing for an application that sells nothing. */
export const OfferedAircraft = ({ addOn }: { readonly addOn: AddOn }) =>
  addOn.kind === 'marketplace' &&
  !addOn.isPersonal && (
    <ChosenPanel
      title={`${addOn.name} offers`}
      offered={fleetQuery}
      readScope="aircraft:read"
      chosen={() =>
        addOn.offeredAircraftList.map(({ aircraftId, registration, seatCount }) => ({
          id: aircraftId,
          name: registration,
          about: `${seatCount} seats`,
        }))
      }
      ifNone="No aircraft yet: it finds nothing here."
      foot="Aircraft that join the fleet later are not offered until you choose them here."
      choice={(fleet, close) => <AircraftChoice addOn={addOn} fleet={fleet} onClose={close} />}
    />
  )
