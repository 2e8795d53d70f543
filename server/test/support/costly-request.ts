/**
 * Requests that try to be much work before they run, made of a few numbers that a search varies: how many operations,
 * fragments, spreads, aliases, arguments, list entries, levels, directives and variables, of which kinds; how long texts,
 * numbers and names are, and by how many fields each text is used.
 */
import { costlyText, digitsAsJson, TEXT_KINDS } from './costly-text.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The least and the most of each number. */
const RANGES = {
  operations: [1, 1_200],
  fragments: [0, 400],
  spreads: [0, 400],
  roots: [1, 60],
  aliases: [0, 250],
  repeats: [0, 9_000],
  mergedSets: [0, 60],
  depth: [0, 14],
  listLength: [0, 9_500],
  listKind: [0, 5],
  objectFields: [0, 40],
  valueDepth: [0, 60],
  definedVariables: [0, 1_500],
  usedVariables: [0, 1_500],
  variableLength: [0, 60_000],
  variableKind: [0, 8],
  variableUses: [0, 60],
  outside: [0, 60_000],
  outsideKind: [0, 4],
  directives: [0, 60],
  conditions: [0, 50],
  nameLength: [1, 128],
  comments: [0, 11_000],
  escapes: [0, 250_000],
  faults: [0, 40],
  faultKind: [0, 5],
  named: [0, 4],
  textLength: [0, 400_000],
  textKind: [0, TEXT_KINDS.length - 1],
  textUses: [0, 50],
  textPlace: [0, 11],
  textIsSent: [0, 1],
  textInList: [0, 500],
  digits: [0, 200_000],
  operationNameLength: [1, 200],
  variableNameLength: [1, 200],
  inputDepth: [0, 70],
} as const

export type Gene = keyof typeof RANGES
export type Genome = Readonly<Record<Gene, number>>

const GENES = Object.keys(RANGES) as Gene[]

/** Small numbers are as likely as large ones, and most are at their least: all of them together meet every limit. */
const randomGene = (gene: Gene, random: SeededRandom): number => {
  const [least, most] = RANGES[gene]
  if (random.chance(0.75)) return least
  return Math.min(most, Math.floor(least + (most - least + 1) ** random.next()) - 1 + (random.chance(0.05) ? most : 0))
}

export const randomGenome = (random: SeededRandom): Genome =>
  Object.fromEntries(GENES.map((gene) => [gene, Math.max(RANGES[gene][0], randomGene(gene, random))])) as Record<
    Gene,
    number
  >

/** Changes one to three numbers: anew, doubled, halved, or a little. */
export const mutated = (genome: Genome, random: SeededRandom): Genome => {
  const changed: Record<Gene, number> = { ...genome }
  for (let change = 0; change <= random.below(3); change++) {
    const gene = random.pick(GENES)
    const [least, most] = RANGES[gene]
    const value = changed[gene]
    const next = random.pick([randomGene(gene, random), value * 2, Math.floor(value / 2), value + 1, most])
    changed[gene] = Math.min(most, Math.max(least, next))
  }
  return changed
}

export interface CostlyRequest {
  readonly query: string
  readonly operationName: string | null
  readonly variables: Record<string, unknown>
}

const many = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

const INTERVAL = 'interval: {from: "2026-11-15T00:00:00Z", to: "2026-11-16T00:00:00Z"}'

const listOf = ({ listLength, listKind, valueDepth, objectFields }: Genome): string => {
  const length = Math.min(listLength, 9_500)
  const nested = `${'['.repeat(valueDepth)}${']'.repeat(valueDepth)}`
  const object = `{${many(objectFields, (n) => `f${n}: ${n}`)}}`
  const kinds = [
    `statusList: [${'OPTION '.repeat(length)}]`,
    `aircraftIdList: [${many(length, (n) => `"x${n}"`)}]`,
    `flightIdList: [${many(length, (n) => `${n}`)}] kindList: [${'CHARTER '.repeat(length)}]`,
    `statusList: ${nested === '' ? '[]' : nested}`,
    `externalId: ${object}`,
    `aircraftIdList: [${'"""\n x""" '.repeat(Math.min(length, 4_000))}]`,
  ]
  return kinds[listKind % kinds.length] ?? ''
}

const flights = (genome: Genome, key: string): string => {
  const given = genome.variableUses > 0 ? 'flightIdList: $used' : ''
  return `${key}: flightList(filter: {${INTERVAL} ${listOf(genome)} ${given}}) { pageInfo { hasMore } }`
}

