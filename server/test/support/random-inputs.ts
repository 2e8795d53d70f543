/** Random values for the inputs of a schema, as literals or variables. Some of them have the wrong type. */
import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { SeededRandom } from './seeded-random.ts'

const TEXTS = [
  '',
  'plain',
  'é "quoted" \\ back',
  '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d1',
  '__literal0',
  'constructor',
  '2026-11-15',
  '\u2028 </script>',
]
const MAX_DEPTH = 3

const SCALARS: Readonly<Record<string, (values: SeededRandom) => unknown>> = {
  Int: (values) => values.below(600) - 5,
  Float: (values) => values.below(100) / 4,
  Boolean: (values) => values.chance(0.5),
  ID: (values) => (values.chance(0.3) ? values.below(10 ** 6) : `id_${values.below(100)}`),
  DateTime: (values) => `2026-11-${String(10 + values.below(18))}T09:30:0${values.below(10)}Z`,
  Date: (values) => `2026-11-${String(10 + values.below(18))}`,
  Decimal: (values) => `${values.below(1000)}.${10 + values.below(90)}`,
}

export class RandomInputs {
  readonly variables: Record<string, unknown> = Object.create(null)
  readonly #definitions: string[] = []
  readonly #structure: SeededRandom
  readonly #values: SeededRandom
  readonly #share: number

  constructor(structure: SeededRandom, values: SeededRandom, share: number) {
    this.#structure = structure
    this.#values = values
    this.#share = share
  }

  /** As it stands in the text. */
  value(type: GraphQLInputType, depth = 0): string {
    if (this.#structure.chance(this.#share)) return this.#variable(type, depth)
    if (isNonNullType(type)) return this.value(type.ofType, depth)
    if (this.#structure.chance(0.04)) return 'null'
    if (isListType(type)) return this.#list(type.ofType, depth)
    if (isInputObjectType(type)) return this.#object(type, depth)
    return this.#leaf(type)
  }

  definitions(): string {
    return this.#definitions.length === 0 ? '' : `(${this.#definitions.join(', ')})`
  }

  /** What @skip and @include take. */
  condition(): string {
    if (this.#structure.chance(0.4)) return String(this.#structure.chance(0.5))
    const name = this.#define('Boolean!')
    this.variables[name] = this.#values.chance(0.5)
    return `$${name}`
  }

  #define(type: string, defaultValue = ''): string {
    const index = this.#definitions.length
    const name = index === 0 ? 'constructor' : index === 1 ? '__proto__' : `v${index}`
    this.#definitions.push(`$${name}: ${type}${defaultValue}`)
    return name
  }

  #variable(type: GraphQLInputType, depth: number): string {
    const hasDefault = this.#structure.chance(0.2)
    const written = hasDefault ? ` = ${this.#constant(type, depth)}` : ''
    const name = this.#define(String(type), written)
    const isOptional = hasDefault || !isNonNullType(type)
    if (isOptional && this.#values.chance(0.2)) return `$${name}`
    const given = this.#json(type, depth)
    Object.defineProperty(this.variables, name, { value: given, enumerable: true, configurable: true, writable: true })
    return `$${name}`
  }

  #list(item: GraphQLInputType, depth: number): string {
    if (this.#structure.chance(0.2)) return this.value(item, depth + 1)
    const count = this.#structure.below(3)
    return `[${Array.from({ length: count }, () => this.value(item, depth + 1)).join(', ')}]`
  }

  #object(type: GraphQLInputObjectType, depth: number): string {
    const fields = Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type) || (depth < MAX_DEPTH && this.#structure.chance(0.3)))
      .map((field) => `${field.name}: ${this.value(field.type, depth + 1)}`)
    return `{${fields.join(', ')}}`
  }

  #leaf(type: Exclude<GraphQLInputType, { ofType: unknown } | GraphQLInputObjectType>): string {
    if (isEnumType(type)) return this.#structure.pick(type.getValues()).name
    if (type.name === 'Boolean') return String(this.#structure.chance(0.5))
    // The kind of literal belongs to the structure, what it says to the values.
    if (type.name === 'ID') return this.#structure.chance(0.3) ? String(this.#values.below(10 ** 6)) : '"id_1"'
    return JSON.stringify(this.#scalar(type.name))
  }

  #scalar(name: string): unknown {
    if (name === 'Int' && this.#values.chance(0.02)) return 3_000_000_000
    if (name === 'DateTime' && this.#values.chance(0.02)) return 'yesterday'
    return SCALARS[name]?.(this.#values) ?? this.#values.pick(TEXTS)
  }

  /** A literal without variables, for a default. */
  #constant(type: GraphQLInputType, depth: number): string {
    if (isNonNullType(type)) return this.#constant(type.ofType, depth)
    if (isListType(type)) return `[${this.#constant(type.ofType, depth + 1)}]`
    if (isEnumType(type)) return this.#structure.pick(type.getValues()).name
    if (!isInputObjectType(type)) return JSON.stringify(this.#structureScalar(type.name))
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
    return `{${required.map((field) => `${field.name}: ${this.#constant(field.type, depth + 1)}`).join(', ')}}`
  }

  #structureScalar(name: string): unknown {
    return SCALARS[name]?.(this.#structure) ?? this.#structure.pick(TEXTS)
  }

  /** As it stands in the variables of a request. */
  #json(type: GraphQLInputType, depth: number): unknown {
    if (isNonNullType(type)) return this.#json(type.ofType, depth)
    if (this.#values.chance(0.05)) return null
    if (isListType(type)) {
      if (this.#values.chance(0.2)) return this.#json(type.ofType, depth + 1)
      return Array.from({ length: this.#values.below(3) }, () => this.#json(type.ofType, depth + 1))
    }
    if (isEnumType(type)) return this.#enumValue(type)
    if (!isInputObjectType(type)) return this.#values.chance(0.01) ? { unfit: [] } : this.#scalar(type.name)
    const fields = Object.values(type.getFields()).filter(
      (field) => isNonNullType(field.type) || (depth < MAX_DEPTH && this.#values.chance(0.3)),
    )
    return Object.fromEntries(fields.map((field) => [field.name, this.#json(field.type, depth + 1)]))
  }

  #enumValue(type: GraphQLEnumType): string {
    return this.#values.chance(0.02) ? 'toString' : this.#values.pick(type.getValues()).name
  }
}
