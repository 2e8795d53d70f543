/** A store from before travel documents were records: what contacts had of them moves, and nothing is lost. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/config/config.ts'
import { MovableClock } from '../../src/domain/clock.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { createOperator } from '../../src/services/tenancy/operators.ts'
import { World } from '../../src/services/world.ts'
import type { Engine } from '../../src/storage/engines/engine.ts'
import { MIGRATIONS, migrate } from '../../src/storage/migrate.ts'
import { openEngine, Storage } from '../../src/storage/storage.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { newPlace, startServer, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

// The last ones are about what the others make.
const LATER = new Set([
  '0066-authors-and-external-ids',
  '0067-travel-documents',
  '0098-list-orders',
  '0350-owners-of-systems',
  '0356-ids-of-before',
  '0357-index-of-ids-of-before',
])

const CONTACTS = [
  {
    id: 'con_a',
    kind: 'PASSENGER',
    name: 'Ada',
    surname: 'Byron',
    birth: '1980-01-01',
    nation: 'GB',
    number: 'P1',
    expiry: '2030-01-01',
    ids: '[{"system":"crm","value":"1"}]',
  },
  {
    id: 'con_b',
    kind: 'PASSENGER',
    name: 'Bob',
    surname: null,
    birth: '1990-01-01',
    nation: null,
    number: null,
    expiry: null,
    ids: '[{"system":"crm","value":"1"},{"system":"Old Name","value":"x"}]',
  },
  {
    id: 'con_c',
    kind: 'CLIENT',
    name: 'Cleo',
    surname: null,
    birth: null,
    nation: null,
    number: 'C9',
    expiry: null,
    ids: '[]',
  },
  {
    id: 'con_d',
    kind: 'HANDLER',
    name: 'Dock',
    surname: null,
    birth: null,
    nation: null,
    number: null,
    expiry: null,
    ids: '[]',
  },
] as const

const BEFORE = MIGRATIONS.filter(({ name }) => !LATER.has(name))

const insertOld = (engine: Engine, tenantId: string): Promise<void> =>
  engine.write(async ({ db }) => {
    for (const [index, { id, kind, name, surname, birth, nation, number, expiry, ids }] of CONTACTS.entries()) {
      await sql`insert into contact (tenant_id, contact_id, kind, name, surname, date_of_birth, nationality,
          document_number, document_expiry, external_id_list, version, created_at, updated_at)
        values (${tenantId}, ${id}, ${kind}, ${name}, ${surname}, ${birth}, ${nation}, ${number}, ${expiry}, ${ids}, 3, ${index}, ${index})`.execute(
        db,
      )
      await sql`insert into change_entry (tenant_id, position, entity, entity_id, kind, version, field_list, at)
        values (${tenantId}, ${index + 1}, 'CONTACT', ${id}, 'CREATED', 1, '[]', ${Date.now()})`.execute(db)
    }
    await sql`update change_head set position = 4, record_count = 4 where tenant_id = ${tenantId}`.execute(db)
  })

for (const store of storesFor('sql')) {
  describe(`passports of contacts from before they were records (${store})`, () => {
    test('migrating moves documents with every value, tells them in the feed and keeps external ids', async (t) => {
      const place = await newPlace(store)
      t.after(place.dispose)
      const engine = openEngine(readConfig(place.environment))
      await migrate(engine, BEFORE)
      const clock = new MovableClock()
      const world = new World({ storage: new Storage(engine, clock), now: () => clock.now(), randomBytes })
      const [tenant] = await createOperator(
        world,
        { operatorId: 'alpine', name: 'Alpine', environments: ['production'] },
        HOST,
      )
      await insertOld(engine, tenant?.tenantId ?? '')
      assert.deepEqual(await migrate(engine), [...LATER])
      await engine.close()

      const server = await startServer(store, { ...place, dispose: async () => {} })
      t.after(() => server.close())
      const at = await server.existing('alpine')
      const key = await Integration.of(at, 'contact:read contact:write passenger:read passenger:write')
      const { travelDocumentList, contactList, changeList } = await key.ask(`{
        travelDocumentList(filter: {}) { nodeList { travelDocumentId contactId type issuingCountry number expiry givenNames surname dateOfBirth nationality version } }
        contactList { nodeList { contactId version externalIdList { system value } } }
        changeList { nodeList { entity entityId kind } } }`)
      const untold = {
        type: 'PASSPORT',
        issuingCountry: 'XXX',
        expiry: null,
        surname: '',
        nationality: 'XXX',
        version: 1,
      }
      assert.deepEqual(travelDocumentList.nodeList, [
        {
          travelDocumentId: 'tdo_a',
          contactId: 'con_a',
          type: 'PASSPORT',
          issuingCountry: 'GB',
          number: 'P1',
          expiry: '2030-01-01',
          givenNames: 'Ada',
          surname: 'Byron',
          dateOfBirth: '1980-01-01',
          nationality: 'GB',
          version: 1,
        },
        {
          ...untold,
          travelDocumentId: 'tdo_b',
          contactId: 'con_b',
          number: '',
          givenNames: 'Bob',
          dateOfBirth: '1990-01-01',
        },
        {
          ...untold,
          travelDocumentId: 'tdo_c',
          contactId: 'con_c',
          number: 'C9',
          givenNames: 'Cleo',
          dateOfBirth: null,
        },
      ])
      const listed = contactList.nodeList.map(
        ({ contactId, externalIdList }: { contactId: string; externalIdList: unknown }) => [contactId, externalIdList],
      )
      assert.deepEqual(
        listed,
        CONTACTS.map(({ id, ids }) => [id, JSON.parse(ids)]),
      )
      const told = changeList.nodeList.map(({ entity, entityId }: Record<string, string>) => `${entity} ${entityId}`)
      assert.deepEqual(told.sort(), [
        ...CONTACTS.map(({ id }) => `CONTACT ${id}`),
        ...['a', 'b', 'c'].map((id) => `TRAVEL_DOCUMENT tdo_${id}`),
      ])
      const open = await Integration.of(at, 'contact:read')
      const seen = (await open.ask('{ changeList { nodeList { entityId } } }')).changeList.nodeList
      assert.deepEqual(seen, [{ entityId: 'con_c' }, { entityId: 'con_d' }])
      // The oldest record has the shared id; another one may not take it, and an old name can be removed.
      const set =
        'mutation ($id: ID!, $s: String!, $v: String) { externalIdSet(entity: CONTACT, entityId: $id, system: $s, value: $v) { version userErrorList { code } } }'
      assert.deepEqual(await key.refusal(key.change(set, { id: 'con_c', s: 'crm', v: '1' })), ['EXTERNAL_ID_TAKEN'])
      assert.equal((await key.did(key.change(set, { id: 'con_b', s: 'Old Name', v: null }))).version, 4)
      const created = await key.did(
        key.change(
          'mutation { contactCreate(input: { kind: CLIENT, name: "Eve" }) { contact { version } userErrorList { code } } }',
        ),
      )
      assert.equal(created.contact.version, 1)
    })
  })
}
