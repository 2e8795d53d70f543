/** An application that was allowed and has not come for its access yet: says so, and takes it back (threats row 385). */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Tag } from '../parts/tag.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { ADD_ON_DISCONNECT, type AvailableAddOn } from './queries.ts'

export const AllowedAddOn = ({ addOn }: { readonly addOn: AvailableAddOn }) => {
  const viewer = useViewer()
  const disconnect = useChange(ADD_ON_DISCONNECT)
  const [isAsking, setAsking] = useState(false)
  const { clientId, name } = addOn
  return (
    <div className="stack-tight">
      <Tag tone="info">Allowed, not yet connected</Tag>
      {mayDo(viewer, 'add-on:write') && (
        <div>
          <Button size="xs" onClick={() => setAsking(true)}>
            Disconnect<span className="unseen"> {name}</span>
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={`Disconnect ${name}?`}
        verb="Disconnect"
        isOpen={isAsking}
        change={disconnect}
        onConfirm={() => disconnect.mutate({ clientId }, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>
          It was allowed and has not come for its access yet. What was allowed <b>ends at once</b>: it gets no token.
        </p>
        <p className="muted">Connecting it later is a new consent.</p>
      </ConfirmDialog>
    </div>
  )
}