const selectionOf = (genome: Genome, prefix: string): string => {
  const { aliases, repeats, depth, mergedSets, nameLength, directives, conditions } = genome
  const name = (n: number) => `${prefix}${n}_`.padEnd(nameLength, 'n').slice(0, Math.max(nameLength, 6))
  const chain = `${'baseList { runwayList { '.repeat(Math.min(1, depth))}ident${' } }'.repeat(Math.min(1, depth))}`
  const skips = many(Math.min(conditions, 50), (n) => `c${n}: name @skip(if: $c${n})`)
  return [
    many(aliases, (n) => `${name(n)}: name`),
    'name operatorId '.repeat(Math.floor(repeats / 2)),
    depth > 0 ? `baseList { runwayList { ident } } ${chain === 'ident' ? '' : chain}` : 'name',
    many(mergedSets, () => 'baseList { name iCAO }'),
    'name @include(if: true) '.repeat(directives),
    skips,
  ].join(' ')
}

const FAULTS = ['nothing', 'name { x }', 'baseList', 'name(x: 1)', '...Unknown', 'name @unknown']

const variableValue = ({ variableKind, variableLength }: Genome): unknown => {
  const fill = (value: unknown) => Array.from({ length: variableLength }, () => value)
  const names = () => Object.fromEntries(Array.from({ length: variableLength }, (_, n) => [`u${n}`, n]))
  const deep = () => {
    let value: unknown = 1
    for (let level = 0; level < Math.min(variableLength, 5_000); level++) value = [value]
    return value
  }
  const kinds = [
    () => fill('x'),
    () => fill(1),
    () => names(),
    () => [names()],
    deep,
    () => 'x'.repeat(variableLength),
    () => fill({}),
    () => fill(null),
    () => ({ [`${'k'.repeat(variableLength)}`]: { toString: 1, constructor: [1, 2, 3] } }),
  ]
  return kinds[variableKind % kinds.length]?.()
}

const outsideValue = ({ outside, outsideKind }: Genome): Record<string, unknown> => {
  const entries = (value: (n: number) => unknown) =>
    Object.fromEntries(Array.from({ length: outside }, (_, n) => [`o${n}`, value(n)]))
  const kinds = [
    () => entries((n) => n),
    () => ({ o: Array.from({ length: outside }, () => ({})) }),
    () => ({ o: Array.from({ length: outside }, (_, n) => ({ [`k${n}`]: 1 })) }),
    () => ({ o: Array.from({ length: outside }, () => [[]]) }),
    () => ({ o: 'é'.repeat(outside) }),
  ]
  return kinds[outsideKind % kinds.length]?.() ?? {}
}

/** Each names a text where it is another thing: `$t` or the text written out. */
const TEXT_PLACES: readonly { readonly type: string; readonly field: (text: string) => string }[] = [
  { type: 'String!', field: (text) => `contactList(wildcard: ${text}) { pageInfo { hasMore } }` },
  { type: 'String!', field: (text) => `airportList(wildcard: ${text}) { name }` },
  { type: 'String!', field: (text) => `aircraftList(page: {after: ${text}}) { pageInfo { hasMore } }` },
  { type: 'String!', field: (text) => `aircraftList(filter: {iCAO: ${text}}) { pageInfo { hasMore } }` },
  { type: 'ID!', field: (text) => `flight(flightId: ${text}) { callsign }` },
  { type: 'DateTime!', field: (text) => `freeAircraftList(interval: {from: ${text}, to: ${text}}) { hasOption }` },
  { type: 'FlightStatus!', field: (text) => `flightList(filter: {statusList: [${text}]}) { pageInfo { hasMore } }` },
  { type: 'String!', field: (text) => `echo(text: ${text})` },
  { type: 'Int!', field: (text) => `airportList(first: ${text}) { name }` },
  { type: 'Boolean!', field: (text) => `operator @include(if: ${text}) { name }` },
]
const MUTATION_PLACES: typeof TEXT_PLACES = [
  { type: 'String!', field: (text) => `contactCreate(input: {kind: CLIENT, name: ${text}}) { contact { name } }` },
  {
    type: 'String!',
    field: (text) =>
      `aircraftCreate(idempotencyKey: ${text}, input: {acftTypeId: ${text}, base: ${text}, registration: ${text}}) { aircraft { base } }`,
  },
]

interface Texts {
  readonly definition: string
  readonly queried: string
  readonly written: string
  readonly variables: Readonly<Record<string, unknown>>
}

