/**
 * Long texts and numbers of many digits, as somebody would send who wants them to be much work: to be folded, taken
 * apart, compiled to a pattern, normalized, split, escaped or refused with their beginning.
 */
import type { SeededRandom } from './seeded-random.ts'

const repeated = (part: string, length: number): string => {
  const least = Math.max(1, Math.floor(length))
  return part.repeat(Math.ceil(least / part.length)).slice(0, least)
}

const encoded = (text: string): string => Buffer.from(text).toString('base64url')

const KINDS: Readonly<Record<string, (length: number) => string>> = {
  letters: (length) => repeated('x', length),
  words: (length) => repeated('an Über word ', length),
  spaces: (length) => `a${repeated(' ', length - 1)}`,
  stars: (length) => repeated('*a', length),
  marks: (length) => repeated('?a', length),
  wild: (length) => repeated('*?e?', length),
  // Each pair becomes one character where texts are composed.
  accents: (length) => repeated('e\u0301', length - (length % 2)),
  // Marks of different classes are sorted where texts are composed.
  marked: (length) => `a${repeated('\u0316\u0301', length - 1)}`,
  pictures: (length) => '😀'.repeat(Math.max(1, length >> 1)),
  digits: (length) => repeated('9', length),
  fractions: (length) => `1.${repeated('9', length - 2)}`,
  time: (length) => `2026-11-15T09:30:00.${repeated('1', length - 21)}Z`,
  id: (length) => `flt_${repeated('0', length - 4)}`,
  scopes: (length) => repeated('flight:read ', length),
  address: (length) => `${repeated('a', length - 10)}@localhost`,
  link: (length) => `https://example.com/${repeated('a/', length - 20)}`,
  commas: (length) => repeated(',', length),
  quoted: (length) => repeated('"a",', length),
  lines: (length) => repeated('a,b\n', length),
  breaks: (length) => repeated('\n', length),
  escapes: (length) => repeated('\\"', length),
  cursor: (length) => encoded(JSON.stringify([repeated('a', (length * 3) / 4 - 4)])),
  nested: (length) => encoded(`${'['.repeat((length * 3) / 8)}${']'.repeat((length * 3) / 8)}`),
}

export const TEXT_KINDS = Object.keys(KINDS)

/** At limits of texts that are stored or asked by, and one beyond. */
const AT_LIMITS = [40, 80, 100, 200, 300, 500, 1_000, 2_000, 4_000, 10_000].flatMap((most) => [most, most + 1])
const LONGEST = 400_000
const NUMBER_TYPES: ReadonlySet<string> = new Set(['Int', 'Float'])

export const costlyText = (kind: string, length: number): string => (KINDS[kind] ?? repeated.bind(null, 'x'))(length)

/** As the templates of an operation name one: a kind and a length. */
export const costlyTextName = (random: SeededRandom): string => {
  const length = random.chance(0.6) ? random.pick(AT_LIMITS) : Math.floor(LONGEST ** random.next()) + 1
  return `${random.pick(TEXT_KINDS)} ${length}`
}

export const isNumber = (type: string): boolean => NUMBER_TYPES.has(type.replace(/[[\]!]/g, ''))

/** JavaScript's numbers have 17 digits, JSON's any number of them. */
export const digitsAsJson = (length: number): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(repeated('9', length))
