/** The sentence of an entry, with names linked to other entries about them. */
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Tag } from '../parts/tag.tsx'
import { detailValues } from './detail-values.ts'
import type { AuditEntry } from './queries.ts'
import { isFailure, sentenceOf } from './sentences.ts'

/** Actors without a name. */
const NAMELESS: Readonly<Record<string, string>> = { host: 'The host', system: 'The service' }

export const actorWord = ({ actorName, actorKind, actorId }: AuditEntry): string =>
  actorName ?? NAMELESS[actorKind] ?? actorId ?? actorKind

const Actor = ({ entry }: { readonly entry: AuditEntry }) => {
  const { actorId } = entry
  if (actorId === null) return <b>{actorWord(entry)}</b>
  return (
    <Link className="entity-link" to="/audit-log" search={(search) => ({ ...search, actor: actorId })}>
      {actorWord(entry)}
    </Link>
  )
}

const Subject = ({ entry }: { readonly entry: AuditEntry }) => (
  <Link className="entity-link" to="/audit-log" search={(search) => ({ ...search, subject: entry.subjectId })}>
    {entry.subjectName ?? entry.subjectId}
  </Link>
)

export const EntrySentence = ({ entry }: { readonly entry: AuditEntry }) => {
  const parts = sentenceOf(entry.action, detailValues(entry.detail)).split(/(\{by\}|\{about\})/)
  return (
    <span className="audit-sentence">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
        <Fragment key={index}>
          {part === '{by}' ? <Actor entry={entry} /> : part === '{about}' ? <Subject entry={entry} /> : part}
        </Fragment>
      ))}{' '}
      {isFailure(entry.action) && <Tag tone="fail">Failed</Tag>}
    </span>
  )
}
