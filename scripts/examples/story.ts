/**
 * A day at the demo's operator that asks every query and mutation once: what each is given, in an order in which each
 * has something to answer. The reference shows what was given and what came back.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape that the example asked for
export type Answered = any
export type Variables = Readonly<Record<string, unknown>>

/** An API key of all scopes, the demo's pilot in person, or its administrator in the console. */
export type Asker = 'key' | 'pilot' | 'admin'

export interface Scene {
  /** The answer of a step before this one. */
  readonly told: (name: string) => Answered
  /** Something that a step needs to know and no example shows; its data. */
  readonly look: (by: Asker, query: string, variables?: Variables) => Promise<Answered>
  /** Whole minutes from now, as the graph writes times. */
  readonly at: (minutes: number) => string
  /** Sends the bytes of a file that an administrator announced. */
  readonly send: (path: string, content: string, by?: 'admin' | 'pilot') => Promise<void>
  /** The pilot opens this page and says yes to what it asks. */
  readonly confirm: (path: string) => Promise<void>
  readonly passkey: { readonly created: (challenge: string) => string }
  readonly codeOf: (secret: string) => string
  readonly password: string
}

export interface Step {
  readonly name: string
  readonly by: Asker
  readonly given: (scene: Scene) => Variables | Promise<Variables>
}

const HOUR = 60
const DAY = 24 * HOUR

const nothing = () => ({})
const step = (by: Asker, name: string, given: Step['given'] = nothing): Step => ({ name, by, given })
const key = (name: string, given?: Step['given']): Step => step('key', name, given)
const pilot = (name: string, given?: Step['given']): Step => step('pilot', name, given)
const admin = (name: string, given?: Step['given']): Step => step('admin', name, given)

const day = (time: string): string => time.slice(0, 10)

/** The version that a change must name: of a record that an earlier step made. */
const versionOf = async ({ look }: Scene, node: string, id: string): Promise<number> =>
  (await look('key', `query($id: ID!) { it: ${node}(${node}Id: $id) { version } }`, { id })).it.version

const aircraftId = ({ told }: Scene): string => told('aircraftCreate').aircraft.aircraftId
const crewMemberId = ({ told }: Scene): string => told('crewMemberCreate').crewMember.crewMemberId
const contactId = ({ told }: Scene): string => told('contactCreate').contact.contactId
const flightId = ({ told }: Scene): string => told('flightCreate').flight.flightId

const ofFlight = async (scene: Scene): Promise<{ flightId: string; expectedVersion: number }> => {
  const id = flightId(scene)
  return { flightId: id, expectedVersion: await versionOf(scene, 'flight', id) }
}

const around = (scene: Scene) => ({ from: scene.at(-2 * DAY), to: scene.at(2 * DAY) })

const tomorrow = (scene: Scene) => ({ from: scene.at(DAY), to: scene.at(DAY + 2 * HOUR) })

const REFERENCE: readonly Step[] = [
  key('echo', () => ({ text: 'Ready for departure' })),
  key('operator'),
  key('operatorSettings'),
  key('tokenInfo'),
  key('scopeCatalogue'),
  key('countryList'),
  key('userList'),
  key('aircraftTypeList', () => ({ wildcard: 'C56X' })),
  key('typeRatingList', () => ({ wildcard: 'C56X' })),
  key('airportByCode', () => ({ code: 'LSZH' })),
  key('airportList', () => ({ wildcard: 'zurich' })),
]

const FLEET: readonly Step[] = [
  key('aircraftList'),
  key('aircraftCreate', async ({ look }) => {
    const { aircraftTypeList } = await look('key', '{ aircraftTypeList(wildcard: "C56X") { acftTypeId } }')
    const { acftTypeId } = aircraftTypeList[0]
    return { input: { registration: 'HB-VXA', acftTypeId, base: 'LSZH', seatCount: 8, minFlightCrew: 2 } }
  }),
  key('aircraft', (scene) => ({ aircraftId: aircraftId(scene) })),
  key('aircraftUpdate', async (scene) => ({
    input: { aircraftId: aircraftId(scene), seatCount: 9, cabinNote: 'Divan on the left' },
    expectedVersion: await versionOf(scene, 'aircraft', aircraftId(scene)),
  })),
  key('unavailabilityCreate', (scene) => ({
    input: {
      aircraftId: aircraftId(scene),
      reason: 'MAINTENANCE',
      from: scene.at(5 * DAY),
      to: scene.at(6 * DAY),
      note: 'Phase inspection',
    },
  })),
  key('unavailability', ({ told }) => ({
    unavailabilityId: told('unavailabilityCreate').unavailability.unavailabilityId,
  })),
  key('unavailabilityList', (scene) => ({ filter: { aircraftIdList: [aircraftId(scene)] } })),
  key('unavailabilityUpdate', async (scene) => {
    const { unavailabilityId } = scene.told('unavailabilityCreate').unavailability
    const expectedVersion = await versionOf(scene, 'unavailability', unavailabilityId)
    return { unavailabilityId, expectedVersion, input: { to: scene.at(7 * DAY), isEndEstimated: true } }
  }),
  key('unavailabilityDelete', async (scene) => {
    const { unavailabilityId } = scene.told('unavailabilityCreate').unavailability
    return { unavailabilityId, expectedVersion: await versionOf(scene, 'unavailability', unavailabilityId) }
  }),
]

