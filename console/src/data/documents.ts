/** The queries and mutations of a kind. They differ in names and arguments only, so they are made from its description. */
import type { TadaDocumentNode } from 'gql.tada'
import { documentOf } from '../graph/graphql.ts'
import type { Page } from '../graph/pages.ts'
import type { FieldOfKind, Kind, MutationOfKind, Row } from './kinds.ts'
import { kindNamed, upperFirst } from './kinds.ts'
import { objectOf } from './objects.ts'

/** What the viewer may read decides what is asked: a field that is refused would take the whole answer with it. */
export type MayRead = (scope: string) => boolean

/** A field that the page can show, once for each field of the graph. */
export const shownFields = (kind: Kind, mayRead: MayRead): FieldOfKind[] => {
  const met = new Set<string>()
  return kind.fields.filter(({ shown }) => {
    if (shown === null || met.has(shown.name)) return false
    const of = kindNamed(shown.type)
    if (shown.isObject && objectOf(shown) === undefined) return false
    if (of && !mayRead(of.scopes.read)) return false
    met.add(shown.name)
    return true
  })
}

const selectionOf = ({ shown }: FieldOfKind): string => {
  if (shown === null) return ''
  return shown.isObject ? `${shown.name} { ${objectOf(shown)?.selection} }` : shown.name
}

const rowSelection = (kind: Kind, mayRead: MayRead): string[] => [
  kind.id.field,
  ...shownFields(kind, mayRead).map(selectionOf),
]

/** Who did it: a person's name is for those who may read people. */
const actor = (mayRead: MayRead): string =>
  `{ kind applicationName apiKeyLabel${mayRead('contact:read') ? ' person { name surname }' : ''} }`

const lines = (selection: readonly string[], depth: number): string =>
  selection.map((line) => `${'  '.repeat(depth)}${line}`).join('\n')

export type Variables = Readonly<Record<string, unknown>>

type ListDocument = TadaDocumentNode<Readonly<Record<string, Page<Row>>>, Variables>

const filterVariables = ({ filters }: Kind): readonly [declared: string, given: string] => {
  if (filters.as !== 'arguments') {
    return [`$filter: ${filters.type}${filters.as === 'required' ? '!' : ''}, `, 'filter: $filter, ']
  }
  return [
    filters.list.map(({ name, takes }) => `$${name}: ${takes}, `).join(''),
    filters.list.map(({ name }) => `${name}: $${name}, `).join(''),
  ]
}

/** `more` is what a kind's own columns need beside what is described; `declares` are the variables that it uses. */
export interface MoreSelection {
  readonly selection: string
  readonly declares?: string
}

const PAGE = 'pageInfo { endCursor hasMore }'

export const listDocument = (kind: Kind, mayRead: MayRead, more?: MoreSelection): ListDocument => {
  const [declared, given] = filterVariables(kind)
  const selection = [...rowSelection(kind, mayRead), ...(more ? [more.selection] : [])]
  return documentOf(`query ${upperFirst(kind.queries.list)}(${declared}${more?.declares ? `${more.declares}, ` : ''}$page: PageInput) {
  ${kind.queries.list}(${given}page: $page) {
    nodeList {
${lines(selection, 3)}
    }
    ${PAGE}
  }
}`)
}

/** The records that match, by their names: what a field offers to choose from. */
export const choiceDocument = (kind: Kind): ListDocument => {
  const [declared, given] = filterVariables(kind)
  return documentOf(`query ${upperFirst(kind.queries.list)}ToChoose(${declared}$page: PageInput) {
  ${kind.queries.list}(${given}page: $page) {
    nodeList { ${[kind.id.field, ...kind.calledBy].join(' ')} }
    ${PAGE}
  }
}`)
}

/** The names of some records, by their ids: no more rows are asked for than there are ids, because a page costs its size. */
export const namesDocument = (kind: Kind): ListDocument => {
  const names = `${kind.id.field}List`
  const given = kind.filters.as === 'arguments' ? `${names}: $ids` : `filter: { ${names}: $ids }`
  return documentOf(`query ${kind.name}Names($ids: [ID!], $count: Int) {
  ${kind.queries.list}(${given}, page: { first: $count }) {
    nodeList { ${[kind.id.field, ...kind.calledBy].join(' ')} }
    ${PAGE}
  }
}`)
}

export type OneDocument = TadaDocumentNode<Readonly<Record<string, Row | null>>, Variables>

const STAMPS = ['version', 'createdAt', 'updatedAt', 'externalIdList { system value }']

export const oneDocument = (kind: Kind, mayRead: MayRead): OneDocument =>
  documentOf(`query ${kind.name}($id: ID!) {
  ${kind.queries.one}(${kind.id.field}: $id) {
${lines([...rowSelection(kind, mayRead), ...STAMPS], 2)}
  }
}`)

export const historyDocument = (kind: Kind, mayRead: MayRead): OneDocument =>
  documentOf(`query ${kind.name}History($id: ID!) {
  ${kind.queries.one}(${kind.id.field}: $id) {
    version
    createdAt
    createdBy ${actor(mayRead)}
    versionList { version at fieldList by ${actor(mayRead)} }
  }
}`)

type MutationDocument = TadaDocumentNode<Record<string, { readonly userErrorList: readonly never[] } & Row>, Variables>

/** Arguments that may be left out are left out, but for the password, which is sent once the server asks for it. */
const given = ({ arguments: all }: MutationOfKind): [string, string][] =>
  Object.entries(all).filter(([name, type]) => type.endsWith('!') || name === 'currentPassword')

export const mutationDocument = (kind: Kind, mutation: MutationOfKind): MutationDocument => {
  const args = [...given(mutation), ['idempotencyKey', 'String'] as const]
  return documentOf(`mutation ${upperFirst(mutation.name)}(${args.map(([name, type]) => `$${name}: ${type}`).join(', ')}) {
  ${mutation.name}(${args.map(([name]) => `${name}: $${name}`).join(', ')}) {
    ${kind.queries.one} { ${kind.id.field} }
    warningList { message }
    userErrorList { code message path }
  }
}`)
}
