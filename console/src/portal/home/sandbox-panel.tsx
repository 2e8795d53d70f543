/** The provider's own sandbox operator: where it is, and fresh data for it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { OutsideLink } from '../../parts/outside-link.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Tag } from '../../parts/tag.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { SandboxMaking } from '../sandbox-making.tsx'
import { useSandbox } from '../use-sandbox.ts'
import { SANDBOX_RESET } from './queries.ts'
import { SandboxClock } from './sandbox-clock.tsx'

const Reset = () => {
  const [isOpen, setOpen] = useState(false)
  const reset = useChange(SANDBOX_RESET)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Reset its data</Button>
      <ConfirmDialog
        title="Reset the sandbox’s data?"
        verb="Reset"
        isOpen={isOpen}
        change={reset}
        onConfirm={() => reset.mutate({}, { onSuccess: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      >
        <p>Flights, crew, contacts and all else are replaced with fresh demo data. Users, keys and connections stay.</p>
      </ConfirmDialog>
    </>
  )
}

const Removed = () => {
  const making = useChange(SANDBOX_RESET)
  return (
    <Panel title="Your sandbox operator" hint="was removed after 180 days without use">
      <div className="panel-body stack-tight">
        <p className="muted">Your applications and their secrets stay. A new one comes with fresh demo data.</p>
        <FailureNote error={making.error} what="No sandbox was made." />
        <div>
          <Button loading={making.isPending} onClick={() => making.mutate({})}>
            Make another
          </Button>
        </div>
      </div>
    </Panel>
  )
}

const Suspended = ({ operatorId }: { readonly operatorId: string }) => (
  <Panel title="Your sandbox operator" hint="is suspended">
    <p className="panel-body">
      {operatorId} is suspended: its address is closed, and no token works there. Write to support to have it opened
      again.
    </p>
  </Panel>
)

export const SandboxPanel = ({ hasApplications }: { readonly hasApplications: boolean }) => {
  const me = useSandbox().data?.me
  if (!me) return null
  const { sandbox, sandboxMaking: making } = me.provider
  if (!sandbox && making) {
    return (
      <Panel title="Your sandbox operator">
        <div className="panel-body">
          <SandboxMaking making={making} isThere={false} />
        </div>
      </Panel>
    )
  }
  if (!sandbox) return hasApplications ? <Removed /> : null
  if (sandbox.isSuspended) return <Suspended operatorId={sandbox.operatorId} />
  return (
    <Panel title="Your sandbox operator" aside={<Tag tone="sandbox">Sandbox</Tag>}>
      <div className="panel-body stack-tight">
        {making && <SandboxMaking making={making} isThere />}
        <p className="two-lines">
          <b>{sandbox.name}</b>
          <span className="small muted">with demo data, and you as its administrator</span>
        </p>
        <p>
          <OutsideLink href={sandbox.origin} />
        </p>
        <div className="sandbox-ways">
          <Button component="a" href={`${sandbox.origin}/hand-over/`}>
            Open its console
          </Button>
          {!making && <Reset />}
        </div>
        <p className="small muted">
          You are signed in there without another password, for this browser alone. After 180 days without use it is
          removed; you are told by mail thirty days before.
        </p>
        <SandboxClock />
      </div>
    </Panel>
  )
}
