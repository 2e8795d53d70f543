/** The portal's frame: it waits for the member, because every page is about their provider. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { type PlatformSection, PlatformShell } from '../platform/platform-shell.tsx'
import { ME } from './queries.ts'

const SECTIONS: readonly PlatformSection[] = [
  { to: '/', label: 'Applications', icon: 'plug' },
  { to: '/register', label: 'Register', icon: 'plus' },
  { to: '/explorer/', label: 'Explorer', icon: 'terminal', isDocument: true },
  { to: '/team', label: 'Team', icon: 'users' },
]

export const PortalShell = () => {
  const query = useQuery(queryOf(ME, {}))
  const me = query.data?.me
  const person = me
    ? { name: me.name, role: me.isOwner ? 'Owner' : 'Member', place: me.provider.name, outboxPath: me.outboxPath }
    : null
  return <PlatformShell query={query} person={person} sections={SECTIONS} />
}
