/** Lists the granted scopes in words with their use in 30 days, and offers to remove unused ones. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Panel } from '../parts/panel.tsx'
import { ScopeUseList } from '../parts/scope-use-list.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { counted } from '../text/count.ts'
import { isLongAllowed } from '../text/unused.ts'
import { ADD_ON_NARROW, type AddOn } from './queries.ts'

interface NarrowProps {
  readonly addOn: AddOn
  readonly onClose: () => void
}

const isUsed = ({ usedCount }: AddOn['scopeList'][number]): boolean => usedCount > 0

const NarrowDialog = ({ addOn, onClose }: NarrowProps) => {
  const narrow = useChange(ADD_ON_NARROW)
  const kept = addOn.scopeList.filter(isUsed)
  const lost = addOn.scopeList.filter((scope) => !isUsed(scope))
  return (
    <ConfirmDialog
      title={`Narrow ${addOn.name} to what it uses?`}
      verb={`Take away ${counted(lost.length, 'scope')}`}
      change={narrow}
      onConfirm={() =>
        narrow.mutate(
          { clientId: addOn.clientId, keepScopeList: kept.map(({ scope }) => scope.name) },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <p>
        <b>It loses at once</b>, in running tokens too:
      </p>
      <ul className="stack-tight">
        {lost.map(({ scope }) => (
          <li key={scope.name}>
            {scope.text} <code>{scope.name}</code>
          </li>
        ))}
      </ul>
      <p className="muted">
        It keeps {counted(kept.length, 'scope')} and stays connected. It can ask for the others again, on a consent
        page.
      </p>
    </ConfirmDialog>
  )
}

const Foot = ({ addOn }: { readonly addOn: AddOn }) => {
  const viewer = useViewer()
  const [isAsked, setAsked] = useState(false)
  const unused = addOn.scopeList.filter((scope) => !isUsed(scope)).length
  if (unused === 0 || !isLongAllowed(addOn.changedAt)) return null
  if (unused === addOn.scopeList.length) {
    return (
      <p className="panel-foot small muted">
        It used none of its {counted(unused, 'scope')} in 30 days. If it is no longer needed, disconnect it.
      </p>
    )
  }
  if (!mayDo(viewer, 'add-on:write')) return null
  return (
    <div className="panel-foot">
      <Button fullWidth onClick={() => setAsked(true)}>
        Narrow to what is used
      </Button>
      {isAsked && <NarrowDialog addOn={addOn} onClose={() => setAsked(false)} />}
    </div>
  )
}

export const GrantedScopes = ({ addOn }: { readonly addOn: AddOn }) => (
  <Panel title="What it may do" aside={<span className="small muted">used in 30 days</span>}>
    <ScopeUseList scopes={addOn.scopeList} since={addOn.changedAt} />
    <Foot addOn={addOn} />
  </Panel>
)
