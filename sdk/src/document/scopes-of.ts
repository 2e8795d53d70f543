/**
 * Finds the fewest scopes that a document needs, path by path, from `scopes.json` alone. Follows the server's gate:
 * every selected field counts, also inside fragments and behind directives, and every argument that reveals
 * (access-model §7). A test over generated operations compares the two.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentNode,
  fragmentsOf,
  type OperationNode,
  operationsOf,
  type SelectionSetNode,
  type ValueNode,
} from './ast.ts'
import { parseDocument } from './parse-document.ts'
import { type FieldScopes, type InputScopes, readScopes, type SchemaScopes } from './schema-scopes.ts'

export interface ScopeNeed {
  /** The operation's name; null where it has none. */
  readonly operation: string | null
  /** Aliases and names joined by dots; an argument in parentheses, as in `flightList(filter).crewMemberId`. */
  readonly path: string
  /** What this path needs beyond what the paths above it need already. */
  readonly scopes: readonly string[]
}

export interface ScopeReport {
  /** All that is needed, sorted. */
  readonly scopes: readonly string[]
  readonly needs: readonly ScopeNeed[]
  /** Needed only where the variable's value names this input; empty where `variables` were given. */
  readonly conditional: readonly (ScopeNeed & { readonly variable: string })[]
}

export interface ScopesOfOptions {
  /** Of a document with several operations; all of them where absent. */
  readonly operationName?: string | undefined
  /** The values that will be sent, where they are known. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

/** The document asks for something that the schema does not have. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch'
}

/** Fragments within fragments multiply; a document that grows beyond this is refused by the server as well. */
const MAX_FIELDS = 100_000

class OperationScopes {
  readonly needs: ScopeNeed[] = []
  readonly conditional: (ScopeNeed & { variable: string })[] = []
  readonly #schema: SchemaScopes
  readonly #fragments: ReadonlyMap<string, FragmentNode>
  readonly #operation: OperationNode
  readonly #variables: ScopesOfOptions['variables']
  readonly #held = new Map<string, readonly string[]>()
  #fields = 0

  constructor(
    schema: SchemaScopes,
    fragments: ReadonlyMap<string, FragmentNode>,
    operation: OperationNode,
    variables: ScopesOfOptions['variables'],
  ) {
    this.#schema = schema
    this.#fragments = fragments
    this.#operation = operation
    this.#variables = variables
  }

  collect(): this {
    const { operation, selectionSet } = this.#operation
    const root = this.#schema.roots.get(operation) ?? ''
    if (!this.#schema.types.has(root)) throw new SchemaMismatch(`The schema has no ${operation}`)
    this.#selections(selectionSet, root, '', [])
    return this
  }

  #selections(set: SelectionSetNode, parent: string, path: string, spread: readonly string[]): void {
    for (const selection of set.selections) {
      if (selection.kind === 'Field') this.#field(selection, parent, path, spread)
      else if (selection.kind === 'InlineFragment') this.#selections(selection.selectionSet, parent, path, spread)
      else this.#spread(selection.name.value, parent, path, spread)
    }
  }

  #spread(name: string, parent: string, path: string, spread: readonly string[]): void {
    const fragment = this.#fragments.get(name)
    if (!fragment) throw new SchemaMismatch(`The document has no fragment ${name}`)
    if (spread.includes(name)) throw new SchemaMismatch(`Fragment ${name} leads back to itself`)
    this.#selections(fragment.selectionSet, parent, path, [...spread, name])
  }

  #field(node: FieldNode, parent: string, above: string, spread: readonly string[]): void {
    // Introspection: any valid token may ask it.
    if (node.name.value.startsWith('__')) return
    if (++this.#fields > MAX_FIELDS) throw new SchemaMismatch('The fragments of the document multiply without end')
    const path = `${above}${above && '.'}${(node.alias ?? node.name).value}`
    const field = this.#schema.types.get(parent)?.get(node.name.value)
    if (!field) throw new SchemaMismatch(`${parent} has no field ${node.name.value} (at ${path})`)
    this.#need(path, field.scopes)
    this.#arguments(node, field, path)
    if (node.selectionSet) this.#selections(node.selectionSet, field.type, path, spread)
  }

