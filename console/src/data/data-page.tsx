/** The operator's data as add-ons and keys see it: flights, aircraft, crew. */
import { Link, Outlet } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { possessive } from '../text/possessive.ts'
import { DATA_KINDS } from './kinds.ts'

export const DataPage = () => {
  const viewer = useViewer()
  return (
    <>
      <PageHead
        title="Data"
        about={`${possessive(viewer.operatorName)} records, as an application with the same scopes gets them.`}
        actions={
          viewer.isAdmin && (
            <Link className="with-icon" to="/import">
              <Icon name="up" />
              Import a file
            </Link>
          )
        }
      />
      <div className="filters">
        <nav className="segments" aria-label="Kind of data">
          {DATA_KINDS.filter(({ scope }) => mayDo(viewer, scope)).map(({ to, label }) => (
            <Link key={to} to={to} activeProps={{ 'aria-current': 'true' }} activeOptions={{ includeSearch: false }}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <Outlet />
    </>
  )
}
