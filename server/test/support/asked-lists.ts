/** Every list and search of a graph, asked with each filter, and with each two of them, so that most find nothing. */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
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

/** A list of an object, and the fields that lead to the object. */
interface NestedList {
  readonly field: Field
  readonly way: readonly string[]
}

interface Filter {
  readonly path: readonly string[]
  readonly value: string
}

const isList = ({ type }: Field): boolean =>
  isListType(getNullableType(type)) || getNamedType(type).name.endsWith('Page')

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
    return fields.filter((field) => field.args.length > 0 && isList(field))
  }

  /** Lists below other objects, each with the way to it: through lists, which have a row, and else by an id. */
  get nested(): readonly NestedList[] {
    const query = this.#schema.getQueryType()
    const found: NestedList[] = []
    const seen = new Set<string>()
    const reached: { readonly type: GraphQLObjectType; readonly way: readonly string[] }[] = []
    const reach = (type: GraphQLObjectType, way: readonly string[]): void => {
      if (seen.has(type.name)) return
      seen.add(type.name)
      reached.push({ type, way })
    }
    const step = ({ type, way }: (typeof reached)[number], throughLists: boolean): void => {
      for (const field of Object.values(type.getFields())) {
        const named = getNamedType(field.type)
        if (!isObjectType(named) || isList(field) !== throughLists) continue
        if (throughLists && type !== query) found.push({ field, way })
        const rows = named.getFields().nodeList
        const page = rows && getNamedType(rows.type)
        if (isObjectType(page)) reach(page, [...way, this.#step(field), 'nodeList'])
        else reach(named, [...way, this.#step(field)])
      }
    }
    if (query) reach(query, [])
    let byId = 0
    for (let at = 0; at < reached.length || byId < reached.length; ) {
      const one = reached[at]
      if (one) {
        at++
        step(one, true)
        continue
      }
      const other = reached[byId++]
      if (other) step(other, false)
    }
    return found
  }

  /** Asks for the object alone. */
  leadingTo(way: readonly string[]): string {
    return `{ ${[...way, '__typename'].join(' { ')} ${'} '.repeat(way.length)}}`
  }

  /** A field with the arguments that it needs, and one row where it is a page. */
  #step({ name, args }: Field): string {
    const given = args.flatMap((each) => {
      if (each.name === 'page') return ['page: {first: 1}']
      if (each.name === 'first') return ['first: 1']
      if (!isNonNullType(each.type)) return []
      const values = this.#valuesOf(each.name, each.type)
      return [`${each.name}: ${getNamedType(each.type).name === 'IntervalInput' ? values[0] : values.at(-1)}`]
    })
    return given.length === 0 ? name : `${name}(${given.join(', ')})`
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

  #asked(field: Field, filters: readonly Filter[], most: number, way: readonly string[]): string {
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
    const asked = `${field.name}${args.length === 0 ? '' : `(${args.join(', ')})`}${below}`
    return `{ ${[...way, asked].join(' { ')} ${'} '.repeat(way.length)}}`
  }

  /** Without a filter, with each, and with each two. */
  queriesOf(field: Field, most: number, way: readonly string[] = []): readonly string[] {
    const filters = this.#filtersOf(field)
    const sets: (readonly Filter[])[] = [[], ...filters.map((filter) => [filter])]
    for (const [at, one] of filters.entries()) {
      for (const other of filters.slice(at + 1)) {
        if (one.path.join() !== other.path.join()) sets.push([one, other])
      }
    }
    return sets.map((set) => this.#asked(field, set, most, way))
  }
}
