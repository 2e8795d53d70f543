/** Who changed a record when, and what: the latest changes, and who made it. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { Moment } from '../parts/moment.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Loading } from '../states/loading.tsx'
import { listed } from '../text/listed.ts'
import { historyDocument } from './documents.ts'
import type { Kind } from './kinds.ts'
import { Section } from './record-parts.tsx'

interface Actor {
  readonly kind: string
  readonly applicationName: string | null
  readonly apiKeyLabel: string | null
  readonly person?: { readonly name: string; readonly surname: string } | null
}

interface History {
  readonly version: number
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly versionList: readonly {
    readonly version: number
    readonly at: string
    readonly fieldList: readonly string[]
    readonly by: Actor | null
  }[]
}

const OTHERS: Readonly<Record<string, string>> = {
  USER: 'A person',
  APPLICATION: 'An application',
  API_KEY: 'An API key',
  HOST: 'The host',
  SYSTEM: 'Airside',
}

const whoIs = (actor: Actor | null): string => {
  if (actor === null) return 'Not recorded'
  if (actor.person) return `${actor.person.name} ${actor.person.surname}`.trim()
  if (actor.apiKeyLabel !== null) return `API key ${actor.apiKeyLabel}`
  return actor.applicationName ?? OTHERS[actor.kind] ?? actor.kind
}

/** What other systems call it is no described field. */
const labelIn = ({ fields }: Kind, name: string): string =>
  fields.find(({ shown }) => shown?.name === name)?.label ?? (name === 'externalIdList' ? 'External ids' : name)

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text

interface EntryProps {
  readonly at: string
  readonly who: string
  readonly what: string
}

const Entry = ({ at, who, what }: EntryProps) => (
  <li>
    <span>
      <b>{who}</b> {what}
    </span>
    <span className="small muted">
      <Moment at={at} as="full" />
    </span>
  </li>
)

export const RecordHistory = ({ kind, id }: { readonly kind: Kind; readonly id: string }) => {
  const viewer = useViewer()
  const document = historyDocument(kind, (scope) => mayDo(viewer, scope))
  const { data } = useQuery(queryOf(document, { id }))
  const history = data?.[kind.queries.one] as History | null | undefined
  if (!history) return data === undefined ? <Loading rows={2} /> : null
  const { version, versionList, createdAt, createdBy } = history
  return (
    <Section title="What changed" aside={`version ${version}`}>
      <ul className="record-lines">
        {versionList.map((one) => (
          <Entry
            key={one.version}
            at={one.at}
            who={whoIs(one.by)}
            what={
              one.version === 1
                ? 'made it'
                : `changed ${listed([...new Set(one.fieldList.map((name) => lowerFirst(labelIn(kind, name))))])}`
            }
          />
        ))}
        {versionList.at(-1)?.version !== 1 && <Entry at={createdAt} who={whoIs(createdBy)} what="made it" />}
      </ul>
      {version > versionList.length + 1 && (
        <p className="small muted">Changes of the last 30 days, the latest 20. Who made it is kept for good.</p>
      )}
    </Section>
  )
}
