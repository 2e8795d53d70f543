/** The rail of the developer portal around the explorer: plain links, because every other page is another document. */
import { Icon } from '../parts/icon.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { PORTAL_SECTIONS } from '../portal/sections.ts'
import { BrandMark } from '../shell/brand-mark.tsx'
import { hrefOf } from '../shell/first-places.ts'
import { SignOut } from '../shell/sign-out.tsx'
import { ThemeSwitch } from '../shell/theme-switch.tsx'

const PortalSections = () => (
  <nav className="rail-nav" aria-label="Main">
    {PORTAL_SECTIONS.map((section) => (
      <a
        key={section.to}
        href={hrefOf(section)}
        aria-current={location.pathname.startsWith(hrefOf(section)) && section.href !== undefined ? 'page' : undefined}
      >
        <Icon name={section.icon} />
        {section.label}
      </a>
    ))}
  </nav>
)

export const PortalRail = ({ providerName }: { readonly providerName: string }) => (
  <header className="rail">
    <a className="brand" href="/console/">
      <BrandMark />
      Airside <span>Developers</span>
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
