/** What it may do, in words, with what it used in 30 days; and one button that takes away the rest. */
import { Button } from '@mantine/core'
import { useChange } from '../graph/change.ts'
import { grouped } from '../parts/count.ts'
import { FailureNote } from '../parts/failure-note.tsx'
import { Panel } from '../parts/panel.tsx'
import { ScopeUseList } from '../parts/scope-use-list.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { ADD_ON_NARROW, type AddOn } from './queries.ts'

const codeList = (names: readonly string[]) =>
  names.map((name, index) => (
    <span key={name}>
      {index > 0 && (index === names.length - 1 ? ' and ' : ', ')}
      <code>{name}</code>
    </span>
  ))

const Narrow = ({ addOn, unused }: { readonly addOn: AddOn; readonly unused: readonly string[] }) => {
  const narrow = useChange(ADD_ON_NARROW)
  const used = addOn.scopeList.filter(({ usedCount }) => usedCount > 0).map(({ scope }) => scope.name)
  return (
    <div className="panel-foot stack-tight">
      <Button
        variant="filled"
        fullWidth
        loading={narrow.isPending}
        onClick={() => narrow.mutate({ clientId: addOn.clientId, keepScopeList: used })}
      >
        Narrow to what is used
      </Button>
      <p className="small muted">
        Takes away {codeList(unused)} at once. {addOn.name} can ask again, on a consent page.
      </p>
      {narrow.isError && <FailureNote error={narrow.error} what="It still has all its scopes." />}
    </div>
  )
}

export const GrantedScopes = ({ addOn }: { readonly addOn: AddOn }) => {
  const viewer = useViewer()
  const unused = addOn.scopeList.filter(({ usedCount }) => usedCount === 0).map(({ scope }) => scope.name)
  const usedCount = addOn.scopeList.length - unused.length
  return (
    <Panel title="What it may do" aside={<span className="small muted">used in 30 days</span>}>
      <ScopeUseList scopes={addOn.scopeList} />
      {unused.length > 0 && usedCount > 0 && mayDo(viewer, 'add-on:write') && <Narrow addOn={addOn} unused={unused} />}
      {usedCount === 0 && addOn.scopeList.length > 0 && (
        <p className="panel-foot small muted">
          None of its {grouped(addOn.scopeList.length)} scopes was used in 30 days. If it is no longer needed,
          disconnect it.
        </p>
      )}
    </Panel>
  )
}
