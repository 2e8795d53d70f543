/** Band, rail and content. Links are plain ones: every other page is another document, with a stricter content policy. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { HostName } from '../parts/host-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { BrandMark } from '../shell/brand-mark.tsx'
import { EXPLORER_SECTION, sectionsOf } from '../shell/sections.ts'
import { SignOut } from '../shell/sign-out.tsx'
import { TenantChip } from '../shell/tenant-chip.tsx'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { rolesOf, type Viewer, viewerQuery } from '../shell/viewer.ts'
import { facts } from './facts.ts'
import { PortalRail } from './portal-rail.tsx'
import '../shell/rail.css'
import '../shell/sandbox-band.css'
import '../shell/shell.css'
import '../shell/tenant-chip.css'

const SIGN_IN = '/sign-in/?to=%2Fconsole%2Fexplorer%2F'

const Sections = ({ viewer }: { readonly viewer: Viewer | null }) => (
  <nav className="rail-nav" aria-label="Main">
    {(viewer ? sectionsOf(viewer) : []).map(({ to, label, icon }) => (
      <a key={to} href={`/console${to}`}>
        <Icon name={icon} />
        {label}
      </a>
    ))}
    <a href={EXPLORER_SECTION.href} aria-current="page">
      <Icon name={EXPLORER_SECTION.icon} />
      {EXPLORER_SECTION.label}
    </a>
    {!facts.isAdmin && (
      <a href={SIGN_IN}>
        <Icon name="person" />
        Sign in
      </a>
    )}
  </nav>
)

const Operator = () => (
  <div className="tenant">
    <Monogram name={facts.operatorName} />
    <b>{facts.operatorName}</b>
    <HostName host={facts.host} />
  </div>
)

const Person = ({ viewer }: { readonly viewer: Viewer }) => (
  <a className="rail-person" href="/console/account">
    <Monogram name={`${viewer.name} ${viewer.surname}`} round />
    <span className="two-lines">
      <b>
        {viewer.name} {viewer.surname}
      </b>
      <span className="small muted">{rolesOf(viewer)}</span>
    </span>
  </a>
)

const Rail = () => {
  const { data } = useQuery({ ...viewerQuery, enabled: facts.isAdmin })
  const viewer = data?.viewer ?? null
  return (
    <header className="rail">
      <a className="brand" href="/console/">
        <BrandMark />
        Airside
      </a>
      {viewer ? <TenantChip viewer={viewer} /> : <Operator />}
      <Sections viewer={viewer} />
      <div className="rail-me">
        {viewer && <Person viewer={viewer} />}
        <ThemeSwitch />
        {viewer && <SignOut />}
      </div>
    </header>
  )
}

const Band = () => (
  <section className="sandbox-band" aria-label="Environment">
    <b>
      <Icon name="flask" />
      SANDBOX
    </b>
    <span>
      Queries go to <code>{facts.host}</code>. Test data only.
    </span>
  </section>
)

export const ExplorerFrame = ({ children }: { readonly children: ReactNode }) => {
  const isSandbox = facts.environment === 'sandbox'
  useEffect(() => {
    document.title = `Explorer – ${facts.operatorName}${isSandbox ? ' sandbox' : ''} – Airside`
  }, [isSandbox])
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      {isSandbox && <Band />}
      <div className="shell">
        {facts.providerName === null ? <Rail /> : <PortalRail providerName={facts.providerName} />}
        <main className="explorer" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  )
}
