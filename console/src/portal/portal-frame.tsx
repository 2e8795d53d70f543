/** What stands around the portal's pages, and around the explorer there. */

import { useQuery } from '@tanstack/react-query'
import { REFRESH_MS } from '../bell/refresh.ts'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { lazily } from '../parts/lazily.ts'
import type { PlatformFrame } from '../platform/platform-shell.tsx'
import { ME } from './queries.ts'
import { NEWS_SEE, RAIL } from './rail-queries.ts'
import { PORTAL_SECTIONS } from './sections.ts'

const PortalPalette = lazily(() => import('./portal-palette.tsx'), 'PortalPalette')

export const usePortalFrame = (): PlatformFrame => {
  const query = useQuery(queryOf(ME, {}))
  const rail = useQuery({ ...queryOf(RAIL, {}), refetchInterval: REFRESH_MS }).data
  const { mutate, isPending, error } = useChange(NEWS_SEE)
  const me = query.data?.me
  const person = me
    ? { name: me.name, role: me.isOwner ? 'Owner' : 'Member', place: me.provider.name, outboxPath: me.outboxPath }
    : null
  const counts: Partial<Record<string, number>> = rail
    ? { '/': rail.applicationList.length, '/team': rail.memberList.length }
    : {}
  return {
    query,
    person,
    sections: PORTAL_SECTIONS.map((section) => ({ ...section, count: counts[section.to] })),
    palette: (onClose) => <PortalPalette onClose={onClose} />,
    bell: {
      side: 'developers',
      news: rail?.newsList ?? [],
      seeing: { see: (newsId) => mutate({ newsId }), isPending, error },
    },
    questions: (rail?.questionList ?? []).map(({ clientId, name }) => ({
      key: clientId,
      label: `Answer support about ${name}`,
      to: `/applications/${clientId}/production`,
    })),
  }
}
