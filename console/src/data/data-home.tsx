/** Data opens on the first kind that the person may see. */
import { Navigate } from '@tanstack/react-router'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { DATA_KINDS } from './kinds.ts'

export const DataHome = () => {
  const viewer = useViewer()
  const first = DATA_KINDS.find(({ scope }) => mayDo(viewer, scope))
  if (first) return <Navigate to={first.to} replace />
  return (
    <div className="panel">
      <Empty icon="lock" title="Your role shows no data here">
        An administrator of {viewer.operatorName} can give you a role that does.
      </Empty>
    </div>
  )
}
