/** Support's frame: it waits for the member of staff, and counts what waits for them. */
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { queryOf } from '../graph/query.ts'
import { PlatformShell } from '../platform/platform-shell.tsx'
import { ME, QUEUE } from './queries.ts'
import { roleName } from './role.ts'
import { SUPPORT_SECTIONS } from './sections.ts'

const SupportPalette = lazy(() =>
  import('./search/support-palette.tsx').then(({ SupportPalette: component }) => ({ default: component })),
)

export const SupportShell = () => {
  const query = useQuery(queryOf(ME, {}))
  const waiting = useQuery(queryOf(QUEUE, {})).data?.queue.filter(({ waitsFor }) => waitsFor === 'SUPPORT').length
  const me = query.data?.me
  const person = me
    ? { name: me.name, role: roleName(me.role), place: 'Airside Support', outboxPath: me.outboxPath }
    : null
  return (
    <PlatformShell
      query={query}
      person={person}
      sections={SUPPORT_SECTIONS.map((section) => (section.to === '/' ? { ...section, count: waiting } : section))}
      palette={(onClose) => <SupportPalette onClose={onClose} />}
    />
  )
}
