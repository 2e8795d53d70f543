/**
 * Operations that try to be much work when they run, as trees that a search varies: any fields of the schema that a
 * token may read, each asked for often under aliases, with sizes, times, filters, texts and lists of real ids. The
 * copies of a field differ in their arguments, so that no two share what was loaded.
 */
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
import { MAX_PAGE_SIZE, MAX_QUERY_ALIASES, MAX_QUERY_ROOT_FIELDS } from '../../src/domain/limits.ts'
import { holdsAll, type ScopeSet, scopeSet } from '../../src/domain/scopes.ts'
import { audienceOf, scopesOfInput, scopesToReach } from '../../src/graphql/access-declaration.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A field, how many copies of it, its arguments as templates of text, and what is asked for below it. */
export interface Asked {
  readonly name: string
  readonly copies: number
  readonly args: Readonly<Record<string, string>>
  readonly below: readonly Asked[]
}

type Field = GraphQLField<unknown, unknown>

const MAX_DEPTH = 6
const MAX_CHILDREN = 6
const DAY_MS = 24 * 3_600_000
const MAX_DAYS = 400
/** What would wait, and what belongs to one page only. */
const NOT_GIVEN = new Set(['waitSeconds', 'after', 'idempotencyKey'])
const CODES = new Set(['adep', 'ades', 'code', 'iCAO', 'airportCode', 'baseCode'])

const TEXTS = [
  'a',
  'e#',
  'air',
  'zz#',
  '*a*',
  '*e*r*t*#',
  '?*',
  '*?a*',
  '*a?',
  '????',
  'LS*',
  '*a*a*a*a*a*b#',
  '?????????a',
  'é',
  'CH',
  'x'.repeat(300),
  '*a'.repeat(100),
  '?a'.repeat(100),
]

const one = (name: string, copies: number, args: Record<string, string>, ...below: Asked[]): Asked => ({
  name,
  copies,
  args,
  below,
})

const MONTH = '{from: "{{days -30}}", to: "{{days -1}}"}'
const FORTNIGHT = '{from: "{{days -10}}", to: "{{days 3}}"}'
const DAY = '{from: "{{days 1}}", to: "{{days 2}}"}'

/** What took long before it was mended: the search goes on from there too. */
const ONCE_COSTLY: readonly Asked[] = [
  one('airportList', 50, { wildcard: '"*?a?e?#"', first: '1' }, one('name', 1, {})),
  one('airportList', 50, { minRunwayFt: '9000', countryCode: '"US"' }, one('runwayList', 1, {}, one('ident', 1, {}))),
  one(
    'flightList',
    1,
    { filter: `{interval: ${FORTNIGHT}}`, page: '{first: 500}' },
    one('nodeList', 1, {}, one('warningList', 1, {}, one('code', 1, {}))),
  ),
  one(
    'flightList',
    50,
    { filter: `{interval: ${FORTNIGHT}, callsign: "ZZ#"}`, page: '{first: 1}' },
    one('nodeList', 1, {}, one('flightId', 1, {})),
  ),
  one(
    'dutyList',
    1,
    { filter: `{interval: ${FORTNIGHT}}`, page: '{first: 500}' },
    one('nodeList', 1, {}, one('warningList', 1, {}, one('code', 1, {}))),
  ),
  one(
    'crewMemberList',
    1,
    { page: '{first: 4}' },
    one('nodeList', 1, {}, one('dutyList', 100, { interval: MONTH }, one('dutyId', 1, {}))),
  ),
  one(
    'crewMemberList',
    1,
    { page: '{first: 10}' },
    one('nodeList', 1, {}, one('dutyTotals', 30, { at: '"{{days 0}}"' }, one('duty7Days', 1, {}))),
  ),
  one('freeCrewList', 50, { interval: DAY, position: 'CPT', first: '1' }, one('place', 1, {}, one('name', 1, {}))),
  one('freeAircraftList', 50, { interval: DAY, first: '1' }, one('place', 1, {}, one('name', 1, {}))),
]

/** Small numbers are as likely as large ones. */
const size = (random: SeededRandom, most: number): number => Math.max(1, Math.floor((most + 1) ** random.next()))

export class CostlyOperations {
  readonly #query: GraphQLObjectType
  readonly #scopes: ScopeSet
  readonly #random: SeededRandom

  constructor(schema: GraphQLSchema, scopes: ScopeSet, random: SeededRandom) {
    this.#query = schema.getQueryType() as GraphQLObjectType
    this.#scopes = scopes
    this.#random = random
  }

