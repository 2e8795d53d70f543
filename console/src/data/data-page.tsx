/** The operator's data as add-ons and keys see it, one kind at a time. */
import { Link, Outlet } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useViewer } from '../shell/viewer.ts'
import { possessive } from '../text/possessive.ts'
import { KindMenu } from './kind-menu.tsx'

export const DataPage = () => {
  const viewer = useViewer()
  return (
    <>
      <PageHead
        title="Data"
        about={`${possessive(viewer.operatorName)} records, as an application with the same scopes gets them.`}
        actions={
          viewer.isAdmin && (
            <>
              <Link className="with-icon" to="/import">
                <Icon name="up" />
                Import a file
              </Link>
              <Link className="with-icon" to="/export">
                <Icon name="download" />
                Export everything
              </Link>
            </>
          )
        }
      />
      <KindMenu />
      <Outlet />
    </>
  )
}
