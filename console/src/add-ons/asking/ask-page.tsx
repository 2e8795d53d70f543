/** Add-ons for a user who may not connect them: what there is, asking for it, and the answers. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../graph/query.ts'
import { Cell, Row, Table } from '../../parts/table.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { useViewer } from '../../shell/viewer.ts'
import { Empty } from '../../states/empty.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { ApplicationCells } from '../application-cells.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { OwnRequests } from './own-requests.tsx'
import { ASKABLE, type AskableAddOn } from './queries.ts'

interface AskableTableProps {
  readonly addOns: readonly AskableAddOn[]
  /** Client ids of open requests. */
  readonly asked: ReadonlySet<string>
}

const AskableTable = ({ addOns, asked }: AskableTableProps) => {
  const [asking, setAsking] = useState<AskableAddOn | null>(null)
  return (
    <section className="panel" aria-label="Applications to ask for">
      {addOns.length === 0 ? (
        <Empty icon="plug" title="Nothing left to ask for" />
      ) : (
        <Table
          tall
          fitsFrom={640}
          label="Applications to ask for"
          columns={['Application', 'What it does', { name: 'Action', isUnseen: true }]}
        >
          {addOns.map((addOn) => (
            <Row key={addOn.clientId}>
              <ApplicationCells addOn={addOn} />
              <Cell kind="action">
                {asked.has(addOn.clientId) ? (
                  <span className="small muted">Asked</span>
                ) : (
                  <Button size="xs" onClick={() => setAsking(addOn)}>
                    Ask<span className="unseen"> for {addOn.name}</span>
                  </Button>
                )}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {asking && <AskDialog addOn={asking} onClose={() => setAsking(null)} />}
    </section>
  )
}

export const AskPage = () => {
  const { operatorName } = useViewer()
  const query = useQuery(queryOf(ASKABLE, {}))
  return (
    <>
      <PageHead
        title="Add-ons"
        about={`Applications that an administrator of ${operatorName} can connect. Ask for one that you need.`}
      />
      <Loaded query={query}>
        {({ askableAddOnList, ownAccessRequestList }) => {
          const open = ownAccessRequestList.filter(({ state }) => state === 'OPEN')
          return (
            <>
              <OwnRequests requests={ownAccessRequestList} />
              <AskableTable addOns={askableAddOnList} asked={new Set(open.map(({ clientId }) => clientId))} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}
