/** The rail of the developer portal around the explorer: plain links, because every other page is another document. */
import { Icon } from '../parts/icon.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { BrandMark } from '../shell/brand-mark.tsx'
import { EXPLORER_SECTION } from '../shell/sections.ts'
import { SignOut } from '../shell/sign-out.tsx'
import { ThemeSwitch } from '../shell/theme-switch.tsx'

/** The portal's own sections, as its pages have them. */
const PORTAL_SECTIONS = [
  { to: '/', label: 'Applications', icon: 'plug' },
  { to: '/register', label: 'Register', icon: 'plus' },
] as const

const PortalSections = () => (
  <nav className="rail-nav" aria-label="Main">
    {PORTAL_SECTIONS.map(({ to, label, icon }) => (
      <a key={to} href={`/console${to}`}>
        <Icon name={icon} />
        {label}
      </a>
    ))}
    <a href={EXPLORER_SECTION.href} aria-current="page">
      <Icon name={EXPLORER_SECTION.icon} />
      {EXPLORER_SECTION.label}
    </a>
    <a href="/console/team">
      <Icon name="users" />
      Team
    </a>
  </nav>
)

export const PortalRail = ({ providerName }: { readonly providerName: string }) => (
  <header className="rail">
    <a className="brand" href="/console/">
      <BrandMark />
      Airside
    </a>
    <div className="tenant">
      <Monogram name={providerName} />
      <b>{providerName}</b>
      <span className="tenant-host">{location.host}</span>
    </div>
    <PortalSections />
    <div className="rail-me">
      <a className="rail-person" href="/account/">
        <Icon name="person" />
        Account
      </a>
      <ThemeSwitch />
      <SignOut />
    </div>
  </header>
)
