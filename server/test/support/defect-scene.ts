/** An operator with an electronic flight bag that writes the technical log, and people who sign on our page. */
import assert from 'node:assert/strict'
import { type Integration, z } from './integration.ts'
import { LogScene } from './log-scene.ts'
import type { TestServer } from './test-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const ENTRY = `techLogEntryId aircraftId flightId status isNoGo description version melReference melCategory deferredUntil
  limitHours limitCycles isExtended extensionReason restrictionList statusReason rectification partOff partOn
  acceptance { name applicationName method } release { name licenceNumber approvalReference station { iCAO } at
    signature { name applicationName deviceId } }`

const PAYLOAD = `{ techLogEntry { ${ENTRY} } userErrorList { code message path } warningList { code message path subjectIdList } }`

/** Category C: ten days. */
export const DEFERRAL = { melReference: '32-1', melCategory: 'C', restrictionList: ['Gear down only by night'] }

export interface Defect {
  readonly techLogEntryId: string
  readonly version: number
}

export class DefectScene {
  readonly server: TestServer
  readonly logs: LogScene

  constructor(logs: LogScene) {
    this.server = logs.server
    this.logs = logs
  }

  static async open(server: TestServer): Promise<DefectScene> {
    return new DefectScene(await LogScene.open(server))
  }

  get bag(): Integration {
    return this.logs.bag
  }

  get key(): Integration {
    return this.logs.flights.key
  }

  aircraftId(index: number): string {
    return this.logs.flights.fleet.aircraft[index]?.aircraftId ?? ''
  }

  now(): string {
    return z(this.server.clock.now())
  }

  enter(input: object, by = this.bag): Promise<Data> {
    return by.change(`mutation ($input: TechLogEntryInput!) { techLogEntryCreate(input: $input) ${PAYLOAD} }`, {
      input: { description: 'Nose wheel steering stiff', ataChapter: '32-51', foundAt: this.now(), ...input },
    })
  }

  async entered(aircraft: number, input: object = {}): Promise<Data> {
    return (await this.bag.did(this.enter({ aircraftId: this.aircraftId(aircraft), ...input }))).techLogEntry
  }

  update({ techLogEntryId, version }: Defect, input: object): Promise<Data> {
    return this.bag.change(
      `mutation ($id: ID!, $input: TechLogEntryUpdateInput!, $v: Int!) {
        techLogEntryUpdate(techLogEntryId: $id, input: $input, expectedVersion: $v) ${PAYLOAD} }`,
      { id: techLogEntryId, input, v: version },
    )
  }

  /** Asks a person to accept a deferral, or to sign a release. */
  request(purpose: string, { techLogEntryId }: Defect, more: object, asked: Data = {}): Promise<Data> {
    const { crewMemberId = this.logs.flights.memberId(0), by = this.bag } = asked
    return by.change(
      `mutation ($purpose: ConfirmationPurpose!, $id: ID!, $crew: ID!, $deferral: DeferralInput, $release: ReleaseInput) {
        confirmationRequest(purpose: $purpose, crewMemberId: $crew, subjectIdList: [$id], deviceId: "EFB-07",
          deferral: $deferral, release: $release) {
          confirmation { confirmationId state path } userErrorList { code message path } } }`,
      { purpose, id: techLogEntryId, crew: crewMemberId, ...more },
    )
  }

  async asked(purpose: string, defect: Defect, more: object): Promise<Data> {
    return (await this.bag.did(this.request(purpose, defect, more))).confirmation
  }

  async confirmed(purpose: string, defect: Defect, more: object): Promise<Data> {
    const confirmation = await this.asked(purpose, defect, more)
    const answer = await this.logs.answer(confirmation, { decision: 'sign' })
    assert.equal(answer.status, 303, answer.body)
    return confirmation
  }

  defer(
    { techLogEntryId, version }: Defect,
    input: object,
    { confirmationId }: { readonly confirmationId: string },
    by = this.bag,
  ): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $input: DeferralInput!, $confirmation: ID!, $v: Int!) {
        techLogEntryDefer(techLogEntryId: $id, input: $input, confirmationId: $confirmation, expectedVersion: $v) ${PAYLOAD} }`,
      { id: techLogEntryId, input, confirmation: confirmationId, v: version },
    )
  }

  async deferred(defect: Defect, input: object = DEFERRAL): Promise<Data> {
    const confirmation = await this.confirmed('DEFERRAL_ACCEPT', defect, { deferral: input })
    return (await this.bag.did(this.defer(defect, input, confirmation))).techLogEntry
  }

  /** The operator extends; reopening is the bag's too. */
  explained(
    step: 'Extend' | 'Reopen',
    { techLogEntryId, version }: Defect,
    reason: string,
    by = step === 'Extend' ? this.key : this.bag,
  ): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $reason: String!, $v: Int!) {
        techLogEntry${step}(techLogEntryId: $id, reason: $reason, expectedVersion: $v) ${PAYLOAD} }`,
      { id: techLogEntryId, reason, v: version },
    )
  }

  rectify({ techLogEntryId, version }: Defect, rectification = 'Damper replaced'): Promise<Data> {
    return this.bag.change(
      `mutation ($id: ID!, $text: String!, $v: Int!) {
        techLogEntryRectify(techLogEntryId: $id, rectification: $text, partOff: "SN 1", partOn: "SN 2", expectedVersion: $v) ${PAYLOAD} }`,
      { id: techLogEntryId, text: rectification, v: version },
    )
  }

  async rectified(defect: Defect): Promise<Data> {
    return (await this.bag.did(this.rectify(defect))).techLogEntry
  }

  releaseInput(): object {
    const by = { name: 'Eva Frei', licenceNumber: 'CH.66.1234', approvalReference: 'CH.145.0123' }
    return { ...by, station: 'LSZH', at: this.now() }
  }

  release({ techLogEntryId, version }: Defect, input: object, confirmationId?: string): Promise<Data> {
    return this.bag.change(
      `mutation ($id: ID!, $input: ReleaseInput!, $confirmation: ID, $v: Int!) {
        techLogEntryRelease(techLogEntryId: $id, input: $input, confirmationId: $confirmation, expectedVersion: $v) ${PAYLOAD} }`,
      { id: techLogEntryId, input, confirmation: confirmationId, v: version },
    )
  }

  async released(defect: Defect): Promise<Data> {
    return (await this.bag.did(this.release(defect, this.releaseInput()))).techLogEntry
  }

  /** Read by this key; null where it sees none. */
  async entry(techLogEntryId: string, by: Integration): Promise<Data> {
    const query = `query ($id: ID!) { techLogEntry(techLogEntryId: $id) { ${ENTRY} } }`
    return (await by.ask(query, { id: techLogEntryId })).techLogEntry
  }

  /** Blocks of an aircraft that stand: the end is estimated. */
  async blocks(aircraft: number): Promise<Data[]> {
    const query = `query ($id: ID!) { unavailabilityList(filter: { aircraftIdList: [$id] }) {
      nodeList { unavailabilityId reason from to isEndEstimated techLogEntryId version } } }`
    const { unavailabilityList } = await this.key.ask(query, { id: this.aircraftId(aircraft) })
    return unavailabilityList.nodeList.filter(({ isEndEstimated }: Data) => isEndEstimated)
  }

  async aircraftStatus(aircraft: number): Promise<string> {
    const query = 'query ($id: ID!) { aircraft(aircraftId: $id) { status } }'
    return (await this.key.ask(query, { id: this.aircraftId(aircraft) })).aircraft.status
  }

  /** A flight of an aircraft that leaves in some hours, with its crew. */
  async planned(aircraft: number, inHours: number, more: object = {}): Promise<Data> {
    const minute = Math.floor(this.server.clock.now() / 60_000) * 60_000
    const offBlock = z(minute + inHours * 3_600_000)
    const input = { aircraftId: this.aircraftId(aircraft), offBlock, status: 'CONFIRMED', ...more }
    const { flight } = await this.key.did(this.key.createFlight(input))
    const version = await this.logs.flights.version(flight)
    await this.key.did(this.key.setCrew(flight.flightId, this.logs.flights.crewList(), version))
    return flight
  }

  async flight({ flightId }: { readonly flightId: string }): Promise<Data> {
    const query = `query ($id: ID!) { flight(flightId: $id) { status version isAtRisk riskReasonList
      warningList { code message subjectIdList } } }`
    return (await this.key.ask(query, { id: flightId })).flight
  }

  /** The messages with which its release is refused. */
  async keptBy(flight: { readonly flightId: string }): Promise<string> {
    const { version } = await this.flight(flight)
    const { userErrorList } = await this.key.change(
      `mutation ($id: ID!, $v: Int!) { flightStatusSet(flightId: $id, status: RELEASED, expectedVersion: $v) { userErrorList { code message } } }`,
      { id: flight.flightId, v: version },
    )
    return userErrorList.map(({ message }: Data) => message).join('\n')
  }
}
