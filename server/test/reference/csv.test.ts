import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readCsv } from '../../src/domain/csv.ts'
import { csvCell } from '../../src/domain/csv-cell.ts'
import { readTable } from '../../src/domain/csv-table.ts'

const cellsOf = (text: string) => {
  const { rows, errors } = readCsv(text)
  assert.deepEqual(errors, [])
  return rows.map(({ cells }) => cells)
}

describe('a CSV file (RFC 4180)', () => {
  test('CSV rows know the line they start in', () => {
    const { rows } = readCsv('name,city\r\n"Two\r\nlines",here\r\n\r\nlast,there')
    assert.deepEqual(rows, [
      { line: 1, cells: ['name', 'city'] },
      { line: 2, cells: ['Two\r\nlines', 'here'] },
      { line: 5, cells: ['last', 'there'] },
    ])
  })

  test('CSV values may be quoted, with delimiters and quotes inside', () => {
    assert.deepEqual(cellsOf('a,"b,c","d ""e""",""\n'), [['a', 'b,c', 'd "e"', '']])
  })

  test('a CSV file may have a byte order mark, any line ends, and no last line end', () => {
    const rows = [
      ['a', 'b'],
      ['1', '2'],
    ]
    for (const text of ['\ufeffa,b\r\n1,2\r\n', 'a,b\n1,2', 'a,b\r1,2\r', '\ufeff"a",b\n1,2\n\n\n']) {
      assert.deepEqual(cellsOf(text), rows)
    }
  })

  test('a CSV file may use semicolons, with commas inside values', () => {
    assert.deepEqual(cellsOf('name;lat\nZürich;47,46'), [
      ['name', 'lat'],
      ['Zürich', '47,46'],
    ])
    assert.deepEqual(cellsOf('"a;b;c",d\n1,2')[0], ['a;b;c', 'd'])
  })

  test('empty CSV values are kept, also the last, and an empty file has no rows', () => {
    assert.deepEqual(cellsOf('a,,\n,,'), [
      ['a', '', ''],
      ['', '', ''],
    ])
    assert.deepEqual(cellsOf(''), [])
    assert.deepEqual(cellsOf('\ufeff\r\n'), [])
  })

  test('a CSV file with wrong quotes or invalid UTF-8 is refused with line and reason', () => {
    const refused = (text: string) => readCsv(text).errors.map(({ line, message }) => `${line}: ${message}`)
    assert.deepEqual(refused('a,b\n1,"open\nx,y\n'), ['2: A quote is opened here and never closed'])
    assert.match(refused('a,b\n\n1,5" pipe')[0] ?? '', /^3: There is a quote inside a value that is not quoted/)
    assert.match(refused('a,b\n"1\n2" x,3')[0] ?? '', /^3: Text follows a closing quote/)
    assert.match(refused('a,b\nZ\ufffdrich,1')[0] ?? '', /^2: This is not UTF-8 text/)
    assert.match(refused('a\0b')[0] ?? '', /^1: This is not UTF-8 text/)
    assert.deepEqual(readCsv('a\n"').rows, [])
  })

  test('a line of a megabyte of commas is read no further than a file may have columns (threats row 395)', (t) => {
    const commas = ','.repeat(900_000)
    const slice = t.mock.method(String.prototype, 'slice')
    const split = t.mock.method(String.prototype, 'split')
    const { errors } = readCsv(`name${commas}\nx${commas}`)
    const calls = slice.mock.callCount()
    const longest = Math.max(...split.mock.calls.map(({ this: text }) => String(text).length))
    t.mock.restoreAll()
    const message = 'There are more than 200 values: leave out columns that are not needed'
    assert.deepEqual(errors, [{ line: 1, message }])
    assert.ok(calls < 250, `${calls} values were cut out`)
    assert.ok(longest <= 20_000, `${longest} characters were split`)
    assert.deepEqual(readCsv(`a,b\n1,2\n${commas}`).errors, [{ line: 3, message }])
  })

  test('no more rows of a CSV file are read than are taken', (t) => {
    const slice = t.mock.method(String.prototype, 'slice')
    const { rows } = readCsv('a,b\n'.repeat(100_000), 12)
    const calls = slice.mock.callCount()
    t.mock.restoreAll()
    assert.equal(rows.length, 12)
    assert.ok(calls < 50, `${calls} values were cut out`)
  })

  test('any values written as CSV are read back unchanged', () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r', ' ', '😀') })
    const style = fc.record({ delimiter: fc.constantFrom(',', ';'), lineEnd: fc.constantFrom('\n', '\r\n', '\r') })
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value)), style, (body, { delimiter, lineEnd }) => {
        const rows = [['first', 'second', 'third'], ...body]
        const quote = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
        const text = rows.map((cells) => cells.map(quote).join(delimiter)).join(lineEnd)
        assert.deepEqual(cellsOf(text), rows)
      }),
    )
  })
})

describe('tables in CSV files', () => {
  const headers = { code: ['Code', 'Type Designator'], name: ['Name'] } as const
  const read = (text: string) => readTable<'code' | 'name'>(readCsv(text).rows, headers, ['code'])

  test('a table finds its columns by header, in any order and spelling, and trims values', () => {
    const { rows } = read('ignored,NAME,type_designator\nx, Zürich ,LSZH\n')
    assert.deepEqual(
      rows.map((row) => [row.line, row.value('code'), row.value('name')]),
      [[2, 'LSZH', 'Zürich']],
    )
  })

  test('a table prefers the first of alternative headers, and a missing optional column is empty', () => {
    const [row] = read('type designator,code\nsecond,first').rows
    assert.equal(row?.value('code'), 'first')
    assert.equal(row?.value('name'), '')
  })

  test('a table without a required column, without a header or with uneven rows is refused', () => {
    assert.deepEqual(read('name\nx').errors, [
      { line: 1, message: 'A column is missing: name one "Code" or "Type Designator"' },
    ])
    assert.deepEqual(read('code,name\na,b\nc').errors, [
      { line: 3, message: '1 values where the first line names 2 columns' },
    ])
    assert.match(read('').errors[0]?.message ?? '', /^The file is empty/)
  })
})

test('a cell is no formula, whatever parts cells or letters a spreadsheet reads (threats row 214)', () => {
  const cells = {
    '=1+1': "'=1+1",
    'a;=1+1': "a;'=1+1",
    ';@x': ";'@x",
    '＝1+1': "'＝1+1",
    'a-b;c': 'a-b;c',
    '-5': "'-5",
  }
  for (const [value, inert] of Object.entries(cells)) {
    assert.deepEqual(readCsv(`h\n${csvCell(value)}`).rows[1]?.cells, [inert], value)
  }
})
