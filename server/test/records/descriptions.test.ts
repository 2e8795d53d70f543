/** Types follow from a description: these lines must not compile, and `tsc` fails if one does. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { recordText } from '../../../scripts/record-file.ts'
import type { CONTACT_RECORD, Contact } from '../../src/domain/operations/contact.ts'
import type { AIRCRAFT_RECORD, Aircraft } from '../../src/domain/operations/fleet/aircraft.ts'
import type { TRAVEL_DOCUMENT_RECORD, TravelDocument } from '../../src/domain/operations/passengers/travel-document.ts'
import { RECORDS } from '../../src/domain/records/all-records.ts'
import { type AnyDescription, type InputOf, own, type PatchOf, record } from '../../src/domain/records/description.ts'
import { day, text } from '../../src/domain/records/fields.ts'
import { among, byId, joined } from '../../src/domain/records/filter.ts'
import { useCases } from '../../src/services/records/use-cases.ts'
import { CONTACT } from '../../src/storage/operations/contacts.ts'
import { describedRecord } from '../../src/storage/records/described-record.ts'
import type { SearchOf } from '../../src/storage/records/described-search.ts'

const rest = {
  file: 'server/test/records/descriptions.test.ts',
  entity: 'NOTE',
  noun: 'note',
  calledBy: ['title'],
  says: 'A note.',
  id: { field: 'noteId', prefix: 'nte' },
  read: 'contact:read',
  write: 'contact:write',
  order: { field: 'createdAt' },
  one: 'One note.',
  list: 'Notes.',
  create: false,
  update: false,
  delete: false,
} as const

const fields = { title: text({ required: true, most: 20 }), until: day({}) }
const nobody = { aircraft: 'none', buyer: 'none', provider: 'none', person: 'none' } as const

const NOTE_RECORD = record('Note', {
  ...rest,
  fields,
  filters: { noteIdList: byId, ofFlight: joined('id') },
  visible: { ...nobody, aircraft: 'joined' },
})

/** Never called: it is read by the compiler alone. */
export const mustNotCompile = (aircraft: Aircraft, document: TravelDocument, contact: Contact): void => {
  // @ts-expect-error a record has no other fields than its description
  void aircraft.wingspan
  // @ts-expect-error what may be absent may be null
  aircraft.cabinNote satisfies string
  // @ts-expect-error what was not always told may be null
  document.number satisfies string
  // @ts-expect-error a word is one of its list
  contact.kind satisfies 'CLIENT'
  // @ts-expect-error a new record needs what is required
  const input: InputOf<typeof CONTACT_RECORD> = { name: 'Ada' }
  void input
  // @ts-expect-error an input calls an airport by its code, not by its id
  const byId_: PatchOf<typeof AIRCRAFT_RECORD> = { baseId: 'apt_1' }
  void byId_
  // @ts-expect-error a parent that an argument names is not in the input
  const parent: PatchOf<typeof TRAVEL_DOCUMENT_RECORD> = { contactId: 'con_1' }
  void parent
  // @ts-expect-error a search names only filters of the description
  const search: SearchOf<typeof CONTACT_RECORD> = { nameList: ['Ada'] }
  void search
  // @ts-expect-error a filter names only fields of the record
  record('Note', { ...rest, fields, filters: { titleList: among('name') }, visible: nobody })
  // @ts-expect-error visibility names only fields of the record
  record('Note', { ...rest, fields, filters: {}, visible: { ...nobody, person: own('userId') } })
  // @ts-expect-error a joined filter needs its condition in the store
  describedRecord(NOTE_RECORD, { visible: { aircraft: (_view, tenantId) => tenantId as never }, filters: {} })
  // @ts-expect-error a joined view needs its condition in the store
  describedRecord(NOTE_RECORD, { visible: {}, filters: { ofFlight: (flightId) => flightId as never } })
  useCases(CONTACT, null, {
    beforeWrite: async ({ next }) => {
      // @ts-expect-error a hook names only fields of the record
      void next.wingspan
      return {}
    },
  })
}

const all: readonly AnyDescription[] = RECORDS

test('server/records.json is what the descriptions say: npm run generate writes it', () => {
  assert.equal(readFileSync(new URL('../../records.json', import.meta.url), 'utf8'), recordText())
})

test('a description names the file that it stands in', () => {
  for (const { name, file } of all) {
    const source = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8')
    assert.match(source, new RegExp(`= record\\('${name}', \\{`), file)
  }
})

/** No row hangs on the other: a trip keeps the number of a quote that was deleted. */
const KEPT_WITHOUT = new Set(['Trip names Quote'])

test('a record stands before those that it names, so that rows can be removed in the order of the list', () => {
  const names = all.map(({ name }) => name)
  for (const [place, { name, fields }] of all.entries()) {
    for (const { of } of Object.values(fields)) {
      if (of === undefined || of === name || !names.includes(of)) continue
      const naming = `${name} names ${of}`
      assert.ok(KEPT_WITHOUT.has(naming) || names.indexOf(of) > place, naming)
    }
  }
})

test('a described filter compares only what its field can hold, and a list is ordered by a field that is stored', () => {
  for (const { file, fields, order, filters } of all) {
    assert.ok(order.field === 'createdAt' || order.field in fields, file)
    for (const filter of Object.values(filters)) {
      if ('field' in filter) assert.ok(filter.field in fields, `${file}: ${filter.field}`)
    }
  }
})

test('what an index finds by an id is put in the list’s order and counted as a whole (threats rows 340 and 547)', () => {
  for (const { name, filters } of all) {
    for (const [argument, filter] of Object.entries(filters)) {
      if (!/Id(List)?$/.test(argument) || filter.isIndexed !== true) continue
      assert.equal(filter.findsFew, true, `${name}.${argument}`)
    }
  }
})
