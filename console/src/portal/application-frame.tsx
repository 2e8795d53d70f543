/** The head of every page of one application, and the way between them. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { kindInWords } from '../add-ons/kinds.ts'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { Logo } from '../parts/logo.tsx'
import { PlatformNotFound } from '../platform/lost.tsx'
import { ModeTag } from '../platform/mode.tsx'
import { PlaceLink } from '../platform/place-link.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { Loaded } from '../states/loaded.tsx'
import { APPLICATION_TABS, type Tab } from './application-tabs.ts'
import { APPLICATION, type Application } from './queries.ts'
import './portal.css'

interface ApplicationFrameProps {
  readonly tab: Tab
  readonly children: (application: Application) => ReactNode
}

const Head = ({ application, tab }: { readonly application: Application; readonly tab: Tab }) => (
  <>
    <PlatformHead
      title={tab === 'Overview' ? application.name : `${application.name}: ${tab.toLowerCase()}`}
      about={kindInWords(application.kind)}
      above={
        <nav className="crumb" aria-label="Breadcrumb">
          <PlaceLink to="/">Applications</PlaceLink>
          <Icon name="chevron" />
          <span>{application.name}</span>
        </nav>
      }
      mark={<Logo name={application.name} path={application.logoPath} />}
      badge={<ModeTag mode={application.mode} />}
    />
    <nav className="app-tabs" aria-label={application.name}>
      {APPLICATION_TABS.map(({ name, path }) => (
        <PlaceLink key={name} to={`/applications/${application.clientId}${path}`} isCurrent={name === tab}>
          {name}
        </PlaceLink>
      ))}
    </nav>
  </>
)

export const ApplicationFrame = ({ tab, children }: ApplicationFrameProps) => {
  const { clientId = '' } = useParams({ strict: false })
  const query = useQuery(queryOf(APPLICATION, { clientId }))
  return (
    <Loaded query={query}>
      {({ application }) =>
        application ? (
          <div className="stack">
            <Head application={application} tab={tab} />
            {children(application)}
          </div>
        ) : (
          <PlatformNotFound />
        )
      }
    </Loaded>
  )
}
