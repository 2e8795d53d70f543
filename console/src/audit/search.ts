/** The audit log's filters in its address; days are whole days in UTC. */
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

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

const dayStart = (day: string | undefined): string | null =>
  day !== undefined && DAY.test(day) && !Number.isNaN(Date.parse(day)) ? `${day}T00:00:00Z` : null

/** Returns the start of the next day: the end of an interval is exclusive, and a user means the whole last day. */
const dayEnd = (day: string | undefined): string | null => {
  const start = dayStart(day)
  return start === null ? null : `${new Date(Date.parse(start) + DAY_MS).toISOString().slice(0, 19)}Z`
}

export const auditFilter = ({ action, actorKind, actor, subject, q, from, to }: AuditSearch) => ({
  action: action ?? null,
  actorKind: actorKind ?? null,
  actorId: actor ?? null,
  subjectId: subject ?? null,
  text: q ?? null,
  from: dayStart(from),
  to: dayEnd(to),
})