  #arguments(node: FieldNode, field: FieldScopes, path: string): void {
    for (const { name, value } of node.arguments ?? []) {
      const input = field.args.get(name.value)
      if (!input) throw new SchemaMismatch(`${path} has no argument ${name.value}`)
      this.#input(input, value, `${path}(${name.value})`)
    }
  }

  #input(input: InputScopes, value: ValueNode, path: string): void {
    this.#need(path, input.scopes)
    this.#value(input, value, path)
  }

  #value(input: InputScopes, value: ValueNode, path: string): void {
    if (value.kind === 'Variable') this.#variable(input, value.name.value, path)
    if (value.kind === 'ListValue') for (const item of value.values) this.#value(input, item, path)
    if (value.kind === 'EnumValue') this.#needOfValue(input, value.value, path)
    if (value.kind !== 'ObjectValue') return
    for (const field of value.fields) {
      const name = field.name.value
      const inner = this.#schema.inputs.get(input.type)?.get(name)
      if (!inner) throw new SchemaMismatch(`${input.type} has no field ${name} (at ${path})`)
      this.#input(inner, field.value, `${path}.${name}`)
    }
  }

  /** A variable that is not given takes its default. */
  #variable(input: InputScopes, variable: string, path: string): void {
    const definition = this.#operation.variableDefinitions?.find((node) => node.variable.name.value === variable)
    if (this.#variables && Object.hasOwn(this.#variables, variable)) {
      this.#given(input, this.#variables[variable], path)
      return
    }
    if (definition?.defaultValue) this.#value(input, definition.defaultValue, path)
    if (!this.#variables) this.#possible(input, variable, path, new Set())
  }

  #given(input: InputScopes, value: unknown, path: string): void {
    if (Array.isArray(value)) for (const item of value) this.#given(input, item, path)
    else if (typeof value === 'string') this.#needOfValue(input, value, path)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of this.#schema.inputs.get(input.type) ?? []) {
        if (!Object.hasOwn(value, name)) continue
        this.#need(`${path}.${name}`, inner.scopes)
        this.#given(inner, (value as Record<string, unknown>)[name], `${path}.${name}`)
      }
    }
  }

  #possible(input: InputScopes, variable: string, path: string, seen: ReadonlySet<string>): void {
    this.#mayNeed(path, [...new Set([...input.byValue.values()].flat())], variable)
    if (seen.has(input.type)) return
    for (const [name, inner] of this.#schema.inputs.get(input.type) ?? []) {
      this.#mayNeed(`${path}.${name}`, inner.scopes, variable)
      this.#possible(inner, variable, `${path}.${name}`, new Set([...seen, input.type]))
    }
  }

  #needOfValue(input: InputScopes, value: string, path: string): void {
    this.#need(path, input.byValue.get(value) ?? [])
  }

  #need(path: string, asked: readonly string[]): void {
    const scopes = this.#beyond(path, asked)
    if (scopes.length === 0) return
    this.needs.push({ operation: this.#name, path, scopes })
    this.#held.set(path, [...this.#heldAt(path), ...scopes])
  }

  #mayNeed(path: string, asked: readonly string[], variable: string): void {
    const scopes = this.#beyond(path, asked)
    if (scopes.length > 0) this.conditional.push({ operation: this.#name, path, scopes, variable })
  }

  #beyond(path: string, scopes: readonly string[]): string[] {
    if (scopes.length === 0) return []
    const held = this.#heldAt(path)
    return scopes.filter((scope) => !held.includes(scope))
  }

  /** What the path and all above it are known to need. */
  #heldAt(path: string): readonly string[] {
    if (path === '') return []
    return this.#held.get(path) ?? this.#heldAt(path.slice(0, Math.max(0, path.search(/[.(][^.(]*$/))))
  }

  get #name(): string | null {
    return this.#operation.name?.value ?? null
  }
}

const chosenOperations = (document: DocumentNode, name: string | undefined): OperationNode[] => {
  const operations = operationsOf(document).filter((node) => name === undefined || node.name?.value === name)
  if (operations.length > 0) return operations
  throw new SchemaMismatch(name === undefined ? 'The document has no operation' : `There is no operation ${name}`)
}

/**
 * `document` as text or parsed; `schema` as the text of `scopes.json`, or read before with `readScopes`. Throws
 * `GraphQLSyntaxError`, `NotScopes`, or `SchemaMismatch` where the two do not fit.
 */
export const scopesOf = (
  document: string | DocumentNode,
  schema: string | SchemaScopes,
  options: ScopesOfOptions = {},
): ScopeReport => {
  const parsed = typeof document === 'string' ? parseDocument(document) : document
  const scopes = typeof schema === 'string' ? readScopes(schema) : schema
  const fragments = fragmentsOf(parsed)
  const collected = chosenOperations(parsed, options.operationName).map((operation) =>
    new OperationScopes(scopes, fragments, operation, options.variables).collect(),
  )
  const needs = collected.flatMap((operation) => operation.needs)
  return {
    scopes: [...new Set(needs.flatMap((need) => need.scopes))].sort(),
    needs,
    conditional: collected.flatMap((operation) => operation.conditional),
  }
}
