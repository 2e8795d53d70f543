/**
 * The scopes as data for programs (`server/scopes.json`, served at `/scopes.json`): every scope with its description
 * and the nodes that need it, and every field and input with the scopes it needs. It is generated from the declarations
 * that the gate enforces, like the sentences in the schema's descriptions.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
} from 'graphql'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../domain/limits.ts'
import { isGrantable, SCOPES, type Scope, scopeEntry } from '../domain/scopes.ts'
import { objectTypes, scopesByValue, scopesOfInput, scopesToReach } from './access-declaration.ts'
import { fixedRows, MUTATION_COST, OBJECT_COST, passwordPlaces } from './operation/cost-plan.ts'
import { argumentCostOf, fixedCostOf, type Search, searchOf } from './operation/list-size.ts'

type Named<T> = Readonly<Record<string, T>>

/** All of the scopes are needed; empty lists are left out. */
interface InputNeeds {
  readonly type: string
  readonly scopes?: readonly Scope[] | undefined
  /** The scopes that each enum value of this input needs. */
  readonly scopesByValue?: Named<readonly Scope[]> | undefined
}

interface FieldNeeds {
  readonly type: string
  readonly scopes?: readonly Scope[] | undefined
  /** It costs as if it had so many rows, whatever is asked for; absent where that depends on the request. */
  readonly rows?: number | undefined
  /** It costs so much more if one of these arguments is given. */
  readonly search?: Search | undefined
  /** It costs more by what its arguments say, which only the server reckons. */
  readonly costsByArguments?: true | undefined
  /** Each time it is asked for costs so much, because it is looked up. */
  readonly fixedCost?: number | undefined
  readonly args?: Named<InputNeeds> | undefined
}

interface ScopeInWords {
  readonly area: string
  readonly access: 'read' | 'write'
  readonly text: string
  /** False for the console's scopes, which only a signed-in user has. */
  readonly isGrantable: boolean
  /** Schema coordinates, e.g. `Query.flightList`, `Query.changeList(kindList:)`, `FlightFilter.crewMemberId`. */
  readonly nodes: readonly string[]
}

/** What an operation costs is reckoned from these and from `rows` (`operation/cost-plan`). */
interface CostNumbers {
  readonly object: number
  readonly mutation: number
  readonly pageSize: number
  readonly maxPageSize: number
}

export interface ScopeCatalogue {
  readonly cost: CostNumbers
  readonly scopes: Named<ScopeInWords>
  readonly operations: Named<string>
  readonly types: Named<Named<FieldNeeds>>
  readonly inputs: Named<Named<InputNeeds>>
}

const unlessEmpty = <T extends object>(value: T): T | undefined => (Object.keys(value).length > 0 ? value : undefined)

const byName = <Item extends { readonly name: string }, T>(items: readonly Item[], make: (item: Item) => T): Named<T> =>
  Object.fromEntries(items.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((item) => [item.name, make(item)]))

const inputNeeds = (input: GraphQLArgument | GraphQLInputField): InputNeeds => ({
  type: getNamedType(input.type).name,
  scopes: unlessEmpty(scopesOfInput(input)),
  scopesByValue: scopesByValue(input) ?? undefined,
})

const fieldNeeds = (type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): FieldNeeds => ({
  type: getNamedType(field.type).name,
  scopes: unlessEmpty(scopesToReach(type, field)),
  rows: fixedRows(field),
  search: searchOf(field) ?? undefined,
  costsByArguments: argumentCostOf(field) === null && passwordPlaces(field).length === 0 ? undefined : true,
  fixedCost: fixedCostOf(field) || undefined,
  args: unlessEmpty(byName(field.args, inputNeeds)),
})

const needsOf = ({ scopes = [], scopesByValue: byValue = {} }: InputNeeds): readonly Scope[] => [
  ...scopes,
  ...Object.values(byValue).flat(),
]

/** Every node with the scopes it needs, under its schema coordinate. */
const nodesOf = ({ types, inputs }: Pick<ScopeCatalogue, 'types' | 'inputs'>): [string, readonly Scope[]][] => [
  ...Object.entries(types).flatMap(([type, fields]) =>
    Object.entries(fields).flatMap(([name, { scopes = [], args = {} }]): [string, readonly Scope[]][] => [
      [`${type}.${name}`, scopes],
      ...Object.entries(args).map(([arg, input]): [string, readonly Scope[]] => [
        `${type}.${name}(${arg}:)`,
        needsOf(input),
      ]),
    ]),
  ),
  ...Object.entries(inputs).flatMap(([type, fields]) =>
    Object.entries(fields).map(([name, input]): [string, readonly Scope[]] => [`${type}.${name}`, needsOf(input)]),
  ),
]

const scopeCatalogue = (schema: GraphQLSchema): ScopeCatalogue => {
  const types = byName(objectTypes(schema), (type) =>
    byName(Object.values(type.getFields()), (field) => fieldNeeds(type, field)),
  )
  const inputs = byName(Object.values(schema.getTypeMap()).filter(isInputObjectType), (type) =>
    byName(Object.values(type.getFields()), inputNeeds),
  )
  const nodes = nodesOf({ types, inputs })
  const inWords = (scope: Scope): ScopeInWords => {
    const { area, access, text } = scopeEntry(scope)
    const needing = nodes.filter(([, scopes]) => scopes.includes(scope)).map(([coordinate]) => coordinate)
    return { area, access, text, isGrantable: isGrantable(scope), nodes: needing }
  }
  return {
    cost: {
      object: OBJECT_COST,
      mutation: MUTATION_COST,
      pageSize: DEFAULT_PAGE_SIZE,
      maxPageSize: MAX_PAGE_SIZE,
    },
    scopes: Object.fromEntries(SCOPES.map((scope) => [scope, inWords(scope)])),
    operations: { query: 'Query', mutation: 'Mutation' },
    types,
    inputs,
  }
}

const DEPTH_OF_ONE_LINE = 3

/** One line for each scope, field and input, so that a diff shows what changed. */
const printed = (value: unknown, depth = 0): string => {
  if (depth === DEPTH_OF_ONE_LINE || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const indent = '  '.repeat(depth + 1)
  const lines = Object.entries(value).map(([name, inner]) => `${indent}"${name}": ${printed(inner, depth + 1)}`)
  return `{\n${lines.join(',\n')}\n${'  '.repeat(depth)}}`
}

/** The content of `server/scopes.json`. */
export const scopesText = (schema: GraphQLSchema): string => `${printed(scopeCatalogue(schema))}\n`
