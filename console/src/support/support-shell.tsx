/** Support's frame: it waits for the member of staff, and counts what waits for them. */

import { useQuery } from '@tanstack/react-query'
import { REFRESH_MS } from '../bell/refresh.ts'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { lazily } from '../parts/lazily.ts'
import type { News } from '../platform/news-words.ts'
import { PlatformShell } from '../platform/platform-shell.tsx'
import type { Question } from '../shell/rail-questions.tsx'
import { WORK } from './case-words.ts'
import { type Case, ME, QUEUE } from './queries.ts'
import { NEWS_SEE, RAIL } from './rail-queries.ts'
import { roleName, useStaffRole } from './role.ts'
import { SUPPORT_SECTIONS } from './sections.ts'

const SupportPalette = lazily(() => import('./search/support-palette.tsx'), 'SupportPalette')

const isForUs = ({ waitsFor }: Case): boolean => waitsFor === 'SUPPORT'

/** The cases that somebody took and did not finish, and what a colleague needs a second word for. */
const questionsOf = (userId: string, cases: readonly Case[], asked: readonly News[]): Question[] => [
  ...asked.map(({ newsId, name, operatorId }) => ({
    key: newsId,
    label: `A second word: suspend ${name}?`,
    to: `/operators/${operatorId}`,
  })),
  ...cases
    .filter(({ application }) => application.assignee?.userId === userId)
    .map(({ work, application: { clientId, name } }) => ({
      key: `${clientId} ${work}`,
      label: `${name}: ${WORK[work].toLowerCase()}`,
      to: `/applications/${clientId}`,
    })),
]

export const SupportShell = () => {
  const query = useQuery(queryOf(ME, {}))
  const waiting = useQuery({ ...queryOf(QUEUE, {}), refetchInterval: REFRESH_MS }).data?.queue.filter(isForUs)
  const news = useQuery({ ...queryOf(RAIL, {}), refetchInterval: REFRESH_MS }).data?.newsList ?? []
  const { mutate, isPending, error } = useChange(NEWS_SEE)
  const me = query.data?.me
  const { mayAdminister } = useStaffRole()
  const person = me
    ? { name: me.name, role: roleName(me.role), place: 'Airside Support', outboxPath: me.outboxPath }
    : null
  const asked = news.filter(({ kind }) => kind === 'SUSPENSION_ASKED' && mayAdminister)
  return (
    <PlatformShell
      query={query}
      person={person}
      sections={SUPPORT_SECTIONS.map((section) =>
        section.to === '/' ? { ...section, count: waiting?.length } : section,
      )}
      palette={(onClose) => <SupportPalette onClose={onClose} />}
      bell={{ side: 'support', news, seeing: { see: (newsId) => mutate({ newsId }), isPending, error } }}
      questions={questionsOf(me?.userId ?? '', waiting ?? [], asked)}
    />
  )
}
