/** Where one is and where one can go: a rail on the left, a tab bar on a narrow screen. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { graphql } from '../graph/graphql.ts'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { Brand } from './brand.tsx'
import { SECTIONS } from './sections.ts'
import { TenantChip } from './tenant-chip.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { mayDo, type Viewer } from './viewer.ts'
import './rail.css'

const COUNTS = graphql(`
  query RailCounts {
    addOnList {
      clientId
    }
    apiKeyList {
      apiKeyId
    }
    userAccountList {
      userId
    }
  }
`)

const useCounts = (viewer: Viewer): Partial<Record<string, number>> => {
  const { data } = useQuery({ ...queryOf(COUNTS, {}), enabled: viewer.isAdmin })
  if (!data) return {}
  return {
    '/add-ons': data.addOnList.length,
    '/api-keys': data.apiKeyList.length,
    '/users': data.userAccountList.length,
  }
}

export const Rail = ({ viewer }: { readonly viewer: Viewer }) => {
  const counts = useCounts(viewer)
  return (
    <header className="rail">
      <Brand />
      <TenantChip viewer={viewer} />
      <nav className="rail-nav" aria-label="Main">
        {SECTIONS.filter(({ scope }) => mayDo(viewer, scope)).map(({ to, label, icon }) => (
          <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }} activeOptions={{ includeSearch: false }}>
            <Icon name={icon} />
            {label}
            {counts[to] !== undefined && <span className="rail-count number">{counts[to]}</span>}
          </Link>
        ))}
      </nav>
      <div className="rail-me">
        <Link className="rail-person" to="/account">
          <Monogram name={`${viewer.name} ${viewer.surname}`} round />
          <span className="two-lines">
            <b>
              {viewer.name} {viewer.surname}
            </b>
            <span className="small muted">{viewer.isAdmin ? 'Administrator' : 'User'}</span>
          </span>
        </Link>
        <ThemeSwitch />
      </div>
    </header>
  )
}
