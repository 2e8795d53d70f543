/** Breaks the text of a document: drops, doubles, swaps tokens or replaces them by hostile ones. */
import type { SeededRandom } from './seeded-random.ts'

const TOKEN = /"(?:[^"\\\n]|\\.)*"|\.\.\.|[_A-Za-z0-9.+-]+|\S/g

const HOSTILE = [
  '{',
  '}',
  '(',
  ')',
  '...',
  '@skip(if: true)',
  '@include(if: $constructor)',
  '$',
  '"""\n block """',
  '"\\u0000"',
  '"unclosed',
  '__proto__',
  'constructor: __typename',
  '__typename',
  '99999999999999999999',
  '1e999',
  '-',
  '# comment\n',
  '\ufeff',
  '\u{1F600}',
  'fragment F0 on Query { ...F0 }',
  'query R { __typename }',
  '__schema { types { name } }',
  'null',
  '[[[[[[[[]]]]]]]]',
]

export const hostileText = (text: string, random: SeededRandom): string => {
  const tokens = text.match(TOKEN) ?? []
  const changes = 1 + random.below(3)
  for (let change = 0; change < changes; change++) {
    const at = random.below(tokens.length)
    const way = random.below(5)
    if (way === 0) tokens.splice(at, 1)
    else if (way === 1) tokens.splice(at, 0, tokens[at] ?? '')
    else if (way === 2) tokens.splice(at, 1, random.pick(HOSTILE))
    else if (way === 3) tokens.splice(at, 0, random.pick(HOSTILE))
    else {
      const other = random.below(tokens.length)
      const [one = '', two = ''] = [tokens[at], tokens[other]]
      tokens[at] = two
      tokens[other] = one
    }
  }
  return tokens.join(' ')
}
