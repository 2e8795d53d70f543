/** Support's frame: it waits for the member of staff. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { type PlatformSection, PlatformShell } from '../platform/platform-shell.tsx'
import { ME } from './queries.ts'
import { roleName } from './role.ts'

const SECTIONS: readonly PlatformSection[] = [
  { to: '/', label: 'Queue', icon: 'clock' },
  { to: '/applications', label: 'Applications', icon: 'plug' },
  { to: '/operators', label: 'Operators', icon: 'aircraft' },
  { to: '/providers', label: 'Providers', icon: 'users' },
  { to: '/requests', label: 'Requests', icon: 'search' },
  { to: '/staff', label: 'Staff', icon: 'person' },
  { to: '/log', label: 'Staff log', icon: 'list' },
]

export const SupportShell = () => {
  const query = useQuery(queryOf(ME, {}))
  const me = query.data?.me
  const person = me
    ? { name: me.name, role: roleName(me.role), place: 'Airside Support', outboxPath: me.outboxPath }
    : null
  return <PlatformShell query={query} person={person} sections={SECTIONS} />
}