  /** Half of them begin with what was costly once. */
  anew(): Asked[] {
    if (this.#random.chance(0.5)) return this.mutated([this.#random.pick(ONCE_COSTLY)])
    return withinAliases(Array.from({ length: size(this.#random, 3) }, () => this.#asked(this.#query, 0)))
  }

  /** Changes one to three places of the tree. */
  mutated(asked: readonly Asked[]): Asked[] {
    let changed = [...asked]
    for (let change = 0; change <= this.#random.below(3); change++) changed = this.#changedIn(changed, this.#query, 0)
    return withinAliases(changed)
  }

  #changedIn(asked: readonly Asked[], type: GraphQLObjectType, depth: number): Asked[] {
    const { pick, chance } = bound(this.#random)
    if (asked.length === 0 || chance(0.1)) return [...asked, this.#asked(type, depth)]
    if (asked.length > 1 && chance(0.1)) return asked.toSpliced(this.#random.below(asked.length), 1)
    const at = this.#random.below(asked.length)
    const one = asked[at] as Asked
    const field = type.getFields()[one.name] as Field
    const below = getNamedType(field.type)
    if (isObjectType(below) && chance(0.6)) {
      return asked.with(at, { ...one, below: this.#changedIn(one.below, below, depth + 1) })
    }
    const { copies } = one
    const ways: (() => Asked)[] = [
      () => ({ ...one, copies: this.#copies(depth) }),
      () => ({ ...one, copies: Math.min(copies * 2, MAX_QUERY_ALIASES) }),
      () => ({ ...one, copies: Math.ceil(copies / 2) }),
      () => ({ ...one, args: this.#arguments(field) }),
      () => ({ ...one, args: { ...one.args, ...this.#arguments(field) } }),
      () => this.#asked(type, depth),
    ]
    return asked.with(at, pick(ways)())
  }

  #asked(type: GraphQLObjectType, depth: number): Asked {
    const fields = Object.values(type.getFields()).filter((field) => this.#isOpen(type, field, depth))
    const objects = fields.filter((field) => isObjectType(getNamedType(field.type)))
    const field = this.#random.pick(objects.length > 0 && this.#random.chance(0.6) ? objects : fields)
    const below = getNamedType(field.type)
    return {
      name: field.name,
      copies: (field.args.length > 0 || isObjectType(below)) && this.#random.chance(0.3) ? this.#copies(depth) : 1,
      args: this.#arguments(field),
      below: isObjectType(below)
        ? Array.from({ length: size(this.#random, MAX_CHILDREN) }, () => this.#asked(below, depth + 1))
        : [],
    }
  }

  #copies(depth: number): number {
    return size(this.#random, depth === 0 ? MAX_QUERY_ROOT_FIELDS : MAX_QUERY_ALIASES)
  }

  #isOpen(type: GraphQLObjectType, field: Field, depth: number): boolean {
    if (audienceOf(field) !== undefined || !holdsAll(this.#scopes, scopeSet(scopesToReach(type, field)))) return false
    const below = getNamedType(field.type)
    if (!isObjectType(below)) return true
    // At the deepest level a type that has nothing but objects has nothing to ask for.
    return depth < MAX_DEPTH && Object.values(below.getFields()).some((each) => this.#isOpen(below, each, depth + 1))
  }

  #arguments({ args }: Field): Record<string, string> {
    const given = args.filter(
      (arg) =>
        isNonNullType(arg.type) ||
        (!NOT_GIVEN.has(arg.name) && holdsAll(this.#scopes, scopeSet(scopesOfInput(arg))) && this.#random.chance(0.5)),
    )
    return Object.fromEntries(given.map(({ name, type }) => [name, this.#value(type, name)]))
  }

  #value(type: GraphQLInputType, name: string): string {
    const nullable = getNullableType(type)
    const named = getNamedType(type)
    if (isListType(nullable)) {
      if (named.name === 'ID') return `{{ids ${kindOf(name)} ${size(this.#random, MAX_PAGE_SIZE)}}}`
      return `[${Array.from({ length: size(this.#random, 8) }, () => this.#value(nullable.ofType, name)).join(' ')}]`
    }
    if (isEnumType(named)) return this.#random.pick(named.getValues()).name
    if (named.name === 'IntervalInput') {
      const from = -this.#random.below(MAX_DAYS)
      return `{from: "{{days ${from}}}", to: "{{days ${from + size(this.#random, MAX_DAYS)}}}"}`
    }
    if (isInputObjectType(named)) {
      const fields = Object.values(named.getFields()).filter(
        (field) => isNonNullType(field.type) || (!NOT_GIVEN.has(field.name) && this.#random.chance(0.35)),
      )
      return `{${fields.map((field) => `${field.name}: ${this.#value(field.type, field.name)}`).join(', ')}}`
    }
    return this.#scalar(named.name, name)
  }

  #scalar(type: string, name: string): string {
    const random = this.#random
    if (name === 'first') return String(random.chance(0.4) ? MAX_PAGE_SIZE : size(random, MAX_PAGE_SIZE))
    if (type === 'Int') return String(size(random, 10_000))
    if (type === 'Float') return '1.5'
    if (type === 'Boolean') return String(random.chance(0.5))
    if (type === 'DateTime') return `"{{days ${random.below(MAX_DAYS) - MAX_DAYS / 2}}}"`
    if (type === 'Date') return '"2026-11-15"'
    if (type === 'Decimal') return '"1.00"'
    if (type === 'ID') return `{{id ${kindOf(name)}}}`
    return CODES.has(name) ? '"LSZH"' : JSON.stringify(random.pick(TEXTS))
  }
}

const expanded = (asked: readonly Asked[]): number =>
  asked.reduce((sum, { copies, below }) => sum + copies * (1 + expanded(below)), 0)

const halved = (asked: readonly Asked[]): Asked[] =>
  asked.map((one) => ({ ...one, copies: Math.ceil(one.copies / 2), below: halved(one.below) }))

/** More aliases than a document may have would be refused, and teach nothing. */
const withinAliases = (asked: readonly Asked[]): Asked[] => {
  if (expanded(asked) <= MAX_QUERY_ALIASES) return [...asked]
  const fewer = halved(asked)
  return expanded(fewer) < expanded(asked) ? withinAliases(fewer) : [...asked].slice(0, 1)
}

const bound = (random: SeededRandom) => ({
  pick: <T>(items: readonly T[]): T => random.pick(items),
  chance: (probability: number): boolean => random.chance(probability),
})

/** `aircraftIdList` and `aircraftId` are of the kind `aircraft`. */
const kindOf = (name: string): string => name.replace(/Id(List)?$/, '')

/** Real ids of each kind, and the time that days are counted from. */
export interface Rows {
  readonly ids: ReadonlyMap<string, readonly string[]>
  readonly now: number
}

/** What stands in the place of a template in one copy of its field. */
const filled = (template: string, copy: number, { ids, now }: Rows): string =>
  template
    .replace(/\{\{days (-?\d+)\}\}/g, (_, days) => new Date(now + days * DAY_MS + copy * 60_000).toISOString())
    .replace(/\{\{id (\w*)\}\}/g, (_, kind) => JSON.stringify(idOf(ids.get(kind), copy)))
    .replace(/\{\{ids (\w*) (\d+)\}\}/g, (_, kind, count) =>
      JSON.stringify(Array.from({ length: Number(count) }, (_each, at) => idOf(ids.get(kind), copy + at))),
    )
    .replaceAll('#', String(copy))

const idOf = (ids: readonly string[] = ['none'], at: number): string => ids[at % ids.length] ?? 'none'

const written = (asked: readonly Asked[], rows: Rows): string =>
  asked
    .flatMap(({ name, copies, args, below }, at) =>
      Array.from({ length: copies }, (_, copy) => {
        const given = Object.entries(args).map(([key, template]) => `${key}: ${filled(template, copy, rows)}`)
        const selection = below.length === 0 ? '' : ` { ${written(below, rows)} }`
        const alias = copies === 1 && at === 0 ? '' : `a${at}_${copy}: `
        return `${alias}${name}${given.length === 0 ? '' : `(${given.join(', ')})`}${selection}`
      }),
    )
    .join(' ')

/** As the search keeps it: each field once, with the number of its copies and its templates. */
export const toldOperation = (asked: readonly Asked[]): string =>
  asked
    .map(({ name, copies, args, below }) => {
      const given = Object.entries(args).map(([key, template]) => `${key}: ${template.slice(0, 80)}`)
      return `${copies > 1 ? `${copies} × ` : ''}${name}${given.length === 0 ? '' : `(${given.join(', ')})`}${below.length === 0 ? '' : ` { ${toldOperation(below)} }`}`
    })
    .join(' ')

export const operationOf = (asked: readonly Asked[], rows: Rows): string => `{ ${written(asked, rows)} }`
