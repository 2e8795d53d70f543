/** Band, content, and the rail of the console or the portal: its links lead to other documents, with a stricter content policy. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { HostName } from '../parts/host-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { Brand } from '../shell/brand.tsx'
import { Rail } from '../shell/rail.tsx'
import { EXPLORER_SECTION } from '../shell/sections.ts'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { viewerQuery } from '../shell/viewer.ts'
import { facts } from './facts.ts'
import { PortalRail } from './portal-rail.tsx'
import '../shell/rail.css'
import '../shell/sandbox-band.css'
import '../shell/shell.css'
import '../shell/tenant-chip.css'

const SIGN_IN = '/sign-in/?to=%2Fconsole%2Fexplorer%2F'

/** For whoever is not signed in: the explorer is open to everybody, and asks with a token that they paste. */
const StrangerRail = () => (
  <header className="rail">
    <Brand />
    <div className="tenant">
      <Monogram name={facts.operatorName} />
      <b>{facts.operatorName}</b>
      <HostName host={facts.host} />
    </div>
    <nav className="rail-nav" aria-label="Main">
      <a href={EXPLORER_SECTION.href} aria-current="page">
        <Icon name={EXPLORER_SECTION.icon} />
        {EXPLORER_SECTION.label}
      </a>
      <a href={SIGN_IN}>
        <Icon name="person" />
        Sign in
      </a>
    </nav>
    <div className="rail-me">
      <ThemeSwitch />
    </div>
  </header>
)

const OperatorRail = () => {
  const { data } = useQuery({ ...viewerQuery, enabled: facts.isSignedIn })
  return data ? <Rail viewer={data.viewer} here={EXPLORER_SECTION.href} /> : <StrangerRail />
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
        {facts.providerName === null ? <OperatorRail /> : <PortalRail providerName={facts.providerName} />}
        <main className="explorer" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  )
}
