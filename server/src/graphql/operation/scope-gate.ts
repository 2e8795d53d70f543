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
import type { WorkMeter } from '../work-meter.ts'

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

  constructor(plan: Plan, meter: WorkMeter) {
    const audiences = new Set<Audience>()
    for (const { field } of meter.over(plan.fields)) {
      const audience = audienceOf(field)
      if (audience) audiences.add(audience)
    }
    this.audiences = [...audiences]
    this.#collect(plan.fields, '', { plan, meter, met: new Set() })
    this.#all = scopesOf(this.#needs, NO_SCOPES, meter)
  }

  /** Everything that running with these variables needs; they are coerced, defaults included. */
  needed(variables: Values, meter: WorkMeter): ScopeSet {
    if (this.#variables.length === 0) return this.#all
    return scopesOf(this.#revealed(variables, meter), this.#all, meter)
  }

  /** Null where everything is allowed; costs one AND for an operation without revealing variables. */
  refusal(held: ScopeSet, variables: Values, meter: WorkMeter): MissingScopes | null {
    const all = this.needed(variables, meter)
    if (holdsAll(held, all)) return null
    const needs: MissingScopes['needs'][number][] = []
    for (const need of meter.over([...this.#needs, ...this.#revealed(variables, meter)])) {
      const missing = scopesIn(without(scopeSet(need.scopes), held))
      if (missing.length > 0 && needs.length < MAX_NEEDS_TOLD) needs.push({ ...need, missing })
    }
    return { missing: scopesIn(without(all, held)), needs }
  }

  /** A field that several places share is named by the first of them. */
  #collect(fields: readonly PlannedField[], parent: string, walk: Walk): void {
    const { plan, meter, met } = walk
    for (const planned of meter.over(fields, STEPS_PER_FIELD)) {
      if (met.has(planned)) continue
      met.add(planned)
      const path = `${parent}${parent && '.'}${planned.key}`
      this.#need(path, scopesOfField(planned.field))
      for (const given of meter.over(plan.inputs.get(planned))) this.#collectInput(given, path)
      this.#collect(planned.children, path, walk)
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

  #revealed(variables: Values, meter: WorkMeter): ScopeNeed[] {
    const needs: ScopeNeed[] = []
    for (const { input, variable, path } of meter.over(this.#variables)) {
      reveal({ input, path, meter, needs }, variables[variable])
    }
    return needs
  }
}

const STEPS_PER_FIELD = 2
/** Each is an error of its own in the answer. */
const MAX_NEEDS_TOLD = 100

interface Walk {
  readonly plan: Plan
  readonly meter: WorkMeter
  readonly met: Set<PlannedField>
}

const scopesOf = (needs: readonly ScopeNeed[], base: ScopeSet, meter: WorkMeter): ScopeSet => {
  let all = base
  for (const { scopes } of meter.over(needs)) all = union(all, scopeSet(scopes))
  return all
}

/** Whether what stands in the input, rather than naming it, can need a scope. */
const revealsByContent = (input: Input): boolean => scopesByValue(input) !== null || reveals(input.type)

const reveals = (type: GraphQLInputType, seen = new Set<GraphQLInputType>()): boolean => {
  const named = getNamedType(type)
  if (!isInputObjectType(named) || seen.has(named)) return false
  seen.add(named)
  // biome-ignore lint/plugin: what the schema declares
  return Object.values(named.getFields()).some(
    (field) => scopesOfInput(field).length > 0 || scopesByValue(field) !== null || reveals(field.type, seen),
  )
}

/** Where a value stands, and what it was found to need so far. */
interface Revealing {
  readonly input: Input
  readonly path: string
  readonly meter: WorkMeter
  readonly needs: ScopeNeed[]
}

const reveal = (at: Revealing, value: unknown): void => {
  if (value === null || value === undefined) return
  const { input, path, meter, needs } = at
  if (Array.isArray(value)) {
    for (const item of meter.over(value)) reveal(at, item)
    return
  }
  const named = getNamedType(input.type)
  if (isEnumType(named)) {
    const scopes = scopesOfValue(input, String(named.serialize(value)))
    if (scopes.length > 0) needs.push({ path, scopes })
  } else if (isInputObjectType(named) && typeof value === 'object') {
    for (const field of meter.over(Object.values(named.getFields()))) {
      if (!Object.hasOwn(value, field.name)) continue
      const inner = { input: field, path: `${path}.${field.name}`, meter, needs }
      const scopes = scopesOfInput(field)
      if (scopes.length > 0) needs.push({ path: inner.path, scopes })
      reveal(inner, (value as Record<string, unknown>)[field.name])
    }
  }
}
