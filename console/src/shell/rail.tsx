/** Where one is and where one can go: a rail on the left, a tab bar on a narrow screen. */

import { useQuery } from '@tanstack/react-query'
import { BellButton } from '../bell/bell-button.tsx'
import { graphql } from '../graph/graphql.ts'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { lazily } from '../parts/lazily.ts'
import { Monogram } from '../parts/monogram.tsx'
import { Brand } from './brand.tsx'
import { PaletteButton } from './palette-button.tsx'
import { RailLink } from './rail-link.tsx'
import { RailNav } from './rail-nav.tsx'
import { type Question, RailQuestions } from './rail-questions.tsx'
import { EXPLORER_SECTION, sectionsOf } from './sections.ts'
import { SignOut } from './sign-out.tsx'
import { TenantChip } from './tenant-chip.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { rolesOf, type Viewer } from './viewer.ts'
import './rail.css'

const Palette = lazily(() => import('../palette/palette.tsx'), 'Palette')

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
    <RailLink className="rail-person" to="/account">
      <Monogram name={`${viewer.name} ${viewer.surname}`} round />
      <span className="two-lines">
        <b>
          {viewer.name} {viewer.surname}
        </b>
        <span className="small muted">{rolesOf(viewer)}</span>
      </span>
    </RailLink>
    <ThemeSwitch />
    <SignOut />
  </div>
)

interface RailProps {
  readonly viewer: Viewer
  /** The path of the page. */
  readonly here: string
}

export const Rail = ({ viewer, here }: RailProps) => {
  const isInExplorer = here === EXPLORER_SECTION.href
  const { counts, questions } = useForAdministrators(viewer)
  return (
    <header className="rail">
      <div className="rail-head">
        <Brand />
        <BellButton />
      </div>
      <TenantChip viewer={viewer} />
      <PaletteButton palette={(onClose) => <Palette viewer={viewer} onClose={onClose} />} />
      <RailNav here={here}>
        {sectionsOf(viewer).map(({ to, label, icon }) => (
          <RailLink key={to} to={to}>
            <Icon name={icon} />
            {label}
            {counts[to] !== undefined && <span className="rail-count number">{counts[to]}</span>}
          </RailLink>
        ))}
        {(viewer.isAdmin || isInExplorer) && (
          <a href={EXPLORER_SECTION.href} aria-current={isInExplorer ? 'page' : undefined}>
            <Icon name={EXPLORER_SECTION.icon} />
            {EXPLORER_SECTION.label}
          </a>
        )}
      </RailNav>
      <RailQuestions questions={questions} />
      <Person viewer={viewer} />
    </header>
  )
}
