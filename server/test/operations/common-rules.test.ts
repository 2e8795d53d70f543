/** Rules that every write follows: patches, writes that change nothing, and text (data §3.1, §3.4). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeHead } from '../../src/storage/change-feed.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const START = Date.parse('2027-06-01T06:00:00Z')
const DAY = 86_400_000
const RIGHT_TO_LEFT = '\u202e'
const DUTY = 'duty { dutyId version kind startAt endAt } userErrorList { code path } warningList { code }'
const CONTACT =
  'contact { contactId version kind name surname company email phone airport { iCAO } } userErrorList { code path } warningList { code }'

for (const store of storesFor('validation')) {
  describe(`common rules of writes (${store})`, () => {
    let server: TestServer
    let key: Integration
    let fleet: Fleet
    let day = 0
    before(async () => {
      server = await startServer(store)
      const { production } = await server.operator('alpine')
      fleet = await seedFleet(server.world.storage, production.tenant.tenantId)
      key = await Integration.of(production)
    })
    after(() => server.close())

    const head = () => changeHead(server.world.storage.tenant(key.at.tenant.tenantId))
    const newFlight = async (input: object = {}) => {
      const offBlock = START + day++ * DAY
      return (
        await key.did(key.createFlight({ aircraftId: fleet.aircraft[0]?.aircraftId, offBlock: z(offBlock), ...input }))
      ).flight
    }
    const createContact = async (input: object) =>
      (
        await key.did(
          key.change(`mutation ($input: ContactInput!) { contactCreate(input: $input) { ${CONTACT} } }`, { input }),
        )
      ).contact
    const patchContact = (contactId: string, expectedVersion: number, input: object) =>
      key.change(
        `mutation ($id: ID!, $v: Int!, $input: ContactUpdateInput!) { contactUpdate(contactId: $id, expectedVersion: $v, input: $input) { ${CONTACT} } }`,
        { id: contactId, v: expectedVersion, input },
      )

    test('a write that changes nothing answers the record with its version and makes no feed entry (data row B3)', async () => {
      const { flightId } = await newFlight({ paxCount: 2 })
      const [captain] = fleet.crew
      const crew = [{ crewMemberId: captain?.crewMemberId, position: 'CPT' }]
      const crewed = (await key.did(key.setCrew(flightId, crew, 1))).flight
      const contact = await createContact({ kind: 'CLIENT', name: 'Vera', phone: '+41 44 1' })
      const named = (await key.did(key.setPassengers(flightId, [{ contactId: contact.contactId }], crewed.version)))
        .flight
      const paid = (await key.did(key.updateFlight({ flightId, paxCount: 2 }, named.version))).flight
      const before = await head()
      const again = [
        await key.did(key.updateFlight({ flightId, paxCount: 2 }, paid.version)),
        await key.did(key.updateFlight({ flightId }, paid.version)),
        await key.did(key.report({ flightId })),
        await key.did(key.setCrew(flightId, crew, paid.version)),
        await key.did(key.setPassengers(flightId, [{ contactId: contact.contactId }], paid.version)),
      ]
      for (const { flight } of again) assert.equal(flight.version, paid.version)
      const same = await key.did(patchContact(contact.contactId, 1, { name: ' Vera ', phone: '+41 44 1' }))
      assert.equal(same.contact.version, 1)
      const aircraft = await key.did(
        key.change(
          'mutation ($id: ID!) { aircraftUpdate(input: {aircraftId: $id, seatCount: 9}, expectedVersion: 1) { aircraft { version } userErrorList { code } warningList { code } } }',
          { id: fleet.aircraft[2]?.aircraftId },
        ),
      )
      assert.deepEqual(aircraft.aircraft, { version: 1 })
      const qualification = `mutation ($m: ID!, $q: ID!) { qualificationSave(qualificationId: $q, expectedVersion: 1,
        input: {crewMemberId: $m, kind: MEDICAL, label: "Class 1", validFrom: "2020-01-01"}) {
          qualification { version validTo } userErrorList { code } warningList { code } } }`
      const member = fleet.crew[3]?.crewMemberId
      const saved = await key.did(key.change(qualification, { m: member, q: `qua_${member}` }))
      assert.deepEqual(saved.qualification, { version: 1, validTo: '2099-12-31' })
      assert.equal(await head(), before)
    })

    test('an update changes what it names, null clears, and what cannot be cleared is refused', async () => {
      const airport = 'LSZH'
      const made = await createContact({ kind: 'CLIENT', name: 'Ada', surname: 'Byron', phone: '+41 44 2', airport })
      const { contactId } = made
      const phone = (await key.did(patchContact(contactId, 1, { phone: '+41 44 668' }))).contact
      assert.deepEqual(phone, { ...made, phone: '+41 44 668', version: 2 })
      const cleared = (await key.did(patchContact(contactId, 2, { surname: null, airport: null }))).contact
      assert.deepEqual(cleared, { ...phone, surname: null, airport: null, version: 3 })
      const refused = await patchContact(contactId, 3, { name: null, kind: null, company: 'Engine' })
      assert.deepEqual(
        refused.userErrorList.map(({ code, path }: { code: string; path: string[] }) => [code, path.join('.')]),
        [
          ['VALIDATION', 'input.kind'],
          ['VALIDATION', 'input.name'],
        ],
      )
      const { flightId } = await newFlight({ opsNote: 'Bring skis' })
      assert.deepEqual(await key.refusal(key.updateFlight({ flightId, offBlock: null }, 1)), ['VALIDATION'])
      assert.equal((await key.did(key.updateFlight({ flightId, opsNote: null }, 1))).flight.version, 2)
    })

    test('a duty is patched: its kind changes and its times stay', async () => {
      const crewMemberId = fleet.crew[1]?.crewMemberId
      const times = { startAt: z(START - DAY), endAt: z(START - DAY / 2) }
      const { duty } = await key.did(key.createDuty({ crewMemberId, kind: 'OFFICE', ...times }))
      const patch = (input: object) =>
        key.change(
          `mutation ($id: ID!, $input: DutyUpdateInput!) { dutyUpdate(dutyId: $id, input: $input, expectedVersion: 1) { ${DUTY} } }`,
          { id: duty.dutyId, input },
        )
      assert.deepEqual(await key.refusal(patch({ endAt: null })), ['VALIDATION'])
      const changed = (await key.did(patch({ kind: 'TRAINING' }))).duty
      assert.deepEqual(changed, { dutyId: duty.dutyId, version: 2, kind: 'TRAINING', ...times })
    })

    test('text is trimmed; blank text, control and direction characters are refused with their path (data row C2)', async () => {
      const made = await createContact({ kind: 'CLIENT', name: '  Grace  ', surname: ' Hopper' })
      assert.deepEqual([made.name, made.surname], ['Grace', 'Hopper'])
      const refused = async (payload: Promise<{ userErrorList: { code: string; path: string[] }[] }>) => {
        const { userErrorList } = await payload
        return userErrorList.map(({ code, path }) => `${code} ${path.join('.')}`)
      }
      for (const [field, value] of [
        ['phone', '   '],
        ['company', ''],
        ['surname', `a${RIGHT_TO_LEFT}b`],
        ['surname', 'a\u0007b'],
      ] as const) {
        assert.deepEqual(await refused(patchContact(made.contactId, 1, { [field]: value })), [
          `VALIDATION input.${field}`,
        ])
      }
      const flight = { aircraftId: fleet.aircraft[1]?.aircraftId, offBlock: z(START) }
      for (const [field, value] of [
        ['callsign', '✈ALP1'],
        ['callsign', `ALP${RIGHT_TO_LEFT}1`],
        ['callsign', 'ALPINE 12'],
        ['callsign', 'TOOLONG1'],
        ['flightNo', 'alp 1'],
        ['tripId', ''],
        ['tripId', ' '],
      ] as const) {
        assert.deepEqual(await refused(key.createFlight({ ...flight, [field]: value })), [`VALIDATION input.${field}`])
      }
      const named = await key.did(key.createFlight({ ...flight, callsign: ' ALP12 ', flightNo: 'ALP-12' }))
      assert.equal(named.flight.flightNo, 'ALP-12')
    })
  })
}
