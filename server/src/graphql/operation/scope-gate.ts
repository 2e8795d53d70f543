/**
 * Collects the scopes that an operation needs before anything runs: from its fields, the types they return, and the
 * inputs that reveal something. One missing scope refuses the whole request. A field that is skipped counts as well:
 * a directive decides what is answered, not what is needed.
 */
import { type GraphQLInputType, getNamedType, isEnumType, isInputObjectType } from 'graphql'
import type { Audience } from '../../domain/identity/audience.ts'
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
import { audienceOf, scopesByValue, scopesOfField, scopesOfInput, scopesOfValue } from '../access-declaration.ts'
import type { Values } from '../execution/input-values.ts'
import type { Plan } from '../execution/plan.ts'
import type { GivenInput, Input, PlannedField } from '../execution/planned-field.ts'

export interface ScopeNeed {
  readonly path: string
  readonly scopes: readonly Scope[]
}

export interface MissingScopes {
  readonly missing: readonly Scope[]
  readonly needs: readonly (ScopeNeed & { readonly missing: readonly Scope[] })[]
}

/** An input that arrives in a variable: what it reveals is known with the variables of the request. */
interface VariableInput {
  readonly path: string
  readonly variable: string
  readonly input: Input
}

export class ScopeGate {
  readonly #needs: ScopeNeed[] = []
  readonly #variables: VariableInput[] = []
  readonly #all: ScopeSet
  /** Whom its root fields are for, in the portal and the support console. */
  readonly audiences: readonly Audience[]

  constructor({ fields, inputs }: Plan) {
    this.audiences = [...new Set(fields.flatMap(({ field }) => audienceOf(field) ?? []))]
    this.#collect(fields, inputs, '', new Set())
    this.#all = this.#needs.reduce((set, need) => union(set, scopeSet(need.scopes)), NO_SCOPES)
  }

  /** Everything that running with these variables needs; they are coerced, defaults included. */
  needed(variables: Values): ScopeSet {
    if (this.#variables.length === 0) return this.#all
    return this.#revealed(variables).reduce((set, need) => union(set, scopeSet(need.scopes)), this.#all)
  }

  /** Null where everything is allowed; costs one AND for an operation without revealing variables. */
  refusal(held: ScopeSet, variables: Values): MissingScopes | null {
    const all = this.needed(variables)
    if (holdsAll(held, all)) return null
    const lacking = (scopes: readonly Scope[]) => scopesIn(without(scopeSet(scopes), held))
    const needs = [...this.#needs, ...this.#revealed(variables)]
      .map((need) => ({ ...need, missing: lacking(need.scopes) }))
      .filter((need) => need.missing.length > 0)
    return { missing: scopesIn(without(all, held)), needs }
  }

  /** A field that several places share is named by the first of them. */
  #collect(fields: readonly PlannedField[], inputs: Plan['inputs'], parent: string, met: Set<PlannedField>): void {
    for (const planned of fields) {
      if (met.has(planned)) continue
      met.add(planned)
      const path = `${parent}${parent && '.'}${planned.key}`
      this.#need(path, scopesOfField(planned.field))
      for (const given of inputs.get(planned) ?? []) this.#collectInput(given, path)
      this.#collect(planned.children, inputs, path, met)
    }
  }

  #need(path: string, scopes: readonly Scope[]): void {
    if (scopes.length > 0) this.#needs.push({ path, scopes })
  }

  #collectInput({ at, input, enumValue, variable, isNaming }: GivenInput, field: string): void {
    const path = `${field}${at}`
    if (isNaming) this.#need(path, scopesOfInput(input))
    if (enumValue !== null) this.#need(path, scopesOfValue(input, enumValue))
    if (variable !== null && revealsByContent(input)) this.#variables.push({ path, variable, input })
  }

  #revealed(variables: Values): ScopeNeed[] {
    return this.#variables.flatMap(({ input, variable, path }) => revealedBy(input, variables[variable], path))
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
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => revealedBy(input, item, path))
  const named = getNamedType(input.type)
  if (isEnumType(named)) {
    const scopes = scopesOfValue(input, String(named.serialize(value)))
    return scopes.length > 0 ? [{ path, scopes }] : []
  }
  if (!isInputObjectType(named) || typeof value !== 'object') return []
  return Object.values(named.getFields()).flatMap((field) => {
    if (!Object.hasOwn(value, field.name)) return []
    const at = `${path}.${field.name}`
    const scopes = scopesOfInput(field)
    const nested = revealedBy(field, (value as Record<string, unknown>)[field.name], at)
    return scopes.length > 0 ? [{ path: at, scopes }, ...nested] : nested
  })
}
