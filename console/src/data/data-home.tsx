/** Data opens on flights, or on the first kind that the person may see. */
import { Navigate } from '@tanstack/react-router'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { FIRST_PATHS } from './kind-menu.tsx'
import { KINDS, kindAt } from './kinds.ts'

export const DataHome = () => {
  const viewer = useViewer()
  const kinds = [...FIRST_PATHS.flatMap((path) => kindAt(path) ?? []), ...KINDS]
  const first = kinds.find(({ scopes }) => mayDo(viewer, scopes.read))
  if (first) return <Navigate to="/data/$kind" params={{ kind: first.path }} replace />
  return (
    <div className="panel">
      <Empty icon="lock" title="Your role shows no data here">
        An administrator of {viewer.operatorName} can give you a role that does.
      </Empty>
    </div>
  )
}
