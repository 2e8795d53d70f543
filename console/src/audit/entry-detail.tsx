/** The details of an opened entry: values in words, actor, address and ids. */

import { Moment } from '../parts/moment.tsx'
import { counted } from '../text/count.ts'
import { detailValues, type Fact, factsOf, namesIn } from './detail-values.ts'
import { actorWord } from './entry-sentence.tsx'
import type { AuditEntry } from './queries.ts'

const Words = ({ fact, lost }: { readonly fact: Fact; readonly lost: ReadonlySet<string> }) => (
  <dd className={fact.isCode ? 'audit-words' : undefined}>
    {fact.isCode
      ? fact.words.map((word) => (
          <code key={word} className={lost.has(word) ? 'audit-lost' : undefined}>
            {word}
          </code>
        ))
      : fact.words.join(', ')}
  </dd>
)

/** The names in `before` that `after` lacks. */
const lostIn = (detail: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  detail.after === undefined ? new Set() : new Set(namesIn(detail.before)).difference(new Set(namesIn(detail.after)))

export const EntryDetail = ({ entry }: { readonly entry: AuditEntry }) => {
  const detail = detailValues(entry.detail)
  const facts = factsOf(entry.action, detail)
  const lost = lostIn(detail)
  return (
    <div className="audit-detail">
      <dl className="facts">
        {facts.map((fact) => (
          <div className="fact" key={fact.name}>
            <dt>
              {fact.name}
              {fact.isCode && <span className="small">, {counted(fact.words.length, 'scope')}</span>}
            </dt>
            <Words fact={fact} lost={fact.name === 'Before' ? lost : new Set()} />
          </div>
        ))}
        {facts.length === 0 && <p className="muted">Nothing more is kept of it.</p>}
      </dl>
      <dl className="facts small">
        <dt>Action</dt>
        <dd>
          <code>{entry.action}</code>
        </dd>
        <dt>Who</dt>
        <dd>
          {actorWord(entry)}, {entry.actorKind}
        </dd>
        <dt>When</dt>
        <dd>
          <Moment at={entry.at} as="full" />
        </dd>
        <dt>About</dt>
        <dd>
          {entry.subjectKind} <code>{entry.subjectId}</code>
        </dd>
        <dt>Entry</dt>
        <dd>
          <code>{entry.auditEntryId}</code>
        </dd>
      </dl>
    </div>
  )
}