const textsOf = (genome: Genome): Texts => {
  const { textLength, textKind, textUses, textPlace, textIsSent, textInList, digits } = genome
  const nothing = { definition: '', queried: '', written: '', variables: {} }
  if (textUses === 0) return nothing
  const places = [...TEXT_PLACES, ...MUTATION_PLACES]
  const place = places[textPlace % places.length] as (typeof TEXT_PLACES)[number]
  const text = costlyText(TEXT_KINDS[textKind] ?? '', textLength)
  const value = digits > 0 && place.type === 'Int!' ? digitsAsJson(digits) : text
  const name = 't'.padEnd(genome.variableNameLength, '_')
  const asked = textIsSent === 1 ? `$${name}` : JSON.stringify(text)
  const uses = many(textUses, (n) => `t${n}: ${place.field(asked)}`)
  const list =
    textInList > 0 ? `tl: contactList(contactIdList: [${many(textInList, () => asked)}]) { pageInfo { hasMore } }` : ''
  const isWritten = MUTATION_PLACES.includes(place)
  return {
    definition: textIsSent === 1 ? `$${name}: ${place.type}` : '',
    queried: isWritten ? '' : `${uses} ${list}`,
    written: isWritten ? uses : '',
    variables: textIsSent === 1 ? { [name]: value } : {},
  }
}

const deepInput = (depth: number): string =>
  depth === 0
    ? ''
    : `di: flightList(filter: ${'{interval: '.repeat(depth)}1${'}'.repeat(depth)}) { pageInfo { hasMore } }`

const deepValue = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = { interval: value }
  return value
}

/** `mark` makes the text another one, so that no cache knows it. */
export const requestOf = (genome: Genome, mark: string): CostlyRequest => {
  const { operations, fragments, spreads, roots, definedVariables, usedVariables, conditions } = genome
  const used = Math.min(definedVariables, usedVariables)
  const texts = textsOf(genome)
  const defined = [
    many(definedVariables, (n) => `$d${n}: ID`),
    genome.variableUses > 0 ? '$used: [ID!]' : '',
    many(Math.min(conditions, 50), (n) => `$c${n}: Boolean! = true`),
    genome.inputDepth > 0 ? '$deep: FlightFilter!' : '',
    texts.queried === '' ? '' : texts.definition,
  ].join(' ')
  const definitions = defined.trim() === '' ? '' : `(${defined})`
  const root = [
    'operator { ...S }',
    many(Math.min(roots, 60) - 1, (n) => flights(genome, `r${n}`)),
    many(
      Math.max(0, genome.variableUses - 1),
      (n) => `u${n}: flightList(filter: {${INTERVAL} flightIdList: $used}) { pageInfo { hasMore } }`,
    ),
    used > 0
      ? `v: flightList(filter: {${INTERVAL} flightIdList: [${many(used, (n) => `$d${n}`)}]}) { pageInfo { hasMore } }`
      : '',
    genome.escapes > 0 ? `e: echo(text: "${'\\n'.repeat(Math.min(genome.escapes, 250_000))}")` : '',
    genome.variableUses > 0 && roots === 1 ? flights(genome, 'w') : '',
    texts.queried,
    genome.digits > 0 ? `n: airportList(first: ${'9'.repeat(genome.digits)}) { name }` : '',
    deepInput(genome.inputDepth),
    genome.inputDepth > 0 ? 'dv: flightList(filter: $deep) { pageInfo { hasMore } }' : '',
  ].join(' ')
  const operationNamed = (n: number) => `q${n}`.padEnd(genome.operationNameLength, '_')
  const spread = many(spreads, (n) => (fragments > 0 ? `...F${n % fragments}` : '...S'))
  const query = [
    `# ${mark}\n`,
    '#\n'.repeat(genome.comments),
    many(operations, (n) => `query ${operationNamed(n)}${definitions} { ...R }`),
    texts.written === ''
      ? ''
      : `mutation m${texts.definition === '' ? '' : `(${texts.definition})`} { ${texts.written} }`,
    `fragment R on Query { ${root} }`,
    `fragment S on Operator { ${fragments > 0 ? spread : ''} ${selectionOf(genome, 'a')} ${many(genome.faults, () => FAULTS[genome.faultKind % FAULTS.length] ?? '')} }`,
    many(
      fragments,
      (n) => `fragment F${n} on Operator { ${n + 1 < fragments && n < 12 ? `...F${n + 1} ...F${n + 1}` : ''} name }`,
    ),
  ].join(' ')
  const operationName =
    [operations === 1 ? null : operationNamed(0), operationNamed(0), operationNamed(operations - 1), 'unknown', 'm'][
      texts.written === '' ? genome.named % 4 : 4
    ] ?? null
  const variables = {
    ...outsideValue(genome),
    used: variableValue(genome),
    ...(genome.inputDepth > 0 && { deep: deepValue(genome.inputDepth) }),
    ...texts.variables,
  }
  return { query, operationName, variables }
}
