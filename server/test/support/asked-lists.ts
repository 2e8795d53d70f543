/** Every list and search of a graph, asked with each filter, and with each two of them, so that most find nothing. */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Rows } from './written-operation.ts'

const DAY_MS = 86_400_000
/** They page, or say how others are meant. */
const NOT_FILTERS = new Set(['page', 'first', 'after', 'waitSeconds', 'basis', 'radiusNm', 'from', 'maxPositioningNm'])

type Field = GraphQLField<unknown, unknown>

interface Filter {
  readonly path: readonly string[]
  readonly value: string
}

const isoOf = (time: number): string => JSON.stringify(new Date(time).toISOString())

export class AskedLists {
  readonly #schema: GraphQLSchema
  readonly #rows: Rows

  constructor(schema: GraphQLSchema, rows: Rows) {
    this.#schema = schema
    this.#rows = rows
  }

  get fields(): readonly Field[] {
    const fields = Object.values(this.#schema.getQueryType()?.getFields() ?? {})
    return fields.filter(({ type, args }) => {
      const named = getNamedType(type)
      return args.length > 0 && (isListType(getNullableType(type)) || named.name.endsWith('Page'))
    })
  }

  /** Every value that a filter is tried with. */
  #valuesOf(name: string, type: GraphQLInputType): readonly string[] {
    const nullable = getNullableType(type)
    if (isListType(nullable)) return this.#valuesOf(name, nullable.ofType).map((value) => `[${value}]`)
    const named = getNamedType(type)
    const { now, ids } = this.#rows
    if (isEnumType(named))
      return named
        .getValues()
        .slice(-1)
        .map((value) => value.name)
    if (named.name === 'ID') {
      const kind = name.replace(/Id(List)?$/, '').replace(/^clientC|^providerC/, 'c')
      const [first] = ids.get(kind) ?? []
      return ['"none"', ...(first === undefined ? [] : [JSON.stringify(first)])]
    }
    if (named.name === 'IntervalInput') {
      return [
        [0, 390],
        [-380, 0],
        [-3_900, -3_600],
      ].map(([from = 0, to = 0]) => `{from: ${isoOf(now + from * DAY_MS)}, to: ${isoOf(now + to * DAY_MS)}}`)
    }
    if (isInputObjectType(named)) {
      const fields = Object.values(named.getFields()).filter((each) => isNonNullType(each.type))
      return [`{${fields.map((each) => `${each.name}: ${this.#valuesOf(each.name, each.type).at(-1)}`).join(', ')}}`]
    }
    if (named.name === 'DateTime') return [isoOf(now + 5_000 * DAY_MS), isoOf(now - 300 * DAY_MS)]
    if (named.name === 'Date') return ['"2001-01-01"', '"2099-01-01"']
    if (named.name === 'Int') return ['400']
    if (named.name === 'Boolean') return ['true', 'false']
    if (/adep|ades|airport|base|near|toward/i.test(name)) return ['"EGLL"']
    return ['"zzzz"']
  }

  #filtersOf({ args }: Field): readonly Filter[] {
    return args.flatMap(({ name, type }) => {
      if (NOT_FILTERS.has(name)) return []
      const named = getNamedType(type)
      if (name !== 'filter' || !isInputObjectType(named)) {
        return this.#valuesOf(name, type).map((value) => ({ path: [name], value }))
      }
      return Object.values(named.getFields()).flatMap((field) =>
        NOT_FILTERS.has(field.name)
          ? []
          : this.#valuesOf(field.name, field.type).map((value) => ({ path: [name, field.name], value })),
      )
    })
  }

  #asked(field: Field, filters: readonly Filter[], most: number): string {
    const given = new Map<string, string[]>()
    for (const {
      path: [argument = '', name],
      value,
    } of filters) {
      given.set(argument, [...(given.get(argument) ?? []), name === undefined ? value : `${name}: ${value}`])
    }
    for (const { name, type } of field.args) {
      if (given.has(name)) continue
      if (name === 'page') given.set(name, [`{first: ${most}}`])
      else if (name === 'first') given.set(name, [String(most)])
      else if (name === 'filter' && isNonNullType(type)) given.set(name, [])
      else if (isNonNullType(type)) given.set(name, [this.#valuesOf(name, type)[0] ?? ''])
    }
    const args = [...given].map(
      ([name, values]) => `${name}: ${name === 'filter' ? `{${values.join(', ')}}` : values[0]}`,
    )
    const named = getNamedType(field.type)
    const below = isObjectType(named) ? ' { __typename }' : ''
    return `{ ${field.name}(${args.join(', ')})${below} }`
  }

  /** Without a filter, with each, and with each two. */
  queriesOf(field: Field, most: number): readonly string[] {
    const filters = this.#filtersOf(field)
    const sets: (readonly Filter[])[] = [[], ...filters.map((filter) => [filter])]
    for (const [at, one] of filters.entries()) {
      for (const other of filters.slice(at + 1)) {
        if (one.path.join() !== other.path.join()) sets.push([one, other])
      }
    }
    return sets.map((set) => this.#asked(field, set, most))
  }
}
