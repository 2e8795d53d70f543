/** The rail of the developer portal around the explorer; until the member is known, whose portal it is. */
import { HostName } from '../parts/host-name.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { PlatformRail } from '../platform/platform-shell.tsx'
import { usePortalFrame } from '../portal/portal-frame.tsx'
import { Brand } from '../shell/brand.tsx'

export const PortalRail = ({ providerName }: { readonly providerName: string }) => {
  const { person, ...frame } = usePortalFrame()
  if (person) return <PlatformRail person={person} here="/explorer/" {...frame} />
  return (
    <header className="rail">
      <Brand side="Developers" />
      <div className="tenant">
        <Monogram name={providerName} />
        <b>{providerName}</b>
        <HostName host={location.host} />
      </div>
    </header>
  )
}
