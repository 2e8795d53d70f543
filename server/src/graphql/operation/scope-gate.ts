/**
 * The scope gate. What an operation needs is collected before anything runs: from its fields, the types they
 * return, and the arguments that reveal. One scope missing refuses the whole request (access-model §7).
 */
import {
  type ArgumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  Kind,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from 'graphql'
import {
  holdsAll,
  NO_SCOPES,
  type Scope,
  type ScopeSet,
  scopeSet,
  scopesIn,
  union,
  without,
} from '../../domain/scopes.ts'
import { scopesByValue, scopesOfField, scopesOfInput, scopesOfValue } from '../access-declaration.ts'
import type { VariableValues } from './lifted-document.ts'
import type { MetField } from './operation-walk.ts'

export interface ScopeNeed {
  readonly path: string
  readonly scopes: readonly Scope[]
}

export interface MissingScopes {
  readonly missing: readonly Scope[]
  readonly needs: readonly (ScopeNeed & { readonly missing: readonly Scope[] })[]
}

/** An input that arrives in a variable: what it reveals is known only when the values are. */
interface VariableInput {
  readonly path: string
  readonly variable: string
  readonly input: Input
}

type Input = GraphQLArgument | GraphQLInputField

const defaultsOf = (definitions: readonly VariableDefinitionNode[]): VariableValues =>
  Object.fromEntries(
    definitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  )

export class ScopeGate {
  readonly #needs: ScopeNeed[] = []
  readonly #variables: VariableInput[] = []
  readonly #all: ScopeSet
  /** A variable that is not given takes its default, which may reveal as well. */
  readonly #defaults: VariableValues

  constructor(fields: readonly MetField[], definitions: readonly VariableDefinitionNode[] = []) {
    this.#defaults = defaultsOf(definitions)
    this.#collect(fields, '', new Set())
    this.#all = this.#needs.reduce((set, need) => union(set, scopeSet(need.scopes)), NO_SCOPES)
  }

  /** Everything that running with these variables needs. */
  needed(variables: VariableValues): ScopeSet {
    if (this.#variables.length === 0) return this.#all
    return this.#revealed(variables).reduce((set, need) => union(set, scopeSet(need.scopes)), this.#all)
  }

  /** Null where everything is allowed; costs one AND for an operation without revealing variables. */
  refusal(held: ScopeSet, variables: VariableValues): MissingScopes | null {
    const all = this.needed(variables)
    if (holdsAll(held, all)) return null
    const revealed = this.#revealed(variables)
    const lacking = (scopes: readonly Scope[]) => scopesIn(without(scopeSet(scopes), held))
    const needs = [...this.#needs, ...revealed]
      .map((need) => ({ ...need, missing: lacking(need.scopes) }))
      .filter((need) => need.missing.length > 0)
    return { missing: scopesIn(without(all, held)), needs }
  }

  /** A shared fragment is one array of fields: under a path of its own the first meeting names it. */
  #collect(fields: readonly MetField[], parent: string, met: Set<MetField>): void {
    for (const item of fields) {
      if (met.has(item)) continue
      met.add(item)
      const path = `${parent}${parent && '.'}${item.node.alias?.value ?? item.node.name.value}`
      this.#need(path, scopesOfField(item.field))
      for (const argument of item.node.arguments ?? []) this.#collectArgument(argument, item.field.args, path)
      this.#collect(item.children, path, met)
    }
  }

  #need(path: string, scopes: readonly Scope[]): void {
    if (scopes.length > 0) this.#needs.push({ path, scopes })
  }

  #collectArgument(node: ArgumentNode, inputs: readonly Input[], path: string): void {
    const input = inputs.find((candidate) => candidate.name === node.name.value)
    if (input) this.#collectInput(input, node.value, `${path}(${input.name})`)
  }

  #collectInput(input: Input, value: ValueNode, path: string): void {
    this.#need(path, scopesOfInput(input))
    this.#collectValue(input, value, path)
  }

  #collectValue(input: Input, value: ValueNode, path: string): void {
    const named = getNamedType(input.type)
    if (value.kind === Kind.VARIABLE) {
      if (revealsByContent(input)) this.#variables.push({ path, variable: value.name.value, input })
    } else if (value.kind === Kind.LIST) {
      for (const item of value.values) this.#collectValue(input, item, path)
    } else if (value.kind === Kind.ENUM) {
      this.#need(path, scopesOfValue(input, value.value))
    } else if (value.kind === Kind.OBJECT && isInputObjectType(named)) {
      for (const node of value.fields) {
        const field = named.getFields()[node.name.value]
        if (field) this.#collectInput(field, node.value, `${path}.${field.name}`)
      }
    }
  }

  #revealed(variables: VariableValues): ScopeNeed[] {
    return this.#variables.flatMap(({ input, variable, path }) => {
      const given = Object.hasOwn(variables, variable) ? variables[variable] : this.#defaults[variable]
      return revealedBy(input, given, path)
    })
  }
}

/** Whether what stands in the input, rather than naming it, can need a scope. */
const revealsByContent = (input: Input): boolean => scopesByValue(input) !== null || reveals(input.type)

const reveals = (type: GraphQLInputType, seen = new Set<GraphQLInputType>()): boolean => {
  const named = getNamedType(type)
  if (!isInputObjectType(named) || seen.has(named)) return false
  seen.add(named)
  return Object.values(named.getFields()).some(
    (field) => scopesOfInput(field).length > 0 || scopesByValue(field) !== null || reveals(field.type, seen),
  )
}

const revealedBy = (input: Input, value: unknown, path: string): ScopeNeed[] => {
  if (Array.isArray(value)) return value.flatMap((item) => revealedBy(input, item, path))
  if (typeof value === 'string') {
    const scopes = scopesOfValue(input, value)
    return scopes.length > 0 ? [{ path, scopes }] : []
  }
  const named = getNamedType(input.type)
  if (!isInputObjectType(named) || typeof value !== 'object' || value === null) return []
  return Object.values(named.getFields()).flatMap((field) => {
    if (!Object.hasOwn(value, field.name)) return []
    const at = `${path}.${field.name}`
    const scopes = scopesOfInput(field)
    const nested = revealedBy(field, (value as Record<string, unknown>)[field.name], at)
    return scopes.length > 0 ? [{ path: at, scopes }, ...nested] : nested
  })
}
