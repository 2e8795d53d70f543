/** Reads a document for the panel: what it needs, what the token lacks, where that stands, and what it will cost. */
import { SchemaMismatch, scopesOf } from '@airside/client/scopes'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import type { Catalogue } from './catalogue.ts'
import { type Cost, costOf } from './cost-of.ts'
import { placeNear, placesIn, type TextPlace } from './places.ts'

export interface Needed {
  readonly scope: string
  readonly path: string
  readonly place: TextPlace | null
}

export interface ScopeReport {
  readonly kind: 'read'
  /** One for each scope, where it is first needed. */
  readonly has: readonly Needed[]
  /** One for each path that would be refused. */
  readonly lacks: readonly Needed[]
  /** Scopes of the token that this document does not use. */
  readonly unneeded: readonly string[]
  /** Needed only with some values of a variable; empty where the variables can be read. */
  readonly perhaps: readonly (Needed & { readonly variable: string })[]
  /** All scopes, for the consent page. */
  readonly needed: readonly string[]
  readonly cost: Cost | null
  readonly isMutation: boolean
}

export type Report =
  | ScopeReport
  | { readonly kind: 'empty' }
  /** The text is no document, or does not fit the schema; it would be refused whatever the token. */
  | { readonly kind: 'unreadable'; readonly message: string; readonly line: number | null }

export interface Written {
  readonly text: string
  readonly operationName: string | null
  /** Undefined where the text of the variables is not JSON. */
  readonly variables: Readonly<Record<string, unknown>> | undefined
}

const chosenOperation = (document: DocumentNode, name: string | null): OperationDefinitionNode | null => {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  return operations.find((node) => name !== null && node.name?.value === name) ?? operations[0] ?? null
}

const unreadable = (error: unknown): Report => {
  if (error instanceof GraphQLError) {
    return { kind: 'unreadable', message: error.message, line: error.locations?.[0]?.line ?? null }
  }
  if (error instanceof SchemaMismatch) return { kind: 'unreadable', message: error.message, line: null }
  throw error
}

const isBlank = (text: string): boolean => text.replace(/#[^\n]*/g, '').trim() === ''

const read = (
  written: Written,
  catalogue: Catalogue,
  held: readonly string[],
  schema: GraphQLSchema | null,
): Report => {
  const document = parse(written.text)
  const operation = chosenOperation(document, written.operationName)
  if (!operation) return { kind: 'empty' }
  const [problem] = schema ? validate(schema, document) : []
  if (problem) return unreadable(problem)
  const { variables } = written
  const operationName = operation.name?.value
  const found = scopesOf(written.text, catalogue.schema, { operationName, variables })
  const places = placesIn(document, operation)
  const needed = (path: string, scope: string): Needed => ({ scope, path, place: placeNear(places, path) })
  const all = found.needs.flatMap(({ path, scopes }) => scopes.map((scope) => needed(path, scope)))
  const has = all.filter(({ scope }) => held.includes(scope))
  return {
    kind: 'read',
    has: [...new Map(has.toReversed().map((need) => [need.scope, need])).values()].toReversed(),
    lacks: all.filter(({ scope }) => !held.includes(scope)),
    unneeded: held.filter((scope) => !found.scopes.includes(scope)),
    perhaps: found.conditional.flatMap(({ path, scopes, variable }) =>
      scopes.filter((scope) => !held.includes(scope)).map((scope) => ({ ...needed(path, scope), variable })),
    ),
    needed: found.scopes,
    cost: schema && costOf({ schema, document, operation, variables: variables ?? {}, numbers: catalogue.numbers }),
    isMutation: operation.operation === 'mutation',
  }
}

export const reportOf = (
  written: Written,
  catalogue: Catalogue,
  held: readonly string[],
  schema: GraphQLSchema | null,
): Report => {
  if (isBlank(written.text)) return { kind: 'empty' }
  try {
    return read(written, catalogue, held, schema)
  } catch (error) {
    return unreadable(error)
  }
}