const CREW: readonly Step[] = [
  key('crewMemberList'),
  key('crewMemberCreate', () => ({
    input: { code: 'XMR', name: 'Xenia', surname: 'Moser', base: 'LSZH', positionList: ['CPT'] },
  })),
  key('crewMember', (scene) => ({ crewMemberId: crewMemberId(scene) })),
  key('crewMemberUpdate', async (scene) => ({
    crewMemberId: crewMemberId(scene),
    expectedVersion: await versionOf(scene, 'crewMember', crewMemberId(scene)),
    input: { positionList: ['CPT', 'FO'] },
  })),
  key('qualificationSave', (scene) => ({
    input: {
      crewMemberId: crewMemberId(scene),
      kind: 'MEDICAL',
      medicalClass: 'CLASS_1',
      label: 'Medical class 1',
      validFrom: day(scene.at(-10 * DAY)),
      validTo: day(scene.at(350 * DAY)),
    },
  })),
  key('qualification', ({ told }) => ({
    qualificationId: told('qualificationSave').qualification.qualificationId,
  })),
  key('qualificationList'),
  key('qualificationUpdate', async (scene) => {
    const { qualificationId } = scene.told('qualificationSave').qualification
    const expectedVersion = await versionOf(scene, 'qualification', qualificationId)
    return { qualificationId, expectedVersion, input: { number: 'CH.FCL.4711' } }
  }),
  key('dutyCreate', (scene) => ({
    input: {
      crewMemberId: crewMemberId(scene),
      kind: 'STANDBY',
      startAt: scene.at(3 * DAY),
      endAt: scene.at(3 * DAY + 8 * HOUR),
    },
  })),
  key('duty', ({ told }) => ({ dutyId: told('dutyCreate').duty.dutyId })),
  key('dutyList', (scene) => ({ filter: { interval: around(scene) } })),
  key('dutyAssessmentSet', async (scene) => {
    const { dutyId } = scene.told('dutyCreate').duty
    const dutyVersion = await versionOf(scene, 'duty', dutyId)
    return { dutyId, input: { dutyVersion, isLegal: true, ruleSet: 'EASA ORO.FTL', maxFdpMinutes: 780 } }
  }),
  key('dutyUpdate', async (scene) => {
    const { dutyId } = scene.told('dutyCreate').duty
    const expectedVersion = await versionOf(scene, 'duty', dutyId)
    return { dutyId, expectedVersion, input: { endAt: scene.at(3 * DAY + 9 * HOUR) } }
  }),
  key('dutyDelete', async (scene) => {
    const { dutyId } = scene.told('dutyCreate').duty
    return { dutyId, expectedVersion: await versionOf(scene, 'duty', dutyId) }
  }),
]

const PEOPLE: readonly Step[] = [
  key('contactCreate', () => ({
    input: { kind: 'PASSENGER', name: 'Ada', surname: 'Keller', email: 'ada.keller@example.com' },
  })),
  key('contact', (scene) => ({ contactId: contactId(scene) })),
  key('contactList'),
  key('contactUpdate', async (scene) => ({
    contactId: contactId(scene),
    expectedVersion: await versionOf(scene, 'contact', contactId(scene)),
    input: { phone: '+41 44 668 18 00' },
  })),
  key('travelDocumentCreate', (scene) => ({
    contactId: contactId(scene),
    input: {
      type: 'PASSPORT',
      number: 'X1234567',
      issuingCountry: 'CH',
      nationality: 'CH',
      givenNames: 'Ada',
      surname: 'Keller',
      expiry: day(scene.at(900 * DAY)),
    },
  })),
  key('travelDocument', ({ told }) => ({
    travelDocumentId: told('travelDocumentCreate').travelDocument.travelDocumentId,
  })),
  key('travelDocumentList', (scene) => ({ filter: { contactIdList: [contactId(scene)] } })),
  key('travelDocumentUpdate', async (scene) => {
    const { travelDocumentId } = scene.told('travelDocumentCreate').travelDocument
    const expectedVersion = await versionOf(scene, 'travelDocument', travelDocumentId)
    return { travelDocumentId, expectedVersion, input: { placeOfBirth: 'Bern' } }
  }),
  key('externalIdSet', (scene) => ({ entity: 'CONTACT', entityId: contactId(scene), system: 'crm', value: '80412' })),
]

const FLIGHTS: readonly Step[] = [
  key('tripCreate', (scene) => ({ input: { clientContactId: contactId(scene) } })),
  key('flightCreate', (scene) => ({
    input: {
      aircraftId: aircraftId(scene),
      tripId: scene.told('tripCreate').trip.tripId,
      kind: 'CHARTER',
      adep: 'LSZH',
      ades: 'EGGW',
      offBlock: scene.at(-3 * HOUR),
      paxCount: 1,
      status: 'CONFIRMED',
    },
  })),
  key('flight', (scene) => ({ flightId: flightId(scene) })),
  key('briefing', (scene) => ({ flightId: flightId(scene) })),
  key('flightList', (scene) => ({ filter: { interval: around(scene) } })),
  key('trip', ({ told }) => ({ tripId: told('tripCreate').trip.tripId })),
  key('tripList'),
  key('tripUpdate', async (scene) => {
    const { tripId } = scene.told('tripCreate').trip
    const expectedVersion = await versionOf(scene, 'trip', tripId)
    return { tripId, input: { clientContactId: contactId(scene) }, expectedVersion }
  }),
  key('tripDelete', async (scene) => {
    const mutation = 'mutation($input: TripCreateInput!) { tripCreate(input: $input) { trip { tripId version } } }'
    const { tripCreate } = await scene.look('key', mutation, { input: { clientContactId: contactId(scene) } })
    return { tripId: tripCreate.trip.tripId, expectedVersion: tripCreate.trip.version }
  }),
  key('flightUpdate', async (scene) => {
    const { expectedVersion } = await ofFlight(scene)
    return { input: { flightId: flightId(scene), opsNote: 'Catering: one vegetarian' }, expectedVersion }
  }),
  key('flightListChange', async (scene) => ({
    changeList: [{ ...(await ofFlight(scene)), offBlock: scene.at(-3 * HOUR + 5), reason: 'Slot' }],
  })),
  key('freeAircraftList', (scene) => ({ interval: tomorrow(scene), adep: 'LSZH' })),
  key('freeCrewList', (scene) => ({ interval: tomorrow(scene), position: 'CPT' })),
  key('flightCrewSet', async (scene) => ({
    ...(await ofFlight(scene)),
    crewList: [{ crewMemberId: crewMemberId(scene), position: 'CPT', isPilotFlying: true }],
  })),
  key('flightPassengerAdd', (scene) => ({
    flightId: flightId(scene),
    passenger: { contactId: contactId(scene), isLead: true },
  })),
  key('flightPassengerUpdate', (scene) => ({
    flightId: flightId(scene),
    contactId: contactId(scene),
    input: { travelDocumentId: scene.told('travelDocumentCreate').travelDocument.travelDocumentId },
  })),
  key('travelDocumentUse', ({ told }) => ({
    travelDocumentId: told('travelDocumentCreate').travelDocument.travelDocumentId,
  })),
  key('flightPassengerRemove', (scene) => ({ flightId: flightId(scene), contactId: contactId(scene) })),
  key('flightPassengerListSet', async (scene) => ({
    ...(await ofFlight(scene)),
    passengerList: [{ contactId: contactId(scene), isLead: true }],
  })),
  key('flightFuelUpliftAdd', (scene) => ({
    flightId: flightId(scene),
    uplift: { quantity: '1250', unit: 'LITRE', supplierName: 'Fuelline', ticketNumber: 'ZRH-20417' },
  })),
  key('flightFuelUpliftUpdate', async (scene) => ({
    flightId: flightId(scene),
    fuelUpliftId: await upliftId(scene),
    uplift: { quantity: '1300' },
  })),
  key('flightFuelUpliftRemove', async (scene) => ({
    flightId: flightId(scene),
    fuelUpliftId: await upliftId(scene),
    reason: 'Entered for the wrong flight',
  })),
  key('flightStatusSet', async (scene) => ({ ...(await ofFlight(scene)), status: 'OPTION' })),
  key('flightMovementReport', async (scene) => {
    const { expectedVersion } = await ofFlight(scene)
    const mutation = `mutation($flightId: ID!, $expectedVersion: Int!) {
      flightStatusSet(flightId: $flightId, expectedVersion: $expectedVersion, status: CONFIRMED) { userErrorList { code } } }`
    await scene.look('key', mutation, { flightId: flightId(scene), expectedVersion })
    return {
      input: {
        flightId: flightId(scene),
        offBlock: scene.at(-3 * HOUR + 4),
        takeOff: scene.at(-3 * HOUR + 14),
        landing: scene.at(-70),
        onBlock: scene.at(-62),
      },
    }
  }),
  key('flightClose', ofFlight),
  key('changeList'),
]

