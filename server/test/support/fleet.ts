/** A small operator for tests: aircraft, crew and a user behind one of them, written through the store. */

import { CREW_MEMBER_RECORD, type CrewMember } from '../../src/domain/operations/crew/crew.ts'
import { QUALIFICATION_RECORD, type Qualification } from '../../src/domain/operations/crew/qualification.ts'
import { AIRCRAFT_RECORD, type Aircraft } from '../../src/domain/operations/fleet/aircraft.ts'
import { madeRecord } from '../../src/domain/records/made-record.ts'
import { airportIdOf } from '../../src/domain/reference/airport.ts'
import { insertUser } from '../../src/storage/identity/users.ts'
import { CREW_MEMBER, QUALIFICATION } from '../../src/storage/operations/crew/crew-members.ts'
import { AIRCRAFT } from '../../src/storage/operations/fleet/aircraft.ts'
import { createRecord } from '../../src/storage/records.ts'
import { readAircraftTypes } from '../../src/storage/reference/reference.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { saveOperatorProfile } from '../../src/storage/tenancy/operator-profile.ts'

export interface Fleet {
  readonly aircraft: readonly Aircraft[]
  readonly crew: readonly CrewMember[]
  /** The user behind the first crew member. */
  readonly pilotUserId: string
}

const REGISTRATIONS = ['HB-JAA', 'HB-JAB', 'HB-JAC']
const CREW = [
  { code: 'WEB', name: 'Marc', surname: 'Weber', positionList: ['CPT', 'FO'] },
  { code: 'KEL', name: 'Anna', surname: 'Keller', positionList: ['CPT', 'FO'] },
  { code: 'FRI', name: 'Urs', surname: 'Frick', positionList: ['FO'] },
  { code: 'BAU', name: 'Lea', surname: 'Baumann', positionList: ['FA'] },
] as const

const aircraftOf = (tag: string, registration: string, acftTypeId: string): Aircraft =>
  madeRecord(AIRCRAFT_RECORD, 0, {
    aircraftId: `acf_${tag}_${registration}`,
    registration,
    acftTypeId,
    baseId: airportIdOf('LSZH'),
    seatCount: 9,
    maxRangeNm: 2500,
    cruiseKt: 430,
    mtowKg: 8300,
    yearOfManufacture: 2018,
    equipmentList: ['WIFI'],
    // One pilot is enough, so that a scenario about something else needs no more.
    minFlightCrew: 1,
    status: 'ACTIVE',
    airframeMinutes: 0,
    cycles: 0,
    hoursAsOf: 0,
  })

const medical = (member: CrewMember): Qualification =>
  madeRecord(QUALIFICATION_RECORD, 0, {
    qualificationId: `qua_${member.crewMemberId}`,
    crewMemberId: member.crewMemberId,
    kind: 'MEDICAL',
    label: 'Class 1',
    medicalClass: 'CLASS_1',
    validFrom: '2020-01-01',
    validTo: '2099-12-31',
  })

const RATING = 'C56X'

const isPilot = ({ positionList }: (typeof CREW)[number]): boolean => positionList[0] !== 'FA'

const rating = (member: CrewMember): Qualification => ({
  ...medical(member),
  qualificationId: `qua_${member.crewMemberId}_${RATING}`,
  kind: 'TYPE_RATING',
  label: RATING,
  medicalClass: null,
})

/** A licence that a scenario enters later supersedes it. */
const licence = (member: CrewMember): Qualification => ({
  ...medical(member),
  qualificationId: `qua_${member.crewMemberId}_ATPL`,
  kind: 'LICENCE',
  label: 'ATPL',
  medicalClass: null,
  validFrom: '2019-01-01',
})

/** `pilotUserId` is the user behind the first crew member; without one a user is made. */
export const seedFleet = async (storage: Storage, tenantId: string, givenPilot?: string): Promise<Fleet> => {
  const tag = tenantId.slice(-6)
  const type = (await readAircraftTypes(storage.platform)).find(({ iCAO }) => iCAO === RATING)
  if (!type) throw new Error(`The reference data has a ${RATING}`)
  return storage.writeTenant(tenantId, async (tx) => {
    const baseIdList = [airportIdOf('LSZH')]
    await saveOperatorProfile(tx, {
      iCAO: 'ALP',
      iATA: null,
      callsign: 'ALPINE',
      baseIdList,
      timezone: 'Europe/Zurich',
      aocNumber: null,
    })
    const pilotUserId = givenPilot ?? `usr_${tag}`
    if (givenPilot === undefined) {
      const names = { name: 'Marc', surname: 'Weber', role_list: 'CREW', password_hash: null }
      await insertUser(tx, { user_id: pilotUserId, email: 'marc.weber@alpine.example', ...names })
    }
    const aircraft: Aircraft[] = []
    for (const registration of REGISTRATIONS) {
      aircraft.push(await createRecord(tx, AIRCRAFT, aircraftOf(tag, registration, type.acftTypeId)))
    }
    const crew: CrewMember[] = []
    for (const [index, person] of CREW.entries()) {
      const member = await createRecord(
        tx,
        CREW_MEMBER,
        madeRecord(CREW_MEMBER_RECORD, 0, {
          ...person,
          crewMemberId: `crw_${tag}_${person.code}`,
          baseId: airportIdOf('LSZH'),
          typeRatingList: isPilot(person) ? [RATING] : [],
          ratingPeriods: isPilot(person)
            ? [{ ratingCode: RATING, validFrom: '2020-01-01', validTo: '2099-12-31' }]
            : [],
          isActive: true,
          userId: index === 0 ? pilotUserId : null,
        }),
      )
      crew.push(member)
      await createRecord(tx, QUALIFICATION, medical(member))
      if (isPilot(person)) {
        await createRecord(tx, QUALIFICATION, rating(member))
        await createRecord(tx, QUALIFICATION, licence(member))
      }
    }
    return { aircraft, crew, pilotUserId }
  })
}
