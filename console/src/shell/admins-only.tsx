/** Shown when a user opens a page they may not see: names who can. */
import type { ReactNode } from 'react'
import { Empty } from '../states/empty.tsx'
import { PageHead } from './page-head.tsx'
import { mayDo, useViewer } from './viewer.ts'

interface AdminsOnlyProps {
  readonly scope: string
  readonly title: string
  readonly children: ReactNode
}

export const AdminsOnly = ({ scope, title, children }: AdminsOnlyProps) => {
  const viewer = useViewer()
  if (mayDo(viewer, scope)) return children
  return (
    <>
      <PageHead title={title} />
      <div className="panel">
        <Empty icon="lock" title="For administrators">
          An administrator of {viewer.operatorName} can open this page, or give you the role.
        </Empty>
      </div>
    </>
  )
}
