/** Applications that can be connected. Connecting starts at the application, which then asks on our consent page. */

import { Button } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { OutsideLink } from '../parts/outside-link.tsx'
import { Cell, Row, Table } from '../parts/table.tsx'
import { scopeCounts } from '../text/scope-words.ts'
import { AllowedAddOn } from './allowed-add-on.tsx'
import { ApplicationCells } from './application-cells.tsx'
import type { AvailableAddOn } from './queries.ts'

const Ceiling = ({ addOn }: { readonly addOn: AvailableAddOn }) => {
  const { read, write } = scopeCounts(addOn.scopeCeilingList)
  return (
    <span className="one-line" title={addOn.scopeCeilingList.map(({ name }) => name).join(' ')}>
      {read} read{write > 0 && ', '}
      {write > 0 && <b>{write} write</b>}
    </span>
  )
}

const Connect = ({ addOn }: { readonly addOn: AvailableAddOn }) => {
  if (addOn.connectHref === null || !/^https?:\/\//.test(addOn.connectHref)) {
    return (
      <span className="small muted">
        Connect at <OutsideLink href={addOn.website} />
      </span>
    )
  }
  return (
    <Button component="a" size="xs" href={addOn.connectHref} rightSection={<Icon name="external" />}>
      Connect<span className="unseen"> {addOn.name}</span>
    </Button>
  )
}

export const AvailableTable = ({ addOns }: { readonly addOns: readonly AvailableAddOn[] }) => (
  <Table
    tall
    fitsFrom={680}
    label="Available applications"
    columns={['Application', 'What it does', 'May ask for', { name: 'Action', isUnseen: true }]}
  >
    {addOns.map((addOn) => (
      <Row key={addOn.clientId}>
        <ApplicationCells addOn={addOn} />
        <Cell label="May ask for">
          <Ceiling addOn={addOn} />
        </Cell>
        <Cell kind="action">
          {addOn.allowedUntil === null ? <Connect addOn={addOn} /> : <AllowedAddOn addOn={addOn} />}
        </Cell>
      </Row>
    ))}
  </Table>
)
