/** What an endpoint is to hear, as its form holds it: the same for an operator's and an application's. */
import { counted } from '../text/count.ts'
import { CHANGE_KINDS, CHANGE_WORDS, type ChangeKind } from './heard.ts'

export interface Hearing {
  readonly entities: ReadonlySet<string>
  readonly kinds: ReadonlySet<ChangeKind>
  readonly fields: ReadonlySet<string> | null
  readonly statuses: ReadonlySet<string> | null
  readonly query: string
}

export interface HearingSet {
  readonly entityList: readonly string[]
  readonly kindList: readonly ChangeKind[]
  readonly fieldList: readonly string[] | null
  readonly statusList: readonly string[] | null
  readonly query: string | null
}

export const HEARING_LABELS = {
  entityList: 'What it hears',
  kindList: 'When they are',
  fieldList: 'Fields',
  statusList: 'Status',
  query: 'Query for the payload',
} as const

export type HearingProblems = Partial<Record<keyof typeof HEARING_LABELS, string>>

export const hearingOf = (set: HearingSet | null): Hearing => ({
  entities: new Set(set?.entityList),
  kinds: new Set(set?.kindList ?? CHANGE_KINDS),
  fields: set?.fieldList ? new Set(set.fieldList) : null,
  statuses: set?.statusList ? new Set(set.statusList) : null,
  query: set?.query ?? '',
})

export const hearingProblems = ({ entities, kinds }: Hearing): HearingProblems => ({
  ...(entities.size === 0 ? { entityList: 'Choose at least one kind of record.' } : {}),
  ...(kinds.size === 0 ? { kindList: 'Choose at least one.' } : {}),
})

/** `Entity` is the graph's own word for a kind of record. */
export const hearingInput = <Entity extends string>(hearing: Hearing) => ({
  entityList: [...hearing.entities] as Entity[],
  kindList: [...hearing.kinds],
  fieldList: hearing.fields && [...hearing.fields],
  statusList: hearing.statuses && [...hearing.statuses],
  query: hearing.query.trim() === '' ? null : hearing.query,
})

/** When it is told, in a line. */
export const hears = ({
  kindList,
  fieldList,
  statusList,
  aircraftIdList = null,
}: Omit<HearingSet, 'entityList' | 'query'> & { readonly aircraftIdList?: readonly string[] | null }): string => {
  const isEvery = kindList.length === CHANGE_KINDS.length
  const parts = [
    ...(isEvery ? ['every change'] : kindList.map((kind) => CHANGE_WORDS[kind])),
    ...(fieldList ? [`of ${counted(fieldList.length, 'field')}`] : []),
    ...(statusList ? [statusList.join(' or ')] : []),
    ...(aircraftIdList ? [counted(aircraftIdList.length, 'aircraft', 'aircraft')] : []),
  ]
  return parts.join(', ')
}
