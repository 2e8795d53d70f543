/** Support's pages in the rail. */
import type { PlatformSection } from '../platform/platform-shell.tsx'

export const SUPPORT_SECTIONS: readonly PlatformSection[] = [
  { to: '/', label: 'Queue', icon: 'clock' },
  { to: '/applications', label: 'Applications', icon: 'plug' },
  { to: '/operators', label: 'Operators', icon: 'aircraft' },
  { to: '/providers', label: 'Providers', icon: 'users' },
  { to: '/requests', label: 'Requests', icon: 'search' },
  { to: '/staff', label: 'Staff', icon: 'person' },
  { to: '/log', label: 'Staff log', icon: 'list' },
]