const upliftId = async ({ look, told }: Scene): Promise<string> => {
  const query = 'query($id: ID!) { flight(flightId: $id) { fuel { upliftList { fuelUpliftId } } } }'
  const { flight } = await look('key', query, { id: told('flightCreate').flight.flightId })
  return flight.fuel.upliftList[0].fuelUpliftId
}

const IN_PERSON: readonly Step[] = [
  pilot('me'),
  pilot('myDutyList', (scene) => ({ interval: { from: scene.at(-14 * DAY), to: scene.at(14 * DAY) } })),
  pilot('myDuty', ({ told }) => ({ dutyId: told('myDutyList')[0].dutyId })),
  pilot('myFlightList', (scene) => ({ interval: { from: scene.at(-30 * DAY), to: scene.at(14 * DAY) } })),
  pilot('myFlight', ({ told }) => ({ flightId: told('myFlightList').nodeList[0].flightId })),
  pilot('myLogbookEntryList'),
  pilot('myLogbookEntry', ({ told }) => ({ logbookEntryId: told('myLogbookEntryList').nodeList[0].logbookEntryId })),
  pilot('myLogbookTotals'),
  pilot('myRecencyList'),
  pilot('myLogbookLink'),
  pilot('myLogbookEntryCreate', (scene) => ({
    input: {
      kind: 'FSTD',
      date: scene.at(-9 * DAY).slice(0, 10),
      fstdType: 'C56X FFS',
      fstdQualification: 'CH-1A-014',
      fstdMinutes: 240,
      remarks: 'LOFT',
    },
  })),
  pilot('myLogbookEntryUpdate', ({ told }) => ({
    logbookEntryId: told('myLogbookEntryCreate').logbookEntry.logbookEntryId,
    input: { remarks: 'LOFT, engine fire' },
    expectedVersion: told('myLogbookEntryCreate').logbookEntry.version,
  })),
  pilot('myLogbookAnnotationSet', ({ told }) => ({
    logbookEntryId: told('myLogbookEntryCreate').logbookEntry.logbookEntryId,
    annotation: 'Examiner K. Huber',
    expectedVersion: told('myLogbookEntryUpdate').logbookEntry.version,
  })),
  pilot('myLogbookEntryDelete', ({ told }) => ({
    logbookEntryId: told('myLogbookEntryCreate').logbookEntry.logbookEntryId,
    expectedVersion: told('myLogbookAnnotationSet').logbookEntry.version,
  })),
  pilot('myQualificationList'),
  pilot('myQualification', ({ told }) => ({ qualificationId: told('myQualificationList')[0].qualificationId })),
]

interface Commanded {
  readonly flightId: string
  readonly crewMemberId: string
}

/** A flight that the demo's pilot commanded, and closed. */
const commanded = (scene: Scene): Promise<Commanded> => ofCommander(scene, 'CLOSED', [-60 * DAY, 0])

/** A flight of these days in this state with the demo's pilot as its commander. */
const ofCommander = async (
  { look, at }: Scene,
  status: 'CLOSED' | 'CONFIRMED',
  [from, to]: readonly [number, number],
): Promise<Commanded> => {
  const { me } = await look('pilot', '{ me { crewCode } }')
  const query = `query($from: DateTime!, $to: DateTime!) {
    flightList(filter: { interval: { from: $from, to: $to }, statusList: [${status}] }, page: { first: 200 }) {
      nodeList { flightId crewList { position crewMember { crewMemberId code } } } } }`
  const { flightList } = await look('admin', query, { from: at(from), to: at(to) })
  for (const { flightId: id, crewList } of flightList.nodeList) {
    const commander = crewList.find((each: Answered) => each.position === 'CPT')
    if (commander?.crewMember.code === me.crewCode) {
      return { flightId: id, crewMemberId: commander.crewMember.crewMemberId }
    }
  }
  throw new Error(`The demo’s pilot commands no flight that is ${status}`)
}

const logged = ({ told }: Scene): Answered => told('journeyLogSave').journeyLog

const reported = async (scene: Scene): Promise<{ safetyReportId: string; expectedVersion: number }> => {
  const { safetyReportId } = scene.told('mySafetyReportCreate').safetyReport
  const query = 'query ($id: ID!) { safetyReport(safetyReportId: $id) { version } }'
  const { safetyReport } = await scene.look('admin', query, { id: safetyReportId })
  return { safetyReportId, expectedVersion: safetyReport.version }
}
const reportedId = async (scene: Scene): Promise<{ safetyReportId: string }> => ({
  safetyReportId: (await reported(scene)).safetyReportId,
})

const firstAction = async (scene: Scene): Promise<string> => {
  const query = 'query ($id: ID!) { safetyReport(safetyReportId: $id) { actionList { safetyActionId } } }'
  const { safetyReport } = await scene.look('admin', query, { id: (await reportedId(scene)).safetyReportId })
  return safetyReport.actionList[0].safetyActionId
}

const OCCURRED = {
  subject: 'OCCURRENCE',
  confidentiality: 'OPEN',
  title: 'Vehicle on the runway',
  narrative: 'A vehicle crossed the holding point while we were on short final. We went around.',
} as const

