/** Lists the user's personal applications with what they may see, and ends them (access-model §4). */

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { ApplicationEntity } from '../parts/application-entity.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Empty } from '../states/empty.tsx'
import { PERSONAL_GRANT_END } from './queries.ts'

interface Grant {
  readonly grantId: string
  readonly applicationName: string
  readonly logoPath: string | null
  readonly grantedAt: string
  readonly lastUsedAt: string | null
  readonly scopeList: readonly { readonly text: string }[]
}

const Ending = ({ grant, onClose }: { readonly grant: Grant; readonly onClose: () => void }) => {
  const end = useChange(PERSONAL_GRANT_END)
  return (
    <ConfirmDialog
      title={`End ${grant.applicationName}’s access?`}
      verb="End access"
      change={end}
      onConfirm={() => end.mutate({ grantId: grant.grantId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Its tokens for your own details <b>stop at once</b>. Other people’s access through it is not touched.
      </p>
    </ConfirmDialog>
  )
}

const GrantRow = ({ grant, onEnd }: { readonly grant: Grant; readonly onEnd: () => void }) => (
  <Row>
    <NameCell>
      <ApplicationEntity name={grant.applicationName} logoPath={grant.logoPath} />
    </NameCell>
    <Cell label="May" kind="wide">
      {grant.scopeList.map(({ text }) => text).join('; ')}
    </Cell>
    <Cell label="Allowed">
      <Moment at={grant.grantedAt} as="day" />
    </Cell>
    <Cell label="Last used">
      {grant.lastUsedAt === null ? <span className="muted">never</span> : <Moment at={grant.lastUsedAt} />}
    </Cell>
    <Cell kind="action">
      <Button size="xs" variant="outline" color="red" onClick={onEnd}>
        End<span className="unseen"> {grant.applicationName}</span>
      </Button>
    </Cell>
  </Row>
)

interface PersonalGrantsProps {
  readonly account: { readonly personalGrantList: readonly Grant[] }
}

export const PersonalGrants = ({ account }: PersonalGrantsProps) => {
  const [ending, setEnding] = useState<Grant | null>(null)
  return (
    <Panel title="Applications that see your own details">
      {account.personalGrantList.length === 0 ? (
        <Empty icon="person" title="None">
          A pilot’s logbook, for example, asks you alone, and sees your duties and flights only.
        </Empty>
      ) : (
        <Table
          tall
          fitsFrom={640}
          label="Personal applications"
          columns={['Application', 'May', 'Allowed', 'Last used', { name: 'Action', isUnseen: true }]}
        >
          {account.personalGrantList.map((grant) => (
            <GrantRow key={grant.grantId} grant={grant} onEnd={() => setEnding(grant)} />
          ))}
        </Table>
      )}
      {ending && <Ending grant={ending} onClose={() => setEnding(null)} />}
    </Panel>
  )
}
