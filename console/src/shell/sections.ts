/** The places of the console, each with the scope that opens it; what a person may not open is not offered. */
import type { IconName } from '../parts/icon.tsx'

export const SECTIONS = [
  { to: '/add-ons', label: 'Add-ons', icon: 'plug', scope: 'add-on:read' },
  { to: '/api-keys', label: 'API keys', icon: 'key', scope: 'api-key:read' },
  { to: '/users', label: 'Users', icon: 'users', scope: 'user:read' },
  { to: '/audit-log', label: 'Audit log', icon: 'list', scope: 'audit:read' },
  { to: '/data', label: 'Data', icon: 'aircraft', scope: 'aircraft:read' },
  { to: '/account', label: 'Account', icon: 'person', scope: 'account:read' },
] as const satisfies readonly { to: string; label: string; icon: IconName; scope: string }[]
