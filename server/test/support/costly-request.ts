/**
 * Requests that try to be much work before they run, made of a few numbers that a search varies: how many operations,
 * fragments, spreads, aliases, arguments, list entries, levels, directives and variables, of which kinds.
 */
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
  named: [0, 3],
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

/** `mark` makes the text another one, so that no cache knows it. */
export const requestOf = (genome: Genome, mark: string): CostlyRequest => {
  const { operations, fragments, spreads, roots, definedVariables, usedVariables, conditions } = genome
  const used = Math.min(definedVariables, usedVariables)
  const variables = [
    many(definedVariables, (n) => `$d${n}: ID`),
    genome.variableUses > 0 ? '$used: [ID!]' : '',
    many(Math.min(conditions, 50), (n) => `$c${n}: Boolean! = true`),
  ].join(' ')
  const definitions = variables.trim() === '' ? '' : `(${variables})`
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
  ].join(' ')
  const spread = many(spreads, (n) => (fragments > 0 ? `...F${n % fragments}` : '...S'))
  const query = [
    `# ${mark}\n`,
    '#\n'.repeat(genome.comments),
    many(operations, (n) => `query q${n}${definitions} { ...R }`),
    `fragment R on Query { ${root} }`,
    `fragment S on Operator { ${fragments > 0 ? spread : ''} ${selectionOf(genome, 'a')} ${many(genome.faults, () => FAULTS[genome.faultKind % FAULTS.length] ?? '')} }`,
    many(
      fragments,
      (n) => `fragment F${n} on Operator { ${n + 1 < fragments && n < 12 ? `...F${n + 1} ...F${n + 1}` : ''} name }`,
    ),
  ].join(' ')
  const operationName =
    [operations === 1 ? null : 'q0', 'q0', `q${operations - 1}`, 'unknown'][genome.named % 4] ?? null
  return { query, operationName, variables: { ...outsideValue(genome), used: variableValue(genome) } }
}
