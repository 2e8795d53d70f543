/** The portal's frame: it waits for the member, because every page is about their provider. */
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { queryOf } from '../graph/query.ts'
import { PlatformShell } from '../platform/platform-shell.tsx'
import { ME } from './queries.ts'
import { PORTAL_SECTIONS } from './sections.ts'

const PortalPalette = lazy(() =>
  import('./portal-palette.tsx').then(({ PortalPalette: component }) => ({ default: component })),
)

export const PortalShell = () => {
  const query = useQuery(queryOf(ME, {}))
  const me = query.data?.me
  const person = me
    ? { name: me.name, role: me.isOwner ? 'Owner' : 'Member', place: me.provider.name, outboxPath: me.outboxPath }
    : null
  return (
    <PlatformShell
      query={query}
      person={person}
      sections={PORTAL_SECTIONS}
      palette={(onClose) => <PortalPalette onClose={onClose} />}
    />
  )
}
