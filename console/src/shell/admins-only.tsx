/** Shown when a user opens a page they may not see: names who can. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty } from '../states/empty.tsx'
import { PageHead } from './page-head.tsx'
import { homeOf } from './sections.ts'
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
        <Empty
          icon="lock"
          title="For administrators"
          action={
            <Link className="with-icon" to={homeOf(viewer)}>
              Go to your first page
            </Link>
          }
        >
          An administrator of {viewer.operatorName} can open this page, or give you the role. It needs{' '}
          <code>{scope}</code>.
        </Empty>
      </div>
    </>
  )
}
