/** Which aircraft a marketplace may offer; an administrator changes them here. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Panel } from '../parts/panel.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Loaded } from '../states/loaded.tsx'
import { AircraftChoice } from './aircraft-choice.tsx'
import { fleetQuery } from './fleet.ts'
import type { AddOn } from './queries.ts'
import '../parts/scope-use-list.css'

const Offers = ({ addOn }: { readonly addOn: AddOn }) => {
  const viewer = useViewer()
  const [isChanging, setChanging] = useState(false)
  const mayList = mayDo(viewer, 'aircraft:read')
  const query = useQuery({ ...fleetQuery, enabled: mayList })
  const { offeredAircraftList: offered, name } = addOn
  return (
    <Panel
      title={`${name} offers`}
      hint={query.data && `${offered.length} of ${query.data.length}`}
      aside={
        mayList &&
        mayDo(viewer, 'add-on:write') && (
          <Button size="xs" onClick={() => setChanging(true)}>
            Change
          </Button>
        )
      }
    >
      {offered.length === 0 ? (
        <p className="panel-body muted">No aircraft yet: it finds nothing here.</p>
      ) : (
        <ul className="scope-list">
          {offered.map(({ aircraftId, registration, seatCount }) => (
            <li key={aircraftId}>
              <Icon name="check" />
              <span>{registration}</span>
              <span className="scope-use">{seatCount} seats</span>
            </li>
          ))}
        </ul>
      )}
      <p className="panel-foot small muted">
        Aircraft that join the fleet later are not offered until you choose them here.
      </p>
      <SideDrawer title={`${name} offers`} isOpen={isChanging} onClose={() => setChanging(false)}>
        <Loaded query={query}>
          {(fleet) => <AircraftChoice addOn={addOn} fleet={fleet} onClose={() => setChanging(false)} />}
        </Loaded>
      </SideDrawer>
    </Panel>
  )
}

/** Nothing for an application that sells nothing. */
export const OfferedAircraft = ({ addOn }: { readonly addOn: AddOn }) =>
  addOn.kind === 'marketplace' && !addOn.isPersonal && <Offers addOn={addOn} />
