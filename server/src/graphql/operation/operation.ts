/**
 * One operation, ready to run: what it needs, what it costs, and how to execute it. It is interpreted at first
 * sight and compiled at the second, for most texts that are seen once are never seen again.
 */
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { QueryContext } from '../context.ts'
import { type AskedColumns, askedColumns } from './asked-columns.ts'
import { type CostPlan, costPlan } from './cost-plan.ts'
import type { VariableValues } from './lifted-document.ts'
import { fieldsOf, type MetField } from './operation-walk.ts'
import { type RecordCount, recordCount } from './record-count.ts'
import { ScopeGate } from './scope-gate.ts'

const COMPILED_BYTES = 75_000
/** Measured: tokens, nodes and the plans made of them, by the character of the text. */
const BYTES_PER_CHARACTER = 130

const defaultsOf = (definition: OperationDefinitionNode): VariableValues | null => {
  const entries = (definition.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  )
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

export class Operation {
  readonly gate: ScopeGate
  readonly cost: CostPlan
  /** It does one thing, or only reads: where it fails, nothing was done. */
  readonly isAtomic: boolean
  /** As its author calls it, or else by its first node. */
  readonly name: string
  /** Told when the operation was compiled and holds more bytes than before. */
  onGrowth: () => void = () => {}
  readonly #schema: GraphQLSchema
  readonly #document: DocumentNode
  readonly #operationName: string | null
  readonly #defaults: VariableValues | null
  readonly #textLength: number
  /** What it reads; a mutation tells by itself what it wrote. */
  #fields: readonly MetField[]
  #asked: readonly MetField[]
  #recordCount: RecordCount | null = null
  #columns: AskedColumns | null = null
  #runs = 0
  #compiled: CompiledQuery | null = null

  constructor(schema: GraphQLSchema, document: DocumentNode, definition: OperationDefinitionNode, textLength: number) {
    const fragments = new Map(
      document.definitions
        .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
        .map((node) => [node.name.value, node]),
    )
    const fields = fieldsOf(schema, definition, fragments)
    const isMutation = definition.operation === 'mutation'
    this.isAtomic = !isMutation || fields.length === 1
    this.gate = new ScopeGate(fields, definition.variableDefinitions)
    this.cost = costPlan(fields, isMutation)
    this.#schema = schema
    this.#document = document
    this.#operationName = definition.name?.value ?? null
    this.name = this.#operationName ?? fields[0]?.node.name.value ?? ''
    this.#fields = isMutation ? [] : fields
    this.#asked = fields
    this.#defaults = defaultsOf(definition)
    this.#textLength = textLength
  }

  /** An estimate, by which the cache is bounded. */
  get bytes(): number {
    return this.#textLength * BYTES_PER_CHARACTER + (this.#compiled ? COMPILED_BYTES : 0)
  }

  /** How many records of which kind are in an answer of it; null where it cannot hold any. */
  recordsIn(data: unknown): ReturnType<RecordCount> {
    if (this.#recordCount === null) {
      this.#recordCount = recordCount(this.#fields)
      this.#fields = []
    }
    return this.#recordCount(data)
  }

  /** The columns that it asks for. Known once it was admitted: fragments that share fields are walked field by field. */
  get columns(): AskedColumns {
    this.#columns ??= askedColumns(this.#asked)
    return this.#columns
  }

  /** The variables as execution will see them: gate and cost must not miss what a default value asks for. */
  withDefaults(variables: VariableValues): VariableValues {
    return this.#defaults === null ? variables : { ...this.#defaults, ...variables }
  }

  run(context: QueryContext, variables: VariableValues): ExecutionResult | Promise<ExecutionResult> {
    this.#runs++
    if (this.#runs === 2) this.#compile()
    const result = this.#compiled?.query(undefined, context, variables)
    // Nothing has run where there is no data. The compiled form calls a field of a variable a variable of its own:
    // what does not fit is told by the interpreter, with the variable and the path in it.
    return result instanceof Promise || result?.data !== undefined ? result : this.#interpret(context, variables)
  }

  #interpret(context: QueryContext, variables: VariableValues): ExecutionResult | Promise<ExecutionResult> {
    return execute({
      schema: this.#schema,
      document: this.#document,
      contextValue: context,
      variableValues: variables,
      operationName: this.#operationName,
    })
  }

  #compile(): void {
    const compiled = compileQuery(this.#schema, this.#document, this.#operationName ?? '')
    if (!isCompiledQuery(compiled)) return
    this.#compiled = compiled
    this.onGrowth()
  }
}
