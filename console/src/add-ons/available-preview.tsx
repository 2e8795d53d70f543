/** Shows the first few available applications below the connected ones. */
import { Link } from '@tanstack/react-router'
import { Panel } from '../parts/panel.tsx'
import { AvailableTable } from './available-table.tsx'
import type { AvailableAddOn } from './queries.ts'

const SHOWN = 3

export const AvailablePreview = ({ addOns }: { readonly addOns: readonly AvailableAddOn[] }) =>
  addOns.length === 0 ? null : (
    <Panel
      title="Available"
      hint={addOns.length > SHOWN ? `${SHOWN} of ${addOns.length} shown` : 'not connected yet'}
      aside={
        addOns.length > SHOWN && (
          <Link className="small" to="/add-ons" search={{ show: 'available' }}>
            Show all
          </Link>
        )
      }
    >
      <AvailableTable addOns={addOns.slice(0, SHOWN)} />
    </Panel>
  )
