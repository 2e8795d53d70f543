/**
 * Operations that try to be much work when they run, as trees that a search varies: any fields and mutations of the
 * schema that a key's token or an administrator's session may use, each asked for often under aliases, with sizes,
 * times, filters, lists of real ids, and texts and numbers up to and beyond any limit, written out or in variables that
 * every copy names. The copies of a field differ in their arguments, so that no two share what was loaded.
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
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { MAX_NAME_LENGTH, MAX_PAGE_SIZE, MAX_QUERY_ALIASES, MAX_QUERY_ROOT_FIELDS } from '../../src/domain/limits.ts'
import { holdsAll, type ScopeSet, scopeSet } from '../../src/domain/scopes.ts'
import { audienceOf, scopesOfInput, scopesToReach } from '../../src/graphql/access-declaration.ts'
import { costlyTextName } from './costly-text.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A field, how many copies of it, its arguments as templates of text, and what is asked for below it. */
export interface Asked {
  readonly name: string
  readonly copies: number
  readonly args: Readonly<Record<string, string>>
  readonly below: readonly Asked[]
}

/** Whose rights it is sent with: a key's token, or an administrator's session. */
export type Asker = 'key' | 'person'

export interface CostlyOperation {
  readonly by: Asker
  readonly type: 'query' | 'mutation'
  readonly asked: readonly Asked[]
  /** The least length of the names that a client chooses: of the operation, its variables and aliases. */
  readonly nameLength: number
}

type Field = GraphQLField<unknown, unknown>

const MAX_DEPTH = 6
const MAX_CHILDREN = 6
const MAX_DAYS = 400
/** What would wait. */
const NOT_GIVEN = new Set(['waitSeconds'])
/** What is seldom right: a cursor belongs to one page, a key to one request. */
const SELDOM_GIVEN = new Set(['after', 'idempotencyKey'])
/** They end the session that the search goes on with, or hash passwords in lanes of their own. */
const NOT_SENT = /^account|^secondStepRequire$|^operatorExport|^userRemove$/
/** One more than the longest that a document may have. */
const LONGEST_NAME = MAX_NAME_LENGTH + 1
const LONG_PART = 0.25
const MAX_LISTED = 200
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
  one('changeList', 18, { first: '500' }, one('nodeList', 1, {}, one('entityId', 1, {}))),
  one('changeList', 50, { after: '{{sent String! cursor 100000 1}}' }, one('nodeList', 1, {}, one('entityId', 1, {}))),
  one('contactList', 50, { wildcard: '{{sent String! wild 100000 1}}' }, one('nodeList', 1, {}, one('name', 1, {}))),
  one('airportList', 50, { wildcard: '{{sent String! stars 100000 1}}' }, one('name', 1, {})),
  one(
    'flightList',
    50,
    { filter: `{interval: ${FORTNIGHT}, callsign: {{sent String! words 100000 1}}}`, page: '{first: 1}' },
    one('nodeList', 1, {}, one('flightId', 1, {})),
  ),
  one(
    'aircraftList',
    50,
    { page: '{after: {{sent String! nested 100000 1}}}' },
    one('pageInfo', 1, {}, one('hasMore', 1, {})),
  ),
]
const ONCE_WRITTEN: readonly Asked[] = [
  one(
    'contactCreate',
    50,
    { input: '{kind: CLIENT, name: {{sent String! accents 100000 1}}}' },
    one('userErrorList', 1, {}, one('message', 1, {})),
  ),
  one(
    'aircraftUpdate',
    50,
    { expectedVersion: '1', input: '{aircraftId: {{id aircraft}}, cabinNote: {{sent String! spaces 100000 1}}}' },
    one('userErrorList', 1, {}, one('message', 1, {})),
  ),
  one(
    'recordsImport',
    20,
    { kind: 'CONTACTS', isDryRun: 'true', text: '{{sent String! commas 400000 1}}' },
    one('userErrorList', 1, {}, one('message', 1, {})),
  ),
]

/** Small numbers are as likely as large ones. */
const size = (random: SeededRandom, most: number): number => Math.max(1, Math.floor((most + 1) ** random.next()))

export class CostlyOperations {
  readonly #roots: Readonly<Record<CostlyOperation['type'], GraphQLObjectType>>
  readonly #scopesOf: Readonly<Record<Asker, ScopeSet>>
  readonly #random: SeededRandom
  #scopes: ScopeSet

