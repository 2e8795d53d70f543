/** The rail of the developer portal around the explorer: plain links, because every other page is another document. */
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { REFRESH_MS } from '../bell/refresh.ts'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { HostName } from '../parts/host-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { NewsBell } from '../platform/news-bell.tsx'
import { NEWS_SEE, RAIL } from '../portal/rail-queries.ts'
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

/** Following a line leaves this document, which would end the request that marks it as seen: that goes first. */
const PortalBell = () => {
  const { data } = useQuery({ ...queryOf(RAIL, {}), refetchInterval: REFRESH_MS })
  const { mutateAsync, isPending, error } = useChange(NEWS_SEE)
  const marking = useRef<Promise<unknown>>(Promise.resolve())
  const see = (newsId: string) => {
    marking.current = mutateAsync({ newsId }).catch(() => {})
  }
  return (
    <NewsBell
      side="developers"
      news={data?.newsList ?? []}
      seeing={{ see, isPending, error }}
      go={(place) => void marking.current.then(() => location.assign(`/console${place}`))}
    />
  )
}

export const PortalRail = ({ providerName }: { readonly providerName: string }) => (
  <header className="rail">
    <div className="rail-head">
      <a className="brand" href="/console/">
        <BrandMark />
        Airside <span>Developers</span>
      </a>
      <PortalBell />
    </div>
    <div className="tenant">
      <Monogram name={providerName} />
      <b>{providerName}</b>
      <HostName host={location.host} />
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
