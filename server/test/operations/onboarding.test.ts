/** Onboarding (data §4.11): an operator enters its aircraft, its crew and their papers. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { seedFleet } from '../support/fleet.ts'
import { Integration, type UserErrorAnswer, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const START = Date.parse('2027-06-01T06:00:00Z')
const ERRORS = 'userErrorList { code message path }'
const AIRCRAFT = `aircraft { aircraftId registration version seatCount minFlightCrew cabinNote luggageM3 cruiseKt status
  insuredLiability { amount currency } base { iCAO } acftType { acftTypeId iCAO ratingCode } hours { airframeMinutes cycles } }`
const MEMBER = `crewMember { crewMemberId code name version isActive userId positionList typeRatingList base { iCAO } nationality }`
const PAPER = `qualification { qualificationId version kind label ratingCode medicalClass validTo supersededById }`

class Office {
  readonly key: Integration
  constructor(key: Integration) {
    this.key = key
  }

  async typeId(iCAO: string): Promise<string> {
    const { aircraftTypeList } = await this.key.ask(
      'query ($w: String) { aircraftTypeList(wildcard: $w) { acftTypeId iCAO } }',
      {
        w: iCAO,
      },
    )
    return aircraftTypeList[0].acftTypeId
  }

  addAircraft(input: object) {
    return this.key.change(
      `mutation ($input: AircraftInput!) { aircraftCreate(input: $input) { ${AIRCRAFT} ${ERRORS} } }`,
      { input: { base: 'LOWW', seatCount: 7, ...input } },
    )
  }

  changeAircraft(input: object, version: number) {
    return this.key.change(
      `mutation ($input: AircraftUpdateInput!, $v: Int!) { aircraftUpdate(input: $input, expectedVersion: $v) { ${AIRCRAFT} ${ERRORS} } }`,
      { input, v: version },
    )
  }

  addMember(input: object) {
    return this.key.change(
      `mutation ($input: CrewMemberInput!) { crewMemberCreate(input: $input) { ${MEMBER} ${ERRORS} } }`,
      { input: { name: 'Eva', surname: 'Gruber', positionList: ['CPT', 'FO'], base: 'LOWW', ...input } },
    )
  }

  changeMember(id: string, input: object, version: number) {
    return this.key.change(
      `mutation ($id: ID!, $input: CrewMemberUpdateInput!, $v: Int!) {
        crewMemberUpdate(crewMemberId: $id, input: $input, expectedVersion: $v) { ${MEMBER} ${ERRORS} } }`,
      { id, input, v: version },
    )
  }

  addPaper(input: object) {
    return this.key.change(
      `mutation ($input: QualificationInput!) { qualificationSave(input: $input) { ${PAPER} ${ERRORS} } }`,
      { input: { validFrom: '2026-01-01', ...input } },
    )
  }

  changePaper(id: string, input: object, version: number) {
    return this.key.change(
      `mutation ($id: ID!, $input: QualificationUpdateInput!, $v: Int!) {
        qualificationUpdate(qualificationId: $id, input: $input, expectedVersion: $v) { ${PAPER} ${ERRORS} } }`,
      { id, input, v: version },
    )
  }

  removePaper(id: string, version: number) {
    return this.key.change(
      `mutation ($id: ID!, $v: Int!) { qualificationDelete(qualificationId: $id, expectedVersion: $v) { ${PAPER} ${ERRORS} } }`,
      { id, v: version },
    )
  }

  async papers(crewMemberId: string) {
    const { crewMember } = await this.key.ask(
      `query ($id: ID!) { crewMember(crewMemberId: $id) { typeRatingList qualificationList {
        qualificationId kind label version supersededById } } }`,
      { id: crewMemberId },
    )
    return crewMember
  }
}

/** The fields that were refused, each with its code. */
const refusedFields = async (payload: Promise<{ userErrorList: UserErrorAnswer[] }>): Promise<string[]> =>
  (await payload).userErrorList.map(({ code, path }) => `${code} ${path?.slice(1).join('.')}`).sort()

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`onboarding (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let office: Office
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = async () => {
      at = (await server.operator(`op${++operators}`)).production
      office = new Office(await Integration.of(at))
    }

    test('an aircraft is added with what is known of it, and changed field by field', async () => {
      await open()
      const acftTypeId = await office.typeId('C25A')
      const { aircraft } = await office.key.did(
        office.addAircraft({
          registration: 'oe-fab',
          acftTypeId,
          cruiseKt: 400,
          luggageM3: '1.9',
          insuredLiability: { amount: '250000000.00', currency: 'EUR' },
          airframeMinutes: 60_000,
          cycles: 900,
        }),
      )
      assert.deepEqual(
        [
          aircraft.registration,
          aircraft.status,
          aircraft.version,
          aircraft.acftType.ratingCode,
          aircraft.minFlightCrew,
        ],
        ['OE-FAB', 'ACTIVE', 1, 'C525', 1],
      )
      assert.deepEqual(aircraft.hours, { airframeMinutes: 60_000, cycles: 900 })
      const changed = await office.key.did(
        office.changeAircraft(
          { aircraftId: aircraft.aircraftId, cruiseKt: null, cabinNote: 'Club four', base: 'LSZH' },
          1,
        ),
      )
      assert.deepEqual(changed.aircraft, {
        ...aircraft,
        version: 2,
        cruiseKt: null,
        cabinNote: 'Club four',
        base: { iCAO: 'LSZH' },
      })
    })

    testOnBoth('of two simultaneous aircraft with one registration one is created', async () => {
      await open()
      const acftTypeId = await office.typeId('PC24')
      const both = await Promise.all([1, 2].map(() => office.addAircraft({ registration: 'OE-FCD', acftTypeId })))
      assert.deepEqual(both.map(({ userErrorList }) => userErrorList.length).sort(), [0, 1])
      const other = await office.key.did(office.addAircraft({ registration: 'OE-FCE', acftTypeId }))
      const taken = office.changeAircraft({ aircraftId: other.aircraft.aircraftId, registration: 'OE-FCD' }, 1)
      assert.deepEqual(await refusedFields(taken), ['VALIDATION registration'])
    })

    test('an invalid aircraft is refused field by field, and nothing is written', async () => {
      await open()
      const acftTypeId = await office.typeId('PC24')
      const wrong = {
        registration: 'ÖE!',
        acftTypeId,
        seatCount: -1,
        cruiseKt: 5000,
        yearOfManufacture: 1800,
        minFlightCrew: 9,
        insuredLiability: { amount: '1.001', currency: 'EUR' },
      }
      assert.deepEqual(await refusedFields(office.addAircraft(wrong)), [
        'VALIDATION cruiseKt',
        'VALIDATION insuredLiability.amount',
        'VALIDATION minFlightCrew',
        'VALIDATION registration',
        'VALIDATION seatCount',
        'VALIDATION yearOfManufacture',
      ])
      const unknown = office.addAircraft({ registration: 'OE-FAA', acftTypeId: 'act_none' })
      assert.deepEqual(await refusedFields(unknown), ['NOT_FOUND acftTypeId'])
      const nowhere = office.addAircraft({ registration: 'OE-FAA', acftTypeId, base: 'QQQQ' })
      assert.deepEqual(await refusedFields(nowhere), ['NOT_FOUND base'])
      const { aircraftList } = await office.key.ask('{ aircraftList { nodeList { aircraftId } } }')
      assert.deepEqual(aircraftList.nodeList, [])
    })

    test('a key limited to some aircraft adds none', async () => {
      await open()
      const { aircraft } = await seedFleet(server.world.storage, at.tenant.tenantId)
      const scope = 'aircraft:read aircraft:write'
      const limited = new Office(await Integration.of(at, scope, [aircraft[0]?.aircraftId ?? '']))
      const acftTypeId = await office.typeId('PC24')
      assert.deepEqual(await limited.key.refusal(limited.addAircraft({ registration: 'OE-FAA', acftTypeId })), [
        'NOT_ALLOWED',
      ])
    })

    test('a crew member needs no user, may become one, and leaves only when no flight is planned', async () => {
      await open()
      const fleet = await seedFleet(server.world.storage, at.tenant.tenantId)
      const { crewMember } = await office.key.did(office.addMember({ code: 'gru', nationality: 'AT', sex: 'F' }))
      assert.deepEqual([crewMember.code, crewMember.userId, crewMember.typeRatingList], ['GRU', null, []])
      const id = crewMember.crewMemberId
      assert.deepEqual(await refusedFields(office.addMember({ code: 'GRU' })), ['VALIDATION code'])
      assert.deepEqual(
        await refusedFields(
          office.addMember({ code: 'too long', nationality: 'XX', dateOfBirth: '2999-01-01', positionList: [] }),
        ),
        ['VALIDATION code', 'VALIDATION dateOfBirth', 'VALIDATION nationality', 'VALIDATION positionList'],
      )
      const aircraftId = fleet.aircraft[0]?.aircraftId
      const { flight } = await office.key.did(office.key.createFlight({ aircraftId, offBlock: z(START) }))
      await office.key.did(office.key.setCrew(flight.flightId, [{ crewMemberId: id, position: 'CPT' }], 1))
      assert.deepEqual(await office.key.refusal(office.changeMember(id, { isActive: false }, 1)), ['LOCKED'])
      await office.key.did(office.key.setCrew(flight.flightId, [], 2))
      const gone = await office.key.did(office.changeMember(id, { isActive: false, base: 'LSZH' }, 1))
      assert.deepEqual([gone.crewMember.isActive, gone.crewMember.base.iCAO], [false, 'LSZH'])
      const again = office.key.setCrew(flight.flightId, [{ crewMemberId: id, position: 'CPT' }], 3)
      assert.deepEqual(await office.key.refusal(again), ['VALIDATION'])
      const { crewMemberList } = await office.key.ask(
        '{ crewMemberList(filter: { isActive: false }) { nodeList { code } } }',
      )
      assert.deepEqual(crewMemberList.nodeList, [{ code: 'GRU' }])
    })

    test('a rating covers its family, a renewed medical counts under any label, a wrong paper is deleted (data row B9)', async () => {
      await open()
      const { aircraft } = await office.key.did(
        office.addAircraft({ registration: 'OE-FAB', acftTypeId: await office.typeId('C25A'), cruiseKt: 400 }),
      )
      const { crewMember } = await office.key.did(office.addMember({ code: 'GRU' }))
      const { crewMemberId } = crewMember
      const paper = (input: object) => office.key.did(office.addPaper({ crewMemberId, ...input }))
      await paper({ kind: 'LICENCE', label: 'ATPL(A)' })
      const old = await paper({ kind: 'MEDICAL', label: 'Class 1', medicalClass: 'CLASS_1', validTo: '2027-01-31' })
      const { flight } = await office.key.did(
        office.key.createFlight({
          aircraftId: aircraft.aircraftId,
          adep: 'LOWW',
          ades: 'LSZH',
          offBlock: z(START),
          status: 'CONFIRMED',
        }),
      )
      await office.key.did(office.key.setCrew(flight.flightId, [{ crewMemberId, position: 'CPT' }], 1))
      // Papers that come and go change the flight's risk, and with it its version.
      const release = async () => {
        const asked = 'query ($id: ID!) { flight(flightId: $id) { version } }'
        const { version } = (await office.key.ask(asked, { id: flight.flightId })).flight
        return office.key.setStatus(flight.flightId, 'RELEASED', version)
      }
      assert.equal((await office.key.refusal(release())).length, 2, 'medical expired, rating missing')

      const wrong = await paper({ kind: 'TYPE_RATING', label: 'Citation', ratingCode: 'C56X' })
      assert.equal((await office.key.refusal(release())).length, 2, 'another rating does not help')
      const gone = await office.key.did(office.removePaper(wrong.qualification.qualificationId, 1))
      assert.equal(gone.qualification.ratingCode, 'C56X')
      await paper({ kind: 'TYPE_RATING', label: 'Citation', ratingCode: 'c525' })
      assert.equal((await office.key.refusal(release())).length, 1, 'C525 flies a C25A')

      const renewed = await paper({
        kind: 'MEDICAL',
        label: 'Part-MED 2027',
        medicalClass: 'CLASS_1',
        validFrom: '2027-01-20',
        validTo: '2028-01-31',
      })
      const { qualificationList, typeRatingList } = await office.papers(crewMemberId)
      const first = qualificationList.find(
        (one: { qualificationId: string }) => one.qualificationId === old.qualification.qualificationId,
      )
      assert.deepEqual([first.supersededById, first.version], [renewed.qualification.qualificationId, 2])
      assert.deepEqual(typeRatingList, ['C525'])
      assert.equal(qualificationList.length, 4, 'the wrong rating is gone')
      assert.equal((await office.key.did(release())).flight.status, 'RELEASED')
    })

    test('a qualification is changed field by field, and a deleted renewal lets the older one count again', async () => {
      await open()
      const { crewMember } = await office.key.did(office.addMember({ code: 'GRU' }))
      const { crewMemberId } = crewMember
      const rating = { crewMemberId, kind: 'TYPE_RATING', label: 'C25A', validTo: '2026-12-31' }
      const { qualification } = await office.key.did(office.addPaper(rating))
      const id = qualification.qualificationId
      const changed = await office.key.did(office.changePaper(id, { number: 'AT-1' }, 1))
      assert.deepEqual([changed.qualification.label, changed.qualification.validTo], ['C25A', '2026-12-31'])
      const later = await office.key.did(
        office.addPaper({ ...rating, label: 'CJ', ratingCode: 'C525', validFrom: '2026-06-01', validTo: null }),
      )
      const superseding = async () =>
        (await office.papers(crewMemberId)).qualificationList.map(
          (one: { supersededById: string | null }) => one.supersededById,
        )
      assert.deepEqual((await superseding()).filter(Boolean), [later.qualification.qualificationId])
      await office.key.did(office.removePaper(later.qualification.qualificationId, 1))
      assert.deepEqual(await superseding(), [null])
      assert.deepEqual(await refusedFields(office.changePaper(id, { validFrom: '2027-01-01' }, 4)), [
        'VALIDATION validTo',
      ])
      assert.deepEqual(
        await refusedFields(office.addPaper({ ...rating, medicalClass: 'CLASS_1', issuingCountry: 'QQ' })),
        ['VALIDATION issuingCountry', 'VALIDATION medicalClass'],
      )
    })

    testOnBoth(
      'an operator changes its own details, each tenant its own name, and of two writers one wins',
      async () => {
        const { production, sandbox } = await server.operator(`op${++operators}`)
        const [key, other] = [
          await Integration.of(production, 'settings:write'),
          await Integration.of(sandbox, 'settings:write'),
        ]
        const update = (of: Integration, input: object, v: number) =>
          of.change(
            `mutation ($input: OperatorUpdateInput!, $v: Int!) { operatorUpdate(input: $input, expectedVersion: $v) {
            operator { name iCAO callsign timezone aocNumber version baseList { iCAO } } ${ERRORS} } }`,
            { input, v },
          )
        const { operator } = await key.did(
          update(
            key,
            { name: 'Empty Wings', iCAO: 'EMW', baseList: ['LOWW', 'VIE', 'LSZH'], timezone: 'Europe/Vienna' },
            1,
          ),
        )
        assert.deepEqual(operator, {
          name: 'Empty Wings',
          iCAO: 'EMW',
          callsign: null,
          timezone: 'Europe/Vienna',
          aocNumber: null,
          version: 2,
          baseList: [{ iCAO: 'LOWW' }, { iCAO: 'LSZH' }],
        })
        const taken = (await server.operator(`taken${operators}`)).production.tenant.name
        // The last has a Cyrillic letter.
        for (const name of ['Airside', 'Airside Support', taken, taken.replace('a', '\u0430')]) {
          assert.deepEqual(await key.refusal(update(key, { name }, 2)), ['VALIDATION'], `${name} (threats row 441)`)
        }
        const read = async (of: Integration) => (await of.ask('{ operator { name iCAO version } }')).operator
        assert.deepEqual(await read(key), { name: 'Empty Wings', iCAO: 'EMW', version: 2 })
        assert.deepEqual(await read(other), { name: production.tenant.name, iCAO: null, version: 1 })
        const both = await Promise.all(['A', 'B'].map((aocNumber) => update(key, { aocNumber }, 2)))
        assert.deepEqual(
          both.flatMap(({ userErrorList }) => userErrorList.map(({ code }: UserErrorAnswer) => code)),
          ['STALE_VERSION'],
        )
        assert.equal(
          (await key.did(update(key, { iCAO: 'EMW' }, 3))).operator.version,
          3,
          'the same again is no change',
        )
        assert.deepEqual(
          await refusedFields(update(key, { iCAO: 'e', callsign: '7', timezone: 'Mars/Base', name: null }, 3)),
          ['VALIDATION name'],
        )
        assert.deepEqual(await refusedFields(update(key, { iCAO: 'e', callsign: '7', timezone: 'Mars/Base' }, 3)), [
          'VALIDATION callsign',
          'VALIDATION iCAO',
          'VALIDATION timezone',
        ])
      },
    )

    test('rules have defaults, are changed one by one, and need their own scopes', async () => {
      await open()
      const key = await Integration.of(at, 'settings:read settings:write')
      const RULES = `dutyLimits { isOn maxDutyMinutes minRestMinutes } releaseBlockList medicalClassMin requiredCheckList
        taxiOutMinutes passengerRetentionDays version`
      const rules = async () => (await key.ask(`{ operatorSettings { ${RULES} } }`)).operatorSettings
      const defaults = await rules()
      assert.deepEqual(defaults, {
        dutyLimits: { isOn: true, maxDutyMinutes: 780, minRestMinutes: 600 },
        releaseBlockList: [],
        medicalClassMin: 'CLASS_1',
        requiredCheckList: [],
        taxiOutMinutes: 10,
        passengerRetentionDays: 730,
        version: 1,
      })
      const update = (input: object, v: number) =>
        key.change(
          `mutation ($input: OperatorSettingsInput!, $v: Int!) { operatorSettingsUpdate(input: $input, expectedVersion: $v) {
            operatorSettings { ${RULES} } ${ERRORS} } }`,
          { input, v },
        )
      const input = {
        dutyLimits: { maxDutyMinutes: 720 },
        releaseBlockList: ['REST_BELOW_MINIMUM'],
        requiredCheckList: ['OPC', 'OPC'],
      }
      await key.did(update(input, 1))
      assert.deepEqual(await rules(), {
        ...defaults,
        dutyLimits: { ...defaults.dutyLimits, maxDutyMinutes: 720 },
        releaseBlockList: ['REST_BELOW_MINIMUM'],
        requiredCheckList: ['OPC'],
        version: 2,
      })
      assert.deepEqual(await key.refusal(update(input, 1)), ['STALE_VERSION'])
      assert.deepEqual(await refusedFields(update({ taxiOutMinutes: -1, dutyLimits: { minRestMinutes: 9999 } }, 2)), [
        'VALIDATION dutyLimits.minRestMinutes',
        'VALIDATION taxiOutMinutes',
      ])
      const refused = await at.query(office.key.token, '{ operatorSettings { version } }')
      assert.equal(refused.status, 403)
    })

    testOnBoth(
      'typeRatingList finds a rating by code, label and designator, and crew by any way to write it',
      async () => {
        await open()
        const { typeRatingList } = await office.key.ask(
          '{ typeRatingList(wildcard: "C25B") { ratingCode label iCAOList } }',
        )
        assert.deepEqual(typeRatingList, [
          { ratingCode: 'C525', label: 'CitationJet family', iCAOList: ['C525', 'C25A', 'C25B', 'C25C', 'C25M'] },
        ])
        const { crewMember } = await office.key.did(office.addMember({ code: 'GRU' }))
        await office.key.did(
          office.addPaper({ crewMemberId: crewMember.crewMemberId, kind: 'TYPE_RATING', label: 'C25A' }),
        )
        for (const typeRating of ['C525', 'c25b']) {
          const { crewMemberList } = await office.key.ask(
            'query ($r: String) { crewMemberList(filter: { typeRating: $r }) { nodeList { code } } }',
            { r: typeRating },
          )
          assert.deepEqual(crewMemberList.nodeList, [{ code: 'GRU' }], typeRating)
        }
      },
    )
  })
}
