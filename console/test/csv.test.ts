/**
 * The audit log as CSV: no cell is a formula for a spreadsheet, and every value is read back unchanged (threats row
 * 27).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from '../src/audit/csv.ts'
import type { AuditEntry } from '../src/audit/queries.ts'

const ENTRY: AuditEntry = {
  auditEntryId: 'aud_1',
  at: '2026-11-12T09:41:07Z',
  actorKind: 'user',
  actorId: 'usr_1',
  actorName: 'Anna Keller',
  action: 'api-key.created',
  subjectKind: 'api-key',
  subjectId: 'key_1',
  subjectName: 'Wallboard',
  address: null,
  requestId: null,
  detail: '{"label":"Wallboard"}',
}

const cellsOf = (entry: AuditEntry): string[] => (csvOf([entry]).split('\r\n')[1] ?? '').split(/,(?=")/)

test('a value that would be a formula is written as text', () => {
  for (const value of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://evil.example")']) {
    const [, , , , name = ''] = cellsOf({ ...ENTRY, actorName: value })
    assert.equal(name, `"'${value.replaceAll('"', '""')}"`)
  }
})

test('quotes, commas and line ends stay inside their cell, and missing values are empty', () => {
  const text = csvOf([{ ...ENTRY, subjectName: 'say "hi",\nthen go' }])
  assert.ok(text.includes('"say ""hi"",\nthen go"'), text)
  assert.equal(cellsOf(ENTRY)[8], '""')
})

test('the first line of the CSV names the columns', () => {
  assert.match(csvOf([]), /^at,action,actorKind,.*,detail\r\n$/)
})