  constructor(schema: GraphQLSchema, scopesOf: Readonly<Record<Asker, ScopeSet>>, random: SeededRandom) {
    this.#roots = {
      query: schema.getQueryType() as GraphQLObjectType,
      mutation: schema.getMutationType() as GraphQLObjectType,
    }
    this.#scopesOf = scopesOf
    this.#scopes = scopesOf.key
    this.#random = random
  }

  /** Half of them begin with what was costly once. */
  anew(): CostlyOperation {
    const random = this.#random
    const by = random.chance(0.6) ? 'key' : 'person'
    const type = random.chance(0.65) ? 'query' : 'mutation'
    const nameLength = random.chance(0.9) ? 1 : size(random, LONGEST_NAME)
    if (random.chance(0.5)) {
      const known = type === 'query' ? ONCE_COSTLY : ONCE_WRITTEN
      return this.mutated({ by, type, asked: [random.pick(known)], nameLength })
    }
    this.#scopes = this.#scopesOf[by]
    const asked = Array.from({ length: size(random, 3) }, () => this.#asked(this.#roots[type], 0))
    return { by, type, asked: withinAliases(asked), nameLength }
  }

  /** Changes one to three places of the tree. */
  mutated(operation: CostlyOperation): CostlyOperation {
    this.#scopes = this.#scopesOf[operation.by]
    const root = this.#roots[operation.type]
    let changed = [...operation.asked]
    for (let change = 0; change <= this.#random.below(3); change++) changed = this.#changedIn(changed, root, 0)
    const nameLength = this.#random.chance(0.95) ? operation.nameLength : size(this.#random, LONGEST_NAME)
    return { ...operation, asked: withinAliases(changed), nameLength }
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
    if (type === this.#roots.mutation && NOT_SENT.test(field.name)) return false
    if (audienceOf(field) !== undefined || !holdsAll(this.#scopes, scopeSet(scopesToReach(type, field)))) return false
    const below = getNamedType(field.type)
    if (!isObjectType(below)) return true
    // At the deepest level a type that has nothing but objects has nothing to ask for.
    return depth < MAX_DEPTH && Object.values(below.getFields()).some((each) => this.#isOpen(below, each, depth + 1))
  }

  #arguments({ args }: Field): Record<string, string> {
    const given = args.filter(
      (arg) =>
        isNonNullType(arg.type) || (holdsAll(this.#scopes, scopeSet(scopesOfInput(arg))) && this.#gives(arg, 0.5)),
    )
    return Object.fromEntries(given.map(({ name, type }) => [name, this.#value(type, name)]))
  }

  #gives({ name }: { readonly name: string }, probability: number): boolean {
    if (NOT_GIVEN.has(name)) return false
    return this.#random.chance(SELDOM_GIVEN.has(name) ? probability / 5 : probability)
  }

  #value(type: GraphQLInputType, name: string): string {
    const nullable = getNullableType(type)
    const named = getNamedType(type)
    if (isListType(nullable)) {
      if (isLeafType(named) && this.#random.chance(LONG_PART)) return this.#longList(named.name)
      if (named.name === 'ID') return `{{ids ${kindOf(name)} ${size(this.#random, MAX_PAGE_SIZE)}}}`
      const length = size(this.#random, this.#random.chance(0.1) ? MAX_LISTED : 8)
      return `[${Array.from({ length }, () => this.#value(nullable.ofType, name)).join(' ')}]`
    }
    if (isEnumType(named)) {
      return this.#random.chance(0.03) ? this.#sent(named.name) : this.#random.pick(named.getValues()).name
    }
    if (named.name === 'IntervalInput') {
      const from = -this.#random.below(MAX_DAYS)
      return `{from: "{{days ${from}}}", to: "{{days ${from + size(this.#random, MAX_DAYS)}}}"}`
    }
    if (isInputObjectType(named)) {
      const fields = Object.values(named.getFields()).filter(
        (field) => isNonNullType(field.type) || this.#gives(field, 0.35),
      )
      return `{${fields.map((field) => `${field.name}: ${this.#value(field.type, field.name)}`).join(', ')}}`
    }
    return this.#scalar(named.name, name)
  }

  #scalar(type: string, name: string): string {
    const random = this.#random
    if (name === 'expectedVersion') return '1'
    if (name === 'first') return String(random.chance(0.4) ? MAX_PAGE_SIZE : size(random, MAX_PAGE_SIZE))
    if (type === 'Boolean') return String(random.chance(0.5))
    const isText = type === 'String' || type === 'ID'
    if (random.chance(isText ? LONG_PART : 0.03)) return random.chance(0.7) ? this.#sent(type) : this.#written(type)
    if (type === 'Int') return String(size(random, 10_000))
    if (type === 'Float') return '1.5'
    if (type === 'DateTime') return `"{{days ${random.below(MAX_DAYS) - MAX_DAYS / 2}}}"`
    if (type === 'Date') return '"2026-11-15"'
    if (type === 'Decimal') return '"1.00"'
    if (type === 'ID') return `{{id ${kindOf(name)}}}`
    return CODES.has(name) ? '"LSZH"' : JSON.stringify(random.pick(TEXTS))
  }

  #sent(type: string): string {
    return `{{sent ${type}! ${costlyTextName(this.#random)} 1}}`
  }

  #written(type: string): string {
    const name = costlyTextName(this.#random)
    return type === 'Int' || type === 'Float' ? `{{digits ${name.split(' ')[1]}}}` : `{{text ${name}}}`
  }

  /** One variable that is a list, or a list of variables. */
  #longList(type: string): string {
    const name = costlyTextName(this.#random)
    if (this.#random.chance(0.3)) return `{{each ${type}! ${name} ${size(this.#random, MAX_LISTED)}}}`
    return `{{sent [${type}!]! ${name} ${size(this.#random, MAX_PAGE_SIZE)}}}`
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
