/** One operation, compiled: what it needs, what it costs, and how it runs. The document itself is not kept. */

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { QueryContext } from '../context.ts'
import { CompiledPlan, type RequestArguments, type RunResult } from '../execution/compiled-plan.ts'
import { conditionVariables } from '../execution/conditions.ts'
import type { Inputs, Values } from '../execution/input-values.ts'
import type { LiteralPlaces } from '../execution/literal-places.ts'
import { type Plan, planOf } from '../execution/plan.ts'
import {
  coerceVariables,
  type DefinedVariable,
  definedVariables,
  VariableErrors,
} from '../execution/variable-values.ts'
import type { WorkMeter } from '../work-meter.ts'
import { type AskedColumns, askedColumns } from './asked-columns.ts'
import { type CostPlan, costPlan } from './cost-plan.ts'
import { ScopeGate } from './scope-gate.ts'
import { type Secrecy, secrecyOf } from './secrecy.ts'

/** What an operation holds, measured: test/graphql/operation-memory.slow.test.ts compares the sum with the heap. */
const OPERATION_BYTES = 3_000
const BYTES_PER_FIELD = 1_500
/** One place in the answer where a field stands; fields that fragments share stand in many. */
const BYTES_PER_PLACE = 24
const BYTES_PER_CHARACTER = 30
/** Lexing and parsing. */
const STEPS_PER_TOKEN_READ = 4
/** An operation with conditions is compiled for the values that its variables have; so many are kept. */
const MAX_VARIANTS = 4

export interface OperationSource {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly definition: OperationDefinitionNode
  readonly text: string
  readonly tokens: number
  /** Null where literals are part of the operation. */
  readonly places: LiteralPlaces | null
}

const fragmentsOf = ({ definitions }: DocumentNode, meter: WorkMeter): Map<string, FragmentDefinitionNode> => {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of meter.over(definitions)) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  }
  return fragments
}

/** The plan that is needed and paid for: nothing is skipped. */
export const wholePlan = ({ schema, document, definition, places }: OperationSource, meter: WorkMeter): Plan => {
  const fragments = fragmentsOf(document, meter)
  return planOf({ schema, operation: definition, fragments, places, conditions: null, meter })
}

const bytesOf = ({ all }: Plan, meter: WorkMeter): number => {
  let bytes = OPERATION_BYTES
  for (const { children } of meter.over(all)) bytes += BYTES_PER_FIELD + BYTES_PER_PLACE * children.length
  return bytes
}

export class Operation {
  readonly gate: ScopeGate
  /** It does one thing, or only reads: where it fails, the whole request fails. */
  readonly isAtomic: boolean
  readonly type: 'query' | 'mutation'
  readonly secrecy: Secrecy
  /** As its author calls it; null where it has no name. */
  readonly givenName: string | null
  /** As it is told in statistics: by its name, or else by its first field. */
  readonly name: string
  readonly text: string
  /** An estimate, by which the cache is bounded. */
  readonly bytes: number
  readonly variables: readonly DefinedVariable[]
  /** The columns that it asks the store for. */
  readonly columns: AskedColumns
  readonly #schema: GraphQLSchema
  readonly #cost: CostPlan
  readonly #whole: CompiledPlan
  readonly #places: LiteralPlaces | null
  readonly #tokens: number
  /** The variables that decide what is skipped; null where nothing can be. */
  readonly #conditions: readonly string[] | null
  readonly #variants = new LRUCache<string, CompiledPlan>({ max: MAX_VARIANTS })

  constructor(source: OperationSource, plan: Plan, meter: WorkMeter) {
    const { schema, document, definition, text, tokens, places } = source
    this.#tokens = tokens
    this.#schema = schema
    this.#places = places
    this.text = text
    this.gate = new ScopeGate(plan, meter)
    this.#cost = costPlan(schema, plan, meter)
    this.columns = askedColumns(plan, meter)
    this.#whole = new CompiledPlan(schema, plan, meter)
    this.#conditions = conditionVariables(definition, fragmentsOf(document, meter), meter)
    this.variables = definedVariables(schema, definition.variableDefinitions ?? [], meter)
    this.isAtomic = !plan.isMutation || plan.fields.length === 1
    this.type = plan.isMutation ? 'mutation' : 'query'
    this.secrecy = secrecyOf(plan.fields, meter)
    this.givenName = definition.name?.value ?? null
    this.name = this.givenName ?? plan.fields[0]?.field.name ?? ''
    this.bytes =
      text.length * BYTES_PER_CHARACTER + bytesOf(plan, meter) * (this.#conditions === null ? 1 : 1 + MAX_VARIANTS)
  }

  /** Throws `VariableErrors` where the variables do not fit. */
  inputsOf(given: Values, literals: readonly unknown[], meter: WorkMeter): Inputs {
    return { variables: coerceVariables(this.variables, given, meter), literals }
  }

  argumentsOf(inputs: Inputs, meter: WorkMeter): RequestArguments {
    return this.#whole.argumentsOf(inputs, meter)
  }

  cost(args: RequestArguments, context: QueryContext, meter: WorkMeter): number {
    return this.#cost(args, context, meter)
  }

  run(context: QueryContext, inputs: Inputs, args: RequestArguments, meter: WorkMeter): RunResult | Promise<RunResult> {
    if (this.#conditions === null) return this.#whole.run(context, args)
    const variant = this.#variantFor(this.#conditions, inputs.variables, meter)
    return variant.run(context, variant.argumentsOf(inputs, meter))
  }

  #variantFor(conditions: readonly string[], variables: Values, meter: WorkMeter): CompiledPlan {
    let values = ''
    for (const name of meter.over(conditions)) values += this.#condition(name, variables) ? '1' : '0'
    const known = this.#variants.get(values)
    if (known) return known
    const variant = new CompiledPlan(this.#schema, this.#plan(variables, meter), meter)
    this.#variants.set(values, variant)
    return variant
  }

  /** A variable that may be null stands for a condition only if it has a default, and null was given all the same. */
  #condition(name: string, variables: Values): boolean {
    const value = variables[name]
    if (typeof value === 'boolean') return value
    // biome-ignore lint/plugin: once, for a request that is refused; the variables were counted when they were coerced
    const offset = this.variables.find((variable) => variable.name === name)?.offset ?? 0
    throw new VariableErrors([
      { message: `Variable "$${name}" decides what is included and must not be null.`, offset },
    ])
  }

  #plan(conditions: Values, meter: WorkMeter): Plan {
    meter.step(STEPS_PER_TOKEN_READ * this.#tokens)
    const document = parse(this.text)
    const operation = meter.find(
      document.definitions,
      (node) => node.kind === Kind.OPERATION_DEFINITION && (node.name?.value ?? null) === this.givenName,
    )
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('An operation is found in its own text')
    const fragments = fragmentsOf(document, meter)
    return planOf({ schema: this.#schema, operation, fragments, places: this.#places, conditions, meter })
  }
}