const SAFETY: readonly Step[] = [
  pilot('mySafetyUploadStart', () => ({ input: announced(PDF) })),
  pilot('mySafetyReportCreate', async ({ at, told, send }) => {
    const { uploadId, path } = told('mySafetyUploadStart').upload
    await send(path, PDF, 'pilot')
    return { input: { ...OCCURRED, occurredAt: at(-3 * HOUR), uploadIdList: [uploadId] } }
  }),
  pilot('mySafetyReportUpdate', async (scene) => {
    const query =
      'mutation($input: DocumentUploadInput!) { it: mySafetyUploadStart(input: $input) { upload { uploadId path } } }'
    const { upload } = (await scene.look('pilot', query, { input: announced(PDF) })).it
    await scene.send(upload.path, PDF, 'pilot')
    return { ...(await reported(scene)), input: { uploadIdList: [upload.uploadId] } }
  }),
  pilot('mySafetyReport', reportedId),
  pilot('mySafetyReportList'),
  admin('safetyReport', reportedId),
  admin('safetyReportList'),
  admin('safetyCodeList'),
  admin('riskMatrix'),
  admin('assigneeList'),
  admin('safetyCodeSave', () => ({ list: 'CAUSE', code: 'STOP-BAR', label: 'Stop bar out of service' })),
  admin('riskMatrixSet', async ({ look }) => {
    const { riskMatrix } = await look(
      'admin',
      '{ riskMatrix { severityList likelihoodList cellList { severity likelihood index band } version } }',
    )
    const { version, ...input } = riskMatrix
    return { input, expectedVersion: version }
  }),
  admin('safetyReportUpdate', async (scene) => ({
    ...(await reported(scene)),
    input: { codeList: [{ list: 'CATEGORY', code: 'RI' }], initialRisk: { severity: 4, likelihood: 2 } },
  })),
  admin('safetyActionAdd', async (scene) => ({
    ...(await reportedId(scene)),
    input: {
      text: 'Ask the aerodrome for a stop bar',
      ownerUserId: scene.told('assigneeList')[0].userId,
      dueDate: day(scene.at(14 * DAY)),
    },
  })),
  admin('safetyActionUpdate', async (scene) => ({
    ...(await reported(scene)),
    safetyActionId: await firstAction(scene),
    input: { completedAt: scene.at(-1), effectiveness: 'It is there since' },
  })),
  admin('safetyUploadStart', () => ({ input: announced(PDF) })),
  admin('safetyAttachmentAdd', async (scene) => {
    const { uploadId, path } = scene.told('safetyUploadStart').upload
    await scene.send(path, PDF)
    return { ...(await reportedId(scene)), title: 'Answer of the airport', uploadId }
  }),
  pilot('mySafetyMessageSend', async (scene) => ({ ...(await reportedId(scene)), text: 'The vehicle was yellow.' })),
  pilot('mySafetyReportStatusSet', async ({ look, at }) => {
    const create = `mutation ($input: SafetyReportInput!) {
      mySafetyReportCreate(input: $input) { safetyReport { safetyReportId version } } }`
    const input = { ...OCCURRED, title: 'A report sent twice', occurredAt: at(-3 * HOUR) }
    const { safetyReportId, version } = (await look('pilot', create, { input })).mySafetyReportCreate.safetyReport
    return { safetyReportId, expectedVersion: version, status: 'WITHDRAWN' }
  }),
  admin('safetyReportCreate', ({ at }) => ({
    input: { ...OCCURRED, title: 'Ladder left at the tail', subject: 'HAZARD', occurredAt: at(-2 * HOUR) },
  })),
  admin('safetyReportStatusSet', async (scene) => {
    const { safetyReportId, version } = scene.told('safetyReportCreate').safetyReport
    return { safetyReportId, status: 'UNDER_REVIEW', expectedVersion: version }
  }),
]

const LOGS: readonly Step[] = [
  admin('journeyLogSave', async (scene) => ({
    input: { flightId: (await commanded(scene)).flightId, oilAddedMl: 300, observations: 'Nose wheel steering stiff' },
  })),
  admin('journeyLog', (scene) => ({ journeyLogId: logged(scene).journeyLogId })),
  admin('journeyLogList', (scene) => ({ filter: { journeyLogIdList: [logged(scene).journeyLogId] } })),
  admin('confirmationRequest', async (scene) => ({
    purpose: 'LOG_SIGN',
    crewMemberId: (await commanded(scene)).crewMemberId,
    subjectIdList: [logged(scene).journeyLogId],
    deviceId: 'EFB-07',
  })),
  admin('confirmation', async (scene) => {
    const { confirmationId, path } = scene.told('confirmationRequest').confirmation
    await scene.confirm(path)
    return { confirmationId }
  }),
  admin('journeyLogSign', (scene) => ({
    journeyLogId: logged(scene).journeyLogId,
    confirmationId: scene.told('confirmation').confirmationId,
    expectedVersion: logged(scene).version,
  })),
  admin('journeyLogAmend', (scene) => ({
    journeyLogId: logged(scene).journeyLogId,
    reason: 'Oil added was 200 ml',
    expectedVersion: scene.told('journeyLogSign').journeyLog.version,
  })),
]

const PLANNED = {
  route: 'VEBIT T10 MOROK',
  levels: 'FL370',
  cruise: 'M078',
  fuelUnit: 'KG',
  taxiFuel: 100,
  tripFuel: 1500,
  contingencyFuel: 75,
  alternateFuel: 400,
  finalReserveFuel: 425,
  blockFuel: 2500,
  payloadKg: 600,
  zeroFuelKg: 6000,
  landingKg: 6900,
  takeOffKg: 8400,
  maxTakeOffKg: 9000,
  source: 'Skyroute',
}

const ofp = ({ told }: Scene): Answered => told('flightPlanSet').flightPlan

const PLANS: readonly Step[] = [
  admin('flightPlanSet', async (scene) => {
    const { flightId: id } = await ofCommander(scene, 'CONFIRMED', [0, 30 * DAY])
    const query = 'query($id: ID!) { flight(flightId: $id) { aircraft { aircraftId } adep { iCAO } ades { iCAO } } }'
    const { flight } = await scene.look('admin', query, { id })
    const { aircraft, adep, ades } = flight
    const of = { flightId: id, aircraftId: aircraft.aircraftId, adep: adep.iCAO, ades: ades.iCAO }
    return { as: 'OPERATOR', input: { ...of, ...PLANNED, computedAt: scene.at(-HOUR) } }
  }),
  admin('flightPlan', (scene) => ({ flightPlanId: ofp(scene).flightPlanId })),
  admin('flightPlanList'),
  admin('flightPlanAccept', async (scene) => {
    const { crewMemberId: crew } = await ofCommander(scene, 'CONFIRMED', [0, 30 * DAY])
    const query = `mutation($id: ID!, $crew: ID!) {
      confirmationRequest(purpose: FLIGHT_PLAN_ACCEPT, crewMemberId: $crew, subjectIdList: [$id]) {
        confirmation { confirmationId path } } }`
    const { confirmationRequest } = await scene.look('admin', query, { id: ofp(scene).flightPlanId, crew })
    const { confirmationId, path } = confirmationRequest.confirmation
    await scene.confirm(path)
    return { flightPlanId: ofp(scene).flightPlanId, confirmationId, expectedVersion: ofp(scene).version }
  }),
]

