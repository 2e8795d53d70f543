/** The audit log's filters in its address; days are whole days in UTC. */
import { dayEnd, dayStart } from '../text/day-bounds.ts'
import { given, searchText, searchWord } from '../text/search-text.ts'

export const ACTOR_KINDS = ['user', 'application', 'provider', 'staff', 'host', 'system'] as const

export const auditSearch = (search: Record<string, unknown>) =>
  given({
    action: searchText(search, 'action'),
    actorKind: searchWord(search, 'actorKind', ACTOR_KINDS),
    actor: searchText(search, 'actor'),
    subject: searchText(search, 'subject'),
    q: searchText(search, 'q'),
    from: searchText(search, 'from'),
    to: searchText(search, 'to'),
  })

export type AuditSearch = ReturnType<typeof auditSearch>

export const auditFilter = ({ action, actorKind, actor, subject, q, from, to }: AuditSearch) => ({
  action: action ?? null,
  actorKind: actorKind ?? null,
  actorId: actor ?? null,
  subjectId: subject ?? null,
  text: q ?? null,
  from: dayStart(from),
  to: dayEnd(to),
})
