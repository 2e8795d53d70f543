/** A long file is cut into parts for the server, and every line keeps its number. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_CONSOLE_IMPORT_LINES } from '../../server/src/domain/limits.ts'
import { linesInPart, MAX_LINES_PER_PART, partsOf } from '../src/imports/file-parts.ts'
import { wrongLinesOf } from '../src/imports/merged-report.ts'
import type { ImportReport } from '../src/imports/queries.ts'

const linesOf = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 2}\n`).join('')

test('a part has no more lines than the server takes in one import', () => {
  assert.equal(MAX_LINES_PER_PART, MAX_CONSOLE_IMPORT_LINES)
})

test('every part of a file begins with its header, and its offset leads back to the lines of the file', () => {
  const parts = partsOf(`name\n${linesOf(625)}`)
  assert.deepEqual(
    parts.map(({ offset, lineCount }) => [offset, lineCount]),
    [
      [0, 250],
      [250, 250],
      [500, 125],
    ],
  )
  for (const { text, offset } of parts) {
    const [header, first] = text.split('\n')
    assert.deepEqual([header, first], ['name', `line ${2 + offset}`])
  }
})

test('a line end within quotes ends no line, and blank lines count for the numbers alone', () => {
  const quoted = `name,note\r\n"a","two\r\nlines ""quoted"""\r\n\r\n${'b,c\r\n'.repeat(250)}`
  const parts = partsOf(quoted)
  assert.deepEqual(
    parts.map(({ offset, lineCount }) => [offset, lineCount]),
    [
      [0, 249],
      [251, 2],
    ],
  )
  assert.equal(
    parts.map(({ text }) => text.split('b,c').length - 1).reduce((sum, count) => sum + count),
    250,
  )
})

test('a file with long lines is cut by its size, and one without lines is left whole', () => {
  const long = partsOf(`name\n${`${'x'.repeat(200_000)}\n`.repeat(5)}`)
  assert.deepEqual(
    long.map(({ lineCount }) => lineCount),
    [2, 2, 1],
  )
  assert.deepEqual(
    partsOf('name\n').map(({ text, lineCount }) => [text, lineCount]),
    [['name\n', 0]],
  )
})

test('a line that is left out is named to its own part alone, by its number there', () => {
  const leftOut = [2, 251, 252, 626].map((line) => ({ line }))
  const named = (text: string) => partsOf(text).map((part) => linesInPart(leftOut, part))
  assert.deepEqual(named(`name\n${linesOf(625)}`), [[2, 251], [2], [126]])
  // A heading of two lines moves the lines of every part.
  assert.deepEqual(named(`"full\nname"\n${linesOf(625)}`), [[251, 252], [], [126]])
})

test('wrong lines beyond those that are shown are counted, and where not all problems were told this is said', () => {
  const problemsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ line: index + 2, field: null, message: 'wrong' }))
  const report = {
    lineList: problemsOf(100).map(({ line }) => ({ line, cellList: [], outcome: null })),
    problemList: problemsOf(150),
    problemCount: 150,
  } as unknown as ImportReport
  const { lines, count, isCountWhole } = wrongLinesOf(report)
  assert.deepEqual([lines.length, count, isCountWhole], [100, 150, true])
  assert.equal(wrongLinesOf({ ...report, problemCount: 151 }).isCountWhole, false)
})