const entered = ({ told }: Scene): Answered => told('techLogEntryCreate').techLogEntry

const DEFERRAL = { melReference: '32-51-1', melCategory: 'C', restrictionList: ['Taxi at walking speed'] }

/** The demo's pilot accepts the deferral on the page. */
const accepted = async (scene: Scene): Promise<string> => {
  const query = `mutation($crew: ID!, $id: ID!, $deferral: DeferralInput!) {
    confirmationRequest(purpose: DEFERRAL_ACCEPT, crewMemberId: $crew, subjectIdList: [$id], deferral: $deferral) {
      confirmation { confirmationId path } } }`
  const { crewMemberId } = await commanded(scene)
  const asked = { crew: crewMemberId, id: entered(scene).techLogEntryId, deferral: DEFERRAL }
  const { confirmationId, path } = (await scene.look('admin', query, asked)).confirmationRequest.confirmation
  await scene.confirm(path)
  return confirmationId
}

/** A step of the defect, after the one before it. */
const onDefect = (name: string, before: string, given: (scene: Scene) => object | Promise<object>): Step =>
  admin(name, async (scene) => ({
    techLogEntryId: entered(scene).techLogEntryId,
    ...(await given(scene)),
    expectedVersion: scene.told(before).techLogEntry.version,
  }))

const TECHNICAL_LOG: readonly Step[] = [
  admin('techLogEntryCreate', async (scene) => {
    const query = 'query($id: ID!) { flight(flightId: $id) { aircraft { aircraftId } } }'
    const { flightId: id } = await commanded(scene)
    const { flight } = await scene.look('admin', query, { id })
    const found = { description: 'Nose wheel steering stiff', ataChapter: '32-51', foundAt: scene.at(-60) }
    return { input: { aircraftId: flight.aircraft.aircraftId, ...found, foundIn: 'TAXI', isNoGo: false } }
  }),
  admin('techLogEntry', (scene) => ({ techLogEntryId: entered(scene).techLogEntryId })),
  admin('techLogEntryList'),
  onDefect('techLogEntryUpdate', 'techLogEntryCreate', () => ({ input: { isRecurring: true } })),
  onDefect('techLogEntryDefer', 'techLogEntryUpdate', async (scene) => ({
    input: DEFERRAL,
    confirmationId: await accepted(scene),
  })),
  onDefect('techLogEntryExtend', 'techLogEntryDefer', () => ({ reason: 'The damper comes next week' })),
  onDefect('techLogEntryRectify', 'techLogEntryExtend', () => ({
    rectification: 'Damper replaced, steering checked',
  })),
  onDefect('techLogEntryRelease', 'techLogEntryRectify', ({ at }) => ({
    input: {
      ...{ name: 'Eva Frei', licenceNumber: 'CH.66.1234', approvalReference: 'CH.145.0123' },
      ...{ station: 'LSZH', at: at(-1) },
    },
  })),
  onDefect('techLogEntryReopen', 'techLogEntryRelease', () => ({ reason: 'Stiff again on the next flight' })),
]

const planned = ({ told }: Scene): Answered => told('maintenanceDueCreate').maintenanceDue

const MAINTENANCE: readonly Step[] = [
  admin('maintenanceDueCreate', (scene) => ({
    input: {
      aircraftId: entered(scene).aircraftId,
      title: 'Check A, 400 h',
      dueDate: scene.at(60 * 24 * 45).slice(0, 10),
      dueAirframeMinutes: 400_000,
    },
  })),
  admin('maintenanceDue', (scene) => ({ maintenanceDueId: planned(scene).maintenanceDueId })),
  admin('maintenanceDueList'),
  admin('maintenanceDueUpdate', (scene) => ({
    maintenanceDueId: planned(scene).maintenanceDueId,
    input: { dueCycles: 9000 },
    expectedVersion: planned(scene).version,
  })),
  admin('maintenanceDueDelete', (scene) => ({
    maintenanceDueId: planned(scene).maintenanceDueId,
    expectedVersion: scene.told('maintenanceDueUpdate').maintenanceDue.version,
  })),
]

const SETTINGS: readonly Step[] = [
  key('operatorSettingsUpdate', async ({ look }) => {
    const { operatorSettings } = await look('key', '{ operatorSettings { version } }')
    return { input: { taxiOutMinutes: 12 }, expectedVersion: operatorSettings.version }
  }),
  key('operatorUpdate', async ({ look }) => {
    const { operator } = await look('key', '{ operator { version } }')
    return { input: { timezone: 'Europe/Zurich' }, expectedVersion: operator.version }
  }),
]

const REMOVALS: readonly Step[] = [
  key('qualificationDelete', async (scene) => {
    const { qualificationId } = scene.told('qualificationSave').qualification
    return { qualificationId, expectedVersion: await versionOf(scene, 'qualification', qualificationId) }
  }),
  key('travelDocumentDelete', async (scene) => {
    const { travelDocumentId } = scene.told('travelDocumentCreate').travelDocument
    return { travelDocumentId, expectedVersion: await versionOf(scene, 'travelDocument', travelDocumentId) }
  }),
  key('contactErase', async (scene) => ({
    contactId: contactId(scene),
    expectedVersion: await versionOf(scene, 'contact', contactId(scene)),
    reason: 'Asked for by the person',
  })),
]

const PDF = '%PDF-1.7\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n'

