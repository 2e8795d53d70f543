/** The places of the console, each with the scope that opens it; what a user may not open is not offered. */
import type { IconName } from '../parts/icon.tsx'
import { isCrew, mayDo, type Viewer } from './viewer.ts'

const SECTIONS = [
  { to: '/roster', label: 'Roster', icon: 'calendar', scope: 'own:roster' },
  { to: '/logbook', label: 'Logbook', icon: 'book', scope: 'own:logbook:read' },
  { to: '/sales', label: 'Sales', icon: 'coins', scope: 'sales:read' },
  { to: '/services', label: 'Services', icon: 'services', scope: 'service:read' },
  { to: '/logs', label: 'Logs', icon: 'wrench', scope: 'log:read' },
  { to: '/safety', label: 'Safety', icon: 'shield', scope: 'safety:read' },
  { to: '/add-ons', label: 'Add-ons', icon: 'plug', scope: 'account:read' },
  { to: '/api-keys', label: 'API keys', icon: 'key', scope: 'api-key:read' },
  { to: '/webhooks', label: 'Webhooks', icon: 'hook', scope: 'api-key:read' },
  { to: '/requests', label: 'Requests', icon: 'clock', scope: 'add-on:read' },
  { to: '/users', label: 'Users', icon: 'users', scope: 'user:read' },
  { to: '/settings', label: 'Settings', icon: 'sliders', scope: 'settings:write' },
  { to: '/audit-log', label: 'Audit log', icon: 'list', scope: 'audit:read' },
  { to: '/data', label: 'Data', icon: 'aircraft', scope: 'aircraft:read' },
  { to: '/my-reports', label: 'My reports', icon: 'shield', scope: 'own:safety' },
  { to: '/account', label: 'Account', icon: 'person', scope: 'account:read' },
] as const satisfies readonly { to: string; label: string; icon: IconName; scope: string }[]

/** Another document, so that only it has the editor and the content policy that the editor needs (ADR 63). */
export const EXPLORER_SECTION = { href: '/console/explorer/', label: 'Explorer', icon: 'terminal' } as const

export type Section = (typeof SECTIONS)[number]

/** Of those who fly; for everybody else they would be empty. */
const OF_CREW: ReadonlySet<string> = new Set(['/roster', '/logbook'])

/** The safety office comes to its own reports from its page: two places of one subject would crowd the rail. */
const isOffered = (viewer: Viewer, to: string): boolean => {
  if (to === '/my-reports') return !mayDo(viewer, 'safety:read')
  return !OF_CREW.has(to) || isCrew(viewer)
}

export const sectionsOf = (viewer: Viewer): Section[] =>
  SECTIONS.filter(({ to, scope }) => mayDo(viewer, scope) && isOffered(viewer, to))

/** Where the user works: an administrator at the add-ons, crew at their roster; others can only ask for add-ons. */
export const homeOf = (viewer: Viewer): Section['to'] => {
  const places = sectionsOf(viewer)
  const first = places.find(({ to }) => (to === '/add-ons') === viewer.isAdmin)
  return first?.to ?? '/account'
}
