/** Where one is and where one can go: a rail on the left, a tab bar on a narrow screen. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { BellButton } from '../bell/bell-button.tsx'
import { graphql } from '../graph/graphql.ts'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { Brand } from './brand.tsx'
import { PaletteButton } from './palette-button.tsx'
import { type Question, RailQuestions } from './rail-questions.tsx'
import { EXPLORER_SECTION, sectionsOf } from './sections.ts'
import { SignOut } from './sign-out.tsx'
import { TenantChip } from './tenant-chip.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { rolesOf, type Viewer } from './viewer.ts'
import './rail.css'

const Palette = lazy(() => import('../palette/palette.tsx').then(({ Palette: component }) => ({ default: component })))

const COUNTS = graphql(`
  query RailCounts {
    addOnList {
      clientId
    }
    apiKeyList {
      apiKeyId
    }
    webhookList {
      webhookId
    }
    userAccountList {
      userId
    }
    accessRequestList {
      accessRequestId
      applicationName
      askedBy
    }
  }
`)

interface ForAdministrators {
  readonly counts: Partial<Record<string, number>>
  readonly questions: readonly Question[]
}

const useForAdministrators = (viewer: Viewer): ForAdministrators => {
  const { data } = useQuery({ ...queryOf(COUNTS, {}), enabled: viewer.isAdmin })
  if (!data) return { counts: {}, questions: [] }
  return {
    counts: {
      '/add-ons': data.addOnList.length,
      '/api-keys': data.apiKeyList.length,
      '/webhooks': data.webhookList.length,
      '/users': data.userAccountList.length,
    },
    questions: data.accessRequestList.map(({ accessRequestId, applicationName, askedBy }) => ({
      key: accessRequestId,
      label: `${askedBy} asks for ${applicationName}`,
      to: '/add-ons',
    })),
  }
}

const Person = ({ viewer }: { readonly viewer: Viewer }) => (
  <div className="rail-me">
    <Link className="rail-person" to="/account">
      <Monogram name={`${viewer.name} ${viewer.surname}`} round />
      <span className="two-lines">
        <b>
          {viewer.name} {viewer.surname}
        </b>
        <span className="small muted">{rolesOf(viewer)}</span>
      </span>
    </Link>
    <ThemeSwitch />
    <SignOut />
  </div>
)

export const Rail = ({ viewer }: { readonly viewer: Viewer }) => {
  const { counts, questions } = useForAdministrators(viewer)
  return (
    <header className="rail">
      <div className="rail-head">
        <Brand />
        <BellButton />
      </div>
      <TenantChip viewer={viewer} />
      <PaletteButton palette={(onClose) => <Palette viewer={viewer} onClose={onClose} />} />
      <nav className="rail-nav" aria-label="Main">
        {sectionsOf(viewer).map(({ to, label, icon }) => (
          <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }} activeOptions={{ includeSearch: false }}>
            <Icon name={icon} />
            {label}
            {counts[to] !== undefined && <span className="rail-count number">{counts[to]}</span>}
          </Link>
        ))}
        {viewer.isAdmin && (
          <a href={EXPLORER_SECTION.href}>
            <Icon name={EXPLORER_SECTION.icon} />
            {EXPLORER_SECTION.label}
          </a>
        )}
      </nav>
      <RailQuestions questions={questions} />
      <Person viewer={viewer} />
    </header>
  )
}