const announced = (content: string) => ({
  mediaType: 'application/pdf',
  byteSize: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

const documentId = ({ told }: Scene): string => told('documentCreate').document.documentId

const ofDocument = async (scene: Scene): Promise<{ documentId: string; expectedVersion: number }> => {
  const id = documentId(scene)
  const { it } = await scene.look('admin', 'query($id: ID!) { it: document(documentId: $id) { version } }', { id })
  return { documentId: id, expectedVersion: it.version }
}

/** An upload whose bytes have arrived, that no example shows. */
const another = async ({ look, send }: Scene, content: string): Promise<string> => {
  const query =
    'mutation($input: DocumentUploadInput!) { it: documentUploadStart(input: $input) { upload { uploadId path } } }'
  const { upload } = (await look('admin', query, { input: announced(content) })).it
  await send(upload.path, content)
  return upload.uploadId
}

const DOCUMENTS: readonly Step[] = [
  admin('documentUploadStart', () => ({ input: announced(PDF) })),
  admin('documentCreate', async ({ told, send }) => {
    const { uploadId, path } = told('documentUploadStart').upload
    await send(path, PDF)
    return { input: { kind: 'MANUAL', title: 'Operations manual B', uploadId, audienceList: ['CREW'] } }
  }),
  admin('document', (scene) => ({ documentId: documentId(scene) })),
  admin('documentList', () => ({ filter: { kindList: ['MANUAL'] } })),
  admin('documentLink', (scene) => ({ documentId: documentId(scene) })),
  pilot('documentAcknowledge', (scene) => ({ documentIdList: [documentId(scene)] })),
  admin('documentUpdate', async (scene) => ({
    ...(await ofDocument(scene)),
    input: { title: 'Operations manual, B' },
  })),
  admin('documentRevise', async (scene) => ({
    ...(await ofDocument(scene)),
    uploadId: await another(scene, `${PDF}\n`),
    changeNote: 'Chapter 2 anew',
  })),
  admin('documentDelete', ofDocument),
]

const ADD_ONS: readonly Step[] = [
  admin('addOnList'),
  admin('addOn', ({ told }) => ({ clientId: told('addOnList')[0].clientId })),
  admin('availableAddOnList'),
  pilot('askableAddOnList'),
  pilot('accessRequestCreate', ({ told }) => ({
    clientId: told('askableAddOnList')[0].clientId,
    note: 'For the roster',
  })),
  pilot('ownAccessRequestList'),
  admin('accessRequestList'),
  admin('accessRequestRefuse', ({ told }) => ({
    accessRequestId: told('accessRequestList').at(-1).accessRequestId,
    reason: 'We have another one for this',
  })),
  admin('addOnProviderListSet', async (scene) => {
    const { addOnList } = await scene.look('admin', '{ addOnList { clientId kind } }')
    const support = addOnList.find(({ kind }: Answered) => kind === 'flight-support')
    return { clientId: support.clientId, contactIdList: [await supplierId(scene, 'admin')] }
  }),
  admin('addOnAircraftListSet', async (scene) => {
    const text = '{ addOnList { clientId kind } aircraftList(page: { first: 2 }) { nodeList { aircraftId } } }'
    const { addOnList, aircraftList } = await scene.look('admin', text)
    const marketplace = addOnList.find(({ kind }: Answered) => kind === 'marketplace')
    return {
      clientId: marketplace.clientId,
      aircraftIdList: aircraftList.nodeList.map(({ aircraftId }: Answered) => aircraftId),
    }
  }),
  admin('addOnNarrow', async ({ look }) => {
    const { addOnList } = await look('admin', '{ addOnList { clientId scopeList { scope { name } } } }')
    const wide = addOnList.find(({ scopeList }: Answered) => scopeList.length > 2)
    return {
      clientId: wide.clientId,
      keepScopeList: wide.scopeList.slice(0, -1).map(({ scope }: Answered) => scope.name),
    }
  }),
  admin('addOnDisconnect', ({ told }) => ({ clientId: told('addOnList').at(-1).clientId })),
]

const ofNewKey = ({ told }: Scene) => ({ apiKeyId: told('apiKeyCreate').apiKey.apiKeyId })

const ofNewWebhook = ({ told }: Scene) => ({ webhookId: told('webhookCreate').webhook.webhookId })
const webhookInput = (scene: Scene, description: string) => ({
  ...ofNewKey(scene),
  url: 'https://receiver.example/airside',
  description,
  entityList: ['FLIGHT'],
})

/** Nobody is at that address: the log says so as soon as the server has tried. */
const firstMessage = async (scene: Scene): Promise<string> => {
  const log = 'query ($webhookId: ID!) { webhook(webhookId: $webhookId) { attemptList { messageId entityId } } }'
  for (;;) {
    const { webhook } = await scene.look('admin', log, ofNewWebhook(scene))
    const sent = webhook.attemptList.find(({ entityId }: Answered) => entityId !== null)
    if (sent) return sent.messageId
    await pause(100)
  }
}

const KEYS: readonly Step[] = [
  admin('apiKeyCreate', () => ({ input: { label: 'Wallboard', scopeList: ['flight:read', 'aircraft:read'] } })),
  admin('apiKey', ofNewKey),
  admin('apiKeyList'),
  admin('apiKeyRename', (scene) => ({ ...ofNewKey(scene), label: 'Wallboard in the hangar' })),
  admin('apiKeyScopeSet', (scene) => ({ ...ofNewKey(scene), scopeList: ['flight:read'] })),
  admin('apiKeyNetworkSet', (scene) => ({ ...ofNewKey(scene), networkList: ['203.0.113.0/24'] })),
  admin('apiKeyRotate', (scene) => ({ ...ofNewKey(scene), overlapHours: 24 })),
  admin('webhookCreate', (scene) => ({ input: webhookInput(scene, 'Wallboard') })),
  admin('webhookPreview', (scene) => ({
    input: {
      ...ofNewKey(scene),
      entityList: ['FLIGHT'],
      query: 'query ($entityId: ID!) { flight(flightId: $entityId) { flightNo status } }',
    },
  })),
  admin('webhookUpdate', (scene) => ({
    ...ofNewWebhook(scene),
    input: webhookInput(scene, 'Wallboard in the hangar'),
  })),
  admin('webhook', ofNewWebhook),
  admin('webhookList'),
  admin('webhookTest', ofNewWebhook),
  admin('webhookSecretRotate', ofNewWebhook),
  admin('webhookResendFrom', async (scene) => {
    const { changeList } = await scene.look(
      'admin',
      '{ changeList(first: 1, entityList: [FLIGHT]) { nodeList { cursor } } }',
    )
    return { ...ofNewWebhook(scene), after: changeList.nodeList[0].cursor }
  }),
  admin('webhookResend', async (scene) => ({ ...ofNewWebhook(scene), messageId: await firstMessage(scene) })),
  admin('webhookSwitch', (scene) => ({ ...ofNewWebhook(scene), isOn: false })),
  admin('webhookDelete', ofNewWebhook),
  admin('apiKeyRevoke', ofNewKey),
]

const invited = ({ told }: Scene) => ({ userId: told('userInvite').userAccount.userId })
const colleague = async ({ look }: Scene) => {
  const { userAccountList } = await look('admin', '{ userAccountList { userId isAdmin state } }')
  const { userId } = userAccountList.find(({ isAdmin, state }: Answered) => !isAdmin && state === 'ACTIVE')
  return { userId }
}

/** A job makes it beside the requests. */
const madeExport = async ({ look }: Scene) => {
  while ((await look('admin', '{ operatorExport { state } }')).operatorExport.state !== 'MADE') await pause(200)
  return {}
}

const USERS: readonly Step[] = [
  admin('viewer'),
  admin('userAccountList'),
  admin('userInvite', () => ({
    input: { email: 'nora.frei@alpine.example', name: 'Nora', surname: 'Frei', roleList: ['OPS'] },
  })),
  admin('userInviteAgain', invited),
  admin('userRoleSet', (scene) => ({ ...invited(scene), roleList: ['OPS', 'SALES'] })),
  admin('userAdminSet', async (scene) => ({ ...(await colleague(scene)), isAdmin: true })),
  admin('userRemove', invited),
  admin('userResetSend', colleague),
  admin('secondStepRequire', () => ({ isRequired: false })),
  admin('operatorExportStart'),
  admin('operatorExportOpen'),
  admin('operatorExport', madeExport),
  admin('auditActionList'),
  admin('auditEntryList'),
  admin('loggedRequestList'),
  admin('importColumnList'),
  admin('recordsImport', () => ({
    kind: 'CONTACTS',
    text: 'kind,name,surname,email\nCLIENT,Jonas,Brunner,jonas.brunner@example.com\n',
    isDryRun: false,
  })),
  admin('importList'),
  admin('recordsImportUndo', ({ told }) => ({ importId: told('importList').nodeList[0].importId })),
]

const ACCOUNT: readonly Step[] = [
  admin('noticeList'),
  admin('noticeUnreadCount'),
  admin('noticeChoiceList'),
  admin('noticeMailSet', () => ({ noticeKindList: ['NEAR_CAP', 'ACCESS_ASKED'] })),
  admin('noticeQuiet', async ({ look }) => {
    const { noticeList } = await look('admin', '{ noticeList { nodeList { noticeId comesBack } } }')
    return { noticeId: noticeList.nodeList.find(({ comesBack }: Answered) => comesBack).noticeId }
  }),
  admin('noticeRead', ({ told }) => ({ noticeIdList: [told('noticeList').nodeList[0].noticeId] })),
  pilot('accountPasskeyStart', ({ password }) => ({ currentPassword: password })),
  pilot('accountPasskeyAdd', ({ told, passkey }) => ({
    credential: passkey.created(JSON.parse(told('accountPasskeyStart').creationOptions).challenge),
    name: 'Key on the ring',
  })),
  pilot('accountPasskeyRename', async (scene) => ({ ...(await ownPasskey(scene)), name: 'Key at home' })),
  pilot('accountPasskeyRemove', async (scene) => ({ ...(await ownPasskey(scene)), currentPassword: scene.password })),
  pilot('accountSecondStepStart', ({ password }) => ({ currentPassword: password })),
  pilot('accountSecondStepCancel'),
  pilot('accountSecondStepConfirm', async (scene) => ({ code: await codeToConfirm(scene) })),
  pilot('accountRecoveryCodesRenew', ({ password }) => ({ currentPassword: password })),
  pilot('accountSecondStepEnd', ({ password }) => ({ currentPassword: password })),
  pilot('accountPersonalGrantEnd', async ({ look }) => {
    const { viewer } = await look('pilot', '{ viewer { personalGrantList { grantId } } }')
    return { grantId: viewer.personalGrantList[0].grantId }
  }),
  pilot('accountSessionEnd', async ({ look }) => {
    const { viewer } = await look('pilot', '{ viewer { sessionList { sessionId isCurrent } } }')
    return { sessionId: viewer.sessionList.find(({ isCurrent }: Answered) => !isCurrent).sessionId }
  }),
  pilot('accountPasswordChange', ({ password }) => ({ currentPassword: password, newPassword: `${password} anew` })),
  admin('userSecondStepEnd', async (scene) => {
    const mutation = 'mutation($code: String!) { accountSecondStepConfirm(code: $code) { viewer { userId } } }'
    const { accountSecondStepConfirm } = await scene.look('pilot', mutation, { code: await codeToConfirm(scene) })
    return { userId: accountSecondStepConfirm.viewer.userId, reason: 'The phone was lost' }
  }),
  admin('accountSignOutEverywhere'),
]

/** Begins a second step, and gives the code that its application would show. */
const codeToConfirm = async ({ look, codeOf, password }: Scene): Promise<string> => {
  const mutation = `mutation($password: String) {
    accountSecondStepStart(currentPassword: $password) { viewer { secondStep { secret } } } }`
  const { accountSecondStepStart } = await look('pilot', mutation, { password })
  return codeOf(accountSecondStepStart.viewer.secondStep.secret)
}

const ownPasskey = async ({ look }: Scene) => {
  const { viewer } = await look('pilot', '{ viewer { passkeyList { passkeyId } } }')
  return { passkeyId: viewer.passkeyList[0].passkeyId }
}

const emptyLegId = ({ told }: Scene): string => told('emptyLegPublish').emptyLeg.emptyLegId

const ofEmptyLeg = async (scene: Scene): Promise<{ emptyLegId: string; expectedVersion: number }> => ({
  emptyLegId: emptyLegId(scene),
  expectedVersion: await versionOf(scene, 'emptyLeg', emptyLegId(scene)),
})

const charterRequestId = ({ told }: Scene): string => told('charterRequestCreate').charterRequest.charterRequestId

const ofCharterRequest = async (scene: Scene): Promise<{ charterRequestId: string; expectedVersion: number }> => ({
  charterRequestId: charterRequestId(scene),
  expectedVersion: await versionOf(scene, 'charterRequest', charterRequestId(scene)),
})

const quoteId = ({ told }: Scene): string => told('quoteCreate').quote.quoteId

const ofQuote = async (scene: Scene): Promise<{ quoteId: string; expectedVersion: number }> => ({
  quoteId: quoteId(scene),
  expectedVersion: await versionOf(scene, 'quote', quoteId(scene)),
})

/** The aircraft of the story flies home empty in three days. */
const ferryHome = async (scene: Scene): Promise<string> => {
  const mutation = 'mutation($input: FlightCreateInput!) { flightCreate(input: $input) { flight { flightId } } }'
  const leg = { kind: 'FERRY', adep: 'EGGW', ades: 'LSZH', offBlock: scene.at(3 * DAY), status: 'CONFIRMED' }
  const input = { ...leg, aircraftId: aircraftId(scene) }
  return (await scene.look('key', mutation, { input })).flightCreate.flight.flightId
}

const ferryId = async (scene: Scene): Promise<string> => {
  const query = 'query($id: ID!) { emptyLeg(emptyLegId: $id) { flightId } }'
  return (await scene.look('key', query, { id: emptyLegId(scene) })).emptyLeg.flightId
}

const supplierId = async ({ look }: Scene, by: Asker): Promise<string> =>
  (await look(by, '{ contactList(kindList: [SUPPLIER]) { nodeList { contactId } } }')).contactList.nodeList[0].contactId

const serviceRequestId = ({ told }: Scene): string => told('serviceRequestCreate').serviceRequest.serviceRequestId

const ofServiceRequest = async (scene: Scene): Promise<{ serviceRequestId: string; expectedVersion: number }> => ({
  serviceRequestId: serviceRequestId(scene),
  expectedVersion: await versionOf(scene, 'serviceRequest', serviceRequestId(scene)),
})

const visitIdOf = async (scene: Scene): Promise<string> => {
  const query = 'query($id: ID!) { serviceRequest(serviceRequestId: $id) { visit { visitId } } }'
  return (await scene.look('key', query, { id: serviceRequestId(scene) })).serviceRequest.visit.visitId
}

const HANDLING: readonly Step[] = [
  key('serviceRequestCreate', async (scene) => ({
    input: {
      kind: 'FUEL',
      flightId: await ferryId(scene),
      flightEnd: 'ARRIVAL',
      providerContactId: await supplierId(scene, 'key'),
      quantity: '1200',
      unit: 'kg',
    },
  })),
  key('serviceRequest', (scene) => ({ serviceRequestId: serviceRequestId(scene) })),
  key('serviceRequestList', () => ({ filter: { statusList: ['REQUESTED'] } })),
  key('visit', async (scene) => ({ visitId: await visitIdOf(scene) })),
  key('visitList', (scene) => ({ filter: { interval: around(scene) } })),
  key('serviceRequestUpdate', async (scene) => ({
    ...(await ofServiceRequest(scene)),
    input: { instructions: 'Before the passengers come' },
  })),
  key('serviceRequestStatusSet', async (scene) => ({
    ...(await ofServiceRequest(scene)),
    status: 'CONFIRMED',
    result: { reference: 'FL-2088' },
  })),
]

const aboutRequest = (scene: Scene) => ({ entity: 'CHARTER_REQUEST', entityId: charterRequestId(scene) })

const SALES: readonly Step[] = [
  key('aircraftSchedule', (scene) => ({ aircraftId: aircraftId(scene), interval: around(scene) })),
  key('aircraftScheduleList', (scene) => ({ filter: { interval: around(scene) } })),
  key('availabilitySearch', (scene) => ({
    input: {
      legList: [
        { adep: 'LSZH', ades: 'LFMN', earliest: scene.at(4 * DAY), latest: scene.at(4 * DAY + 4 * HOUR), paxCount: 4 },
      ],
    },
  })),
  key('emptyLegPublish', async (scene) => ({
    input: {
      flightId: await ferryHome(scene),
      earliest: scene.at(3 * DAY - 4 * HOUR),
      latest: scene.at(3 * DAY + 4 * HOUR),
      price: { amount: '6900.00', currency: 'EUR' },
    },
  })),
  key('emptyLeg', (scene) => ({ emptyLegId: emptyLegId(scene) })),
  key('emptyLegList', () => ({ filter: { statusList: ['PUBLISHED'], near: 'EGLF' } })),
  key('emptyLegUpdate', async (scene) => ({
    ...(await ofEmptyLeg(scene)),
    input: { price: { amount: '5900.00', currency: 'EUR' } },
  })),
  key('emptyLegHold', async (scene) => ({ ...(await ofEmptyLeg(scene)), until: scene.at(DAY) })),
  key('emptyLegStatusSet', async (scene) => ({ ...(await ofEmptyLeg(scene)), status: 'SOLD' })),
  key('charterRequestCreate', (scene) => ({
    input: {
      buyer: { kind: 'CLIENT', name: 'Noor', surname: 'Haddad', email: 'noor@haddad.example' },
      legList: [
        { adep: 'LSZH', ades: 'LFMN', earliest: scene.at(6 * DAY), latest: scene.at(6 * DAY + 4 * HOUR), paxCount: 4 },
      ],
      note: 'Flexible by two hours',
    },
  })),
  key('charterRequest', (scene) => ({ charterRequestId: charterRequestId(scene) })),
  key('charterRequestList', () => ({ filter: { statusList: ['OPEN'] } })),
  key('charterRequestUpdate', async (scene) => ({
    ...(await ofCharterRequest(scene)),
    input: { note: 'Flexible by four hours' },
  })),
  key('quoteCreate', (scene) => ({
    input: {
      charterRequestId: charterRequestId(scene),
      aircraftId: aircraftId(scene),
      lineList: [
        {
          kind: 'FLIGHT',
          label: 'Zurich to Nice',
          quantity: '1.5',
          unitPrice: { amount: '4200.00', currency: 'EUR' },
          taxRate: '8.1',
        },
      ],
      validUntil: scene.at(2 * DAY),
      terms: { isSubjectToApproval: true },
    },
  })),
  key('quote', (scene) => ({ quoteId: quoteId(scene) })),
  key('quoteList', (scene) => ({ filter: { charterRequestIdList: [charterRequestId(scene)] } })),
  key('quoteUpdate', async (scene) => ({ ...(await ofQuote(scene)), input: { validUntil: scene.at(3 * DAY) } })),
  key('quoteStatusSet', async (scene) => ({ ...(await ofQuote(scene)), status: 'SENT' })),
  key('messageSend', (scene) => ({ ...aboutRequest(scene), text: 'We can leave an hour earlier as well.' })),
  key('conversationRead', (scene) => ({
    ...aboutRequest(scene),
    messageId: scene.told('messageSend').message.messageId,
  })),
  key('quoteRevise', ofQuote),
  key('charterRequestStatusSet', async (scene) => ({ ...(await ofCharterRequest(scene)), status: 'DECLINED' })),
]

/** Last, so that nothing else is told by a moved clock. */
const CLOCK: readonly Step[] = [key('testClock'), key('testClockAdvance', () => ({ seconds: 60 }))]

export const STORY: readonly Step[] = [
  ...REFERENCE,
  ...FLEET,
  ...CREW,
  ...PEOPLE,
  ...FLIGHTS,
  ...SALES,
  ...HANDLING,
  ...IN_PERSON,
  ...LOGS,
  ...PLANS,
  ...SAFETY,
  ...TECHNICAL_LOG,
  ...MAINTENANCE,
  ...SETTINGS,
  ...REMOVALS,
  ...DOCUMENTS,
  ...ADD_ONS,
  ...KEYS,
  ...USERS,
  ...ACCOUNT,
  ...CLOCK,
]
