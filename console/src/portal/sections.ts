/** The portal's pages in the rail; the explorer's own document shows the same. */
import type { PlatformSection } from '../platform/platform-shell.tsx'

export const PORTAL_SECTIONS: readonly PlatformSection[] = [
  { to: '/', label: 'Applications', icon: 'plug' },
  { to: '/register', label: 'Register', icon: 'plus' },
  { to: '/explorer/', label: 'Explorer', icon: 'terminal', href: '/console/explorer/' },
  { to: '/docs/', label: 'Docs', icon: 'code', href: '/docs/' },
  { to: '/team', label: 'Team', icon: 'users' },
]
