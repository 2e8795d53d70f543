import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compileWildcard } from '../../src/domain/wildcard.ts'

const matches = (pattern: string | null | undefined, text: string): boolean => compileWildcard(pattern)(text)

describe('a wildcard (data §1.2)', () => {
  test('an empty or absent wildcard matches everything', () => {
    for (const pattern of ['', null, undefined]) {
      assert.ok(matches(pattern, 'Boeing'))
      assert.ok(matches(pattern, ''))
    }
  })

  test('a wildcard without * and ? matches a substring in any letter case', () => {
    assert.ok(matches('oei', 'Boeing'))
    assert.ok(matches('BOEING', 'boeing'))
    assert.ok(matches('737-8', '737-800'))
    assert.ok(!matches('boeings', 'Boeing'))
  })

  test('a wildcard with * or ? matches the whole field', () => {
    assert.ok(matches('B73?', 'B738'))
    assert.ok(matches('b7*', 'B738'))
    assert.ok(matches('*8', 'B738'))
    assert.ok(matches('*', ''))
    assert.ok(matches('**', 'B738'))
    assert.ok(matches('B?3*8', 'B738'))
    assert.ok(!matches('73?', 'B738'))
    assert.ok(!matches('B73?', 'B73'))
    assert.ok(!matches('B73?', 'B7389'))
    assert.ok(!matches('*7', 'B738'))
    assert.ok(!matches('?', ''))
  })

  test('a wildcard takes %, _, quotes and regular expression characters literally', () => {
    for (const sign of ['%', '_', "'", '"', '\\', '.', '+', '^', '$', '(', '[', '{', '|', '#', '--', '\0', '\n']) {
      assert.ok(matches(sign, `a${sign}b`), sign)
      assert.ok(matches(`a${sign}*`, `a${sign}b`), sign)
      assert.ok(!matches(sign, 'ab'), sign)
      assert.ok(!matches(`*${sign}*`, 'ab'), sign)
    }
  })

  test('a wildcard folds case beyond ASCII on both sides, one character for one', () => {
    assert.ok(matches('ZÜRICH', 'Flughafen Zürich'))
    assert.ok(matches('ισ', 'ΠΑΡΊΣΙΣ'))
    assert.ok(matches('ΠΑΡΊΣΙΣ', 'παρίσις'))
    assert.ok(matches('stra?e', 'Straße'))
    assert.ok(matches('?x', '😀x'))
    assert.ok(!matches('??x', '😀x'))
    assert.ok(!matches('*\udc00*', '𐀀'), 'half of a character is no character')
    assert.ok(matches('İstanbul', 'İSTANBUL'))
  })

  test('a wildcard of a megabyte, or one made for backtracking, finishes', () => {
    const field = 'a'.repeat(200)
    assert.ok(!matches(`${'*a'.repeat(150)}*b`, field))
    assert.ok(matches(`${'*a'.repeat(150)}*`, field))
    assert.ok(!matches(`${'*a?'.repeat(60)}*b`, field))
    assert.ok(!matches('a'.repeat(1_000_000), field))
    assert.ok(!matches('*a'.repeat(500_000), field))
    assert.ok(matches('*'.repeat(1_000_000), field))
    assert.ok(!matches('é\u0316\u0301'.repeat(350_000), field))
  })
})

/** A reference implementation that tries every split. Works on characters that are already folded. */
const globByDefinition = (glob: readonly string[], text: readonly string[]): boolean => {
  const [first, ...rest] = glob
  if (first === undefined) return text.length === 0
  if (first === '*') return globByDefinition(rest, text) || (text.length > 0 && globByDefinition(glob, text.slice(1)))
  return text.length > 0 && (first === '?' || first === text[0]) && globByDefinition(rest, text.slice(1))
}

const FOLDED: Record<string, string> = { A: 'a', B: 'b', Σ: 'σ', ς: 'σ', Ü: 'ü', 𐐀: '𐐨' }
const folded = (text: string): string[] => [...text].map((character) => FOLDED[character] ?? character)

const alphabet = (...more: string[]) =>
  fc.constantFrom('a', 'A', 'b', 'B', 'σ', 'Σ', 'ς', 'Ü', 'ü', 'ß', '𐐀', '𐐨', '%', '_', '.', ...more)
const field = fc.string({ unit: alphabet(), maxLength: 12 })

test('a wildcard with globs agrees with a reference implementation', () => {
  const pattern = fc.string({ unit: alphabet('*', '*', '*', '?', '?'), maxLength: 10 })
  fc.assert(
    fc.property(
      pattern.filter((text) => /[*?]/.test(text)),
      field,
      (glob, text) => {
        assert.equal(matches(glob, text), globByDefinition(folded(glob), folded(text)))
      },
    ),
    { numRuns: 2000 },
  )
})

test('a wildcard made from a field by omitting parts matches that field', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(field, fc.constantFrom('*', '?', ''))), (parts) => {
      const text = parts.map(([part, glob]) => part + (glob === '?' ? 'x' : glob === '*' ? part : '')).join('')
      const pattern = `*${parts.map(([part, glob]) => part + glob).join('')}`
      assert.ok(matches(pattern, text))
    }),
  )
})

test('a wildcard without globs agrees with a substring search', () => {
  fc.assert(
    fc.property(fc.string({ unit: alphabet(), minLength: 1, maxLength: 4 }), field, (pattern, text) => {
      assert.equal(matches(pattern, text), folded(text).join('').includes(folded(pattern).join('')))
    }),
    { numRuns: 2000 },
  )
})
