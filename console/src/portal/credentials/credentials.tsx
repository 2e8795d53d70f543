/** Client secrets: those that live, one button that makes another, and at most two at a time. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useIsUnderWay } from '../../graph/change.ts'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SideDrawer } from '../../parts/side-drawer.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { type Application, ME } from '../queries.ts'
import { AskBeforeLeaving } from './ask-before-leaving.tsx'
import { EndSecret } from './end-secret.tsx'
import { MakeSecret, ShownSecret } from './new-secret.tsx'
import { SECRET_CREATE } from './queries.ts'

const Secrets = ({ application }: { readonly application: Application }) =>
  application.secretList.length === 0 ? (
    <p className="panel-body muted">None yet: no token can be exchanged.</p>
  ) : (
    <Table
      label="Client secrets"
      columns={['Secret', 'Made', 'Last used', 'Ends', { name: 'Actions', isUnseen: true }]}
      fitsFrom={520}
    >
      {application.secretList.map((secret) => (
        <Row key={secret.secretId}>
          <NameCell>
            <code>…{secret.lastFour}</code>
          </NameCell>
          <Cell label="Made">
            <span className="two-lines">
              <Moment at={secret.createdAt} />
              {secret.leftMakerName !== null && <span className="small">by {secret.leftMakerName}, who left</span>}
            </span>
          </Cell>
          <Cell label="Last used">
            {secret.lastUsedAt === null ? 'not seen yet' : <Moment at={secret.lastUsedAt} />}
          </Cell>
          <Cell label="Ends">
            {secret.expiresAt === null ? 'when you end it' : <Moment at={secret.expiresAt} as="full" />}
          </Cell>
          <Cell label="Actions" kind="action">
            <EndSecret application={application} secret={secret} />
          </Cell>
        </Row>
      ))}
    </Table>
  )

/** Why none can be made now; null where one can. */
const useHindrance = ({ secretList, secretsBlockedUntil }: Application): ReactNode => {
  const me = useQuery(queryOf(ME, {})).data?.me
  if (secretsBlockedUntil !== null) {
    return (
      <>
        The phone number was changed by way of support: no secret until <Moment at={secretsBlockedUntil} as="full" />.
      </>
    )
  }
  if (me?.canSendSms === false) return 'This host cannot send codes by SMS. Ask it for a secret.'
  return secretList.length >= 2 ? 'Two are live. End one to make another.' : null
}

interface CredentialsProps {
  readonly application: Application
  /** Just made, until the person says that it is stored: no other is made meanwhile. */
  readonly secret: string | null
  readonly onSecret: (secret: string | null) => void
}

export const Credentials = ({ application, secret, onSecret }: CredentialsProps) => {
  const [isOpen, setOpen] = useState(false)
  const isMaking = useIsUnderWay(SECRET_CREATE)
  const hindrance = useHindrance(application)
  const stored = () => {
    onSecret(null)
    setOpen(false)
  }
  return (
    <Panel
      title="Client secrets"
      hint="two may work at a time"
      aside={
        hindrance === null ? (
          <Button size="xs" variant="filled" onClick={() => setOpen(true)}>
            Make a secret
          </Button>
        ) : null
      }
    >
      <Secrets application={application} />
      <p className="panel-foot small muted">
        {hindrance ?? 'An end is now, or a time within 7 days. The last use is known to the minute.'}
      </p>
      <SideDrawer
        title={secret === null ? 'Make a secret' : `New secret of ${application.name}`}
        isOpen={isOpen || secret !== null}
        isClosable={!isMaking && secret === null}
        onClose={() => setOpen(false)}
      >
        {/* Within the drawer, so that its question opens above it. */}
        <AskBeforeLeaving isHeld={isMaking || secret !== null} />
        {secret === null ? (
          <MakeSecret application={application} onSecret={onSecret} />
        ) : (
          <ShownSecret secret={secret} onStored={stored} />
        )}
      </SideDrawer>
    </Panel>
  )
}
