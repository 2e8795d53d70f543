/** Compares the walk that decides whether a document is valid with graphql's rules, on random documents. */
import assert from 'node:assert/strict'
import { type DocumentNode, parse, validate } from 'graphql'
import { checkQueryLimits } from '../../src/graphql/operation/query-limits.ts'
import { faultIn } from '../../src/graphql/operation/valid-document.ts'
import { VALIDATION_RULES } from '../../src/graphql/operation/validation-rules.ts'
import { WorkMeter } from '../../src/graphql/work-meter.ts'
import { hostileText } from './hostile-text.ts'
import { randomDocument } from './random-document.ts'
import { SeededRandom } from './seeded-random.ts'
import { seededSchema } from './seeded-schema.ts'

const SHARES = [0, 1, 0.4]
const NAME = /[_A-Za-z][_A-Za-z0-9]*|[0-9]+|"[^"]*"/g
const OTHERS = ['Int', 'String!', 'Query', '__Type', 'null', 'true', '{a: 1}', '[1]', '7', '"x"', '$v', '@skip(if: $x)']

/** Exchanges some names and values for others of the document: most of what comes out can be parsed. */
const exchanged = (text: string, random: SeededRandom): string => {
  const words = [...(text.match(NAME) ?? []), ...OTHERS]
  return text.replace(NAME, (word) => (random.chance(0.02) ? random.pick(words) : word))
}

const broken = (text: string, random: SeededRandom): string =>
  random.chance(0.5) ? exchanged(text, random) : random.chance(0.5) ? hostileText(text, random) : text

/** Null where it cannot be parsed or is beyond a limit: neither gets to see it. */
const readable = (text: string): DocumentNode | null => {
  try {
    const document = parse(text)
    checkQueryLimits(document, new WorkMeter())
    return document
  } catch {
    return null
  }
}

/** Throws at the first difference, with the seed and the text. */
export const compareValidity = ({ firstSeed, documents }: { firstSeed: number; documents: number }) => {
  const schema = seededSchema()
  const found = { valid: 0, invalid: 0, unreadable: 0 }
  for (let seed = firstSeed; seed < firstSeed + documents; seed++) {
    const made = randomDocument(schema, { structure: seed, values: seed * 7 + 1 }, SHARES[seed % SHARES.length] ?? 0)
    const text = broken(made.text, new SeededRandom(seed))
    const document = readable(text)
    if (document === null) {
      found.unreadable++
      continue
    }
    const errors = validate(schema, document, VALIDATION_RULES)
    const fault = faultIn(schema, document, new WorkMeter())
    const [ours, theirs] = [fault?.message ?? null, errors[0]?.message ?? null]
    assert.equal(ours === null, theirs === null, `Seed ${seed}: ours ${ours}, graphql's ${theirs}: ${text}`)
    found[theirs === null ? 'valid' : 'invalid']++
  }
  return found
}
