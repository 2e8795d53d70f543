/**
 * Random documents of a schema: aliases, repeated fields, fragments, conditions, literals and variables. The
 * structure and the values come from two seeds, so that two documents can differ by their literals alone.
 */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { RandomInputs } from './random-inputs.ts'
import { SeededRandom } from './seeded-random.ts'

export interface RandomDocument {
  readonly text: string
  readonly variables: Record<string, unknown>
}

const MAX_DEPTH = 5
const MAX_FIELDS = 60
const ALIASES = ['a', 'b', 'constructor', '__proto__', 'toString', 'then', 'hasOwnProperty', 'x1', 'x2', 'x3']

class DocumentMaker {
  readonly #schema: GraphQLSchema
  readonly #random: SeededRandom
  readonly #inputs: RandomInputs
  readonly #fragments = new Map<string, { readonly type: string; readonly text: string }>()
  #fields = 0

  constructor(schema: GraphQLSchema, structure: SeededRandom, inputs: RandomInputs) {
    this.#schema = schema
    this.#random = structure
    this.#inputs = inputs
  }

  make(): string {
    const isMutation = this.#random.chance(0.15)
    const root = isMutation ? this.#schema.getMutationType() : this.#schema.getQueryType()
    const body = this.#selections(root as GraphQLObjectType, 0)
    const definitions = this.#inputs.definitions()
    const name = this.#random.chance(0.5) ? ' Q' : ''
    const fragments = [...this.#fragments].map(
      ([fragment, { type, text }]) => `fragment ${fragment} on ${type} ${text}`,
    )
    const head = `${isMutation ? 'mutation' : 'query'}${name}${definitions}`
    const operation = head === 'query' && this.#random.chance(0.5) ? body : `${head} ${body}`
    return (this.#random.chance(0.5) ? [operation, ...fragments] : [...fragments, operation]).join('\n')
  }

  #selections(type: GraphQLObjectType, depth: number): string {
    const count = 1 + this.#random.below(depth === 0 ? 3 : 5)
    const written: string[] = []
    for (let at = 0; at < count; at++) {
      if (written.length > 0 && this.#random.chance(0.08)) written.push(this.#random.pick(written))
      else written.push(this.#selection(type, depth))
    }
    return `{ ${written.join(this.#random.chance(0.2) ? '\n  ' : ' ')} }`
  }

  #selection(type: GraphQLObjectType, depth: number): string {
    const way = this.#random.next()
    if (way < 0.08) return `...${this.#fragment(type, depth)}${this.#condition()}`
    if (way < 0.16) return `...${this.#typeCondition(type)}${this.#condition()} ${this.#selections(type, depth)}`
    if (way < 0.2) return `${this.#alias()}__typename`
    if (way < 0.22 && type === this.#schema.getQueryType()) return this.#introspection()
    return this.#field(type, depth)
  }

  #introspection(): string {
    return this.#random.pick([
      '__schema { queryType { name fields { name args { name defaultValue type { kind name } } } } }',
      '__type(name: "Flight") { name fields(includeDeprecated: true) { name type { ...T ofType { name } } } }'.replace(
        '...T',
        'kind',
      ),
      '__type(name: "nothing") { name }',
    ])
  }

  #fragment(type: GraphQLObjectType, depth: number): string {
    const known = [...this.#fragments].filter(([, fragment]) => fragment.type === type.name && fragment.text !== '')
    if (known.length > 0 && this.#random.chance(0.5)) return this.#random.pick(known)[0]
    const name = `F${this.#fragments.size}`
    this.#fragments.set(name, { type: type.name, text: '' })
    this.#fragments.set(name, { type: type.name, text: this.#selections(type, depth) })
    return name
  }

  #typeCondition(type: GraphQLObjectType): string {
    const names = [type.name, ...type.getInterfaces().map(({ name }) => name)]
    return this.#random.chance(0.3) ? '' : ` on ${names[0]}`
  }

  #field(type: GraphQLObjectType, depth: number): string {
    this.#fields++
    const isDeep = depth >= MAX_DEPTH || this.#fields > MAX_FIELDS
    const fields = Object.values(type.getFields()).filter((field) => !isDeep || isLeafType(getNamedType(field.type)))
    if (fields.length === 0) return '__typename'
    const field = this.#random.pick(fields)
    const returned = getNamedType(field.type)
    const below = isObjectType(returned) ? ` ${this.#selections(returned, depth + 1)}` : ''
    return `${this.#alias()}${field.name}${this.#arguments(field)}${this.#condition()}${below}`
  }

  #arguments(field: GraphQLField<unknown, unknown>): string {
    const given = field.args
      .filter((argument) => isRequired(argument.type, argument.defaultValue) || this.#random.chance(0.4))
      .map(({ name, type }) => `${name}: ${this.#inputs.value(type)}`)
    return given.length === 0 ? '' : `(${given.join(', ')})`
  }

  #alias(): string {
    return this.#random.chance(0.25) ? `${this.#random.pick(ALIASES)}: ` : ''
  }

  #condition(): string {
    if (!this.#random.chance(0.08)) return ''
    return ` @${this.#random.pick(['skip', 'include'])}(if: ${this.#inputs.condition()})`
  }
}

const isRequired = (type: GraphQLInputType, defaultValue: unknown): boolean =>
  isNonNullType(type) && defaultValue === undefined

/** `share` is the part of the values that are variables: 0 none, 1 all of them. */
export const randomDocument = (
  schema: GraphQLSchema,
  seeds: { readonly structure: number; readonly values: number },
  share: number,
): RandomDocument => {
  const structure = new SeededRandom(seeds.structure)
  const inputs = new RandomInputs(structure, new SeededRandom(seeds.values), share)
  const text = new DocumentMaker(schema, structure, inputs).make()
  return { text, variables: inputs.variables }
}
