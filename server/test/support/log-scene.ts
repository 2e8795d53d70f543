/** An operator with an electronic flight bag, and a commander who signs journey logs on our page. */
import assert from 'node:assert/strict'
import type { Browser } from './browser.ts'
import { formTo } from './browser.ts'
import {
  addApplication,
  exchangeFields,
  obtainCode,
  type Person,
  signedInBrowser,
  type TestApplication,
  type Tokens,
} from './code-grant.ts'
import type { Answer } from './http-client.ts'
import { Integration } from './integration.ts'
import { LogbookScene } from './logbook-scene.ts'
import type { TestServer } from './test-server.ts'

/** The ceiling of an electronic flight bag. */
export const FLIGHT_BAG =
  'flight:read movement:write aircraft:read document:read document:write log:read log:write crew:read passenger:read'

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const PAYLOAD = `{ journeyLog { journeyLogId flightId status revision version amendReason registration departureICAO arrivalICAO
    blockMinutes airborneMinutes paxAboard nightMinutes ifrMinutes observations
    times { offBlock takeOff landing onBlock } crewList { surname isCommander takeOffsDay landingsDay }
    signature { name method applicationName deviceId licenceNumber } warningList { code } }
  userErrorList { code message path } warningList { code message path } }`

export interface Asked {
  readonly crewMemberId?: string
  readonly by?: Integration
}

export class LogScene {
  readonly server: TestServer
  readonly flights: LogbookScene
  readonly application: TestApplication
  readonly bag: Integration
  /** The commander's browser. */
  readonly browser: Browser

  constructor(parts: Pick<LogScene, 'server' | 'flights' | 'application' | 'bag' | 'browser'>) {
    this.server = parts.server
    this.flights = parts.flights
    this.application = parts.application
    this.bag = parts.bag
    this.browser = parts.browser
  }

  static async open(server: TestServer): Promise<LogScene> {
    const flights = await LogbookScene.open(server)
    const { application, bag } = await LogScene.connect(server, flights, 'Skylog')
    const browser = await signedInBrowser(server, flights.grants.at, flights.grants.pilot)
    return new LogScene({ server, flights, application, bag, browser })
  }

  /** Another electronic flight bag. */
  static async connect(server: TestServer, flights: LogbookScene, name: string) {
    const application = await addApplication(server, { name, kind: 'electronic-flight-bag' })
    await flights.grants.signInAgain()
    const code = await obtainCode(flights.grants.browser, application, FLIGHT_BAG)
    const answer = await flights.grants.token(exchangeFields(application, code))
    assert.equal(answer.status, 200, answer.body)
    return { application, bag: new Integration(flights.grants.at, answer.json<Tokens>().access_token) }
  }

  browserOf(person: Person): Promise<Browser> {
    return signedInBrowser(this.server, this.flights.grants.at, person)
  }

  save(input: object, expectedVersion?: number): Promise<Data> {
    return this.bag.change(
      `mutation ($input: JourneyLogInput!, $v: Int) { journeyLogSave(input: $input, expectedVersion: $v) ${PAYLOAD} }`,
      { input, v: expectedVersion },
    )
  }

  /** The draft of a flight that is on block. */
  async draft(daysAgo = 40, input: object = {}): Promise<Data> {
    const flight = await this.flights.flown({ daysAgo })
    return (await this.bag.did(this.save({ flightId: flight.flightId, ...input }))).journeyLog
  }

  request(
    { journeyLogId }: { readonly journeyLogId: string },
    { crewMemberId = this.flights.memberId(0), by = this.bag }: Asked = {},
  ): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $crew: ID!) {
        confirmationRequest(purpose: LOG_SIGN, crewMemberId: $crew, subjectIdList: [$id], deviceId: "EFB-07") {
          confirmation { confirmationId state path expiresAt } userErrorList { code message path } } }`,
      { id: journeyLogId, crew: crewMemberId },
    )
  }

  async asked(log: { readonly journeyLogId: string }, asked: Asked = {}): Promise<Data> {
    return (await this.bag.did(this.request(log, asked))).confirmation
  }

  async state(confirmationId: string, by = this.bag): Promise<string | null> {
    const { confirmation } = await by.ask('query ($id: ID!) { confirmation(confirmationId: $id) { state } }', {
      id: confirmationId,
    })
    return confirmation?.state ?? null
  }

  page({ path }: { readonly path: string }, browser = this.browser): Promise<Answer> {
    return browser.get(path)
  }

  /** The commander reads the page and answers. */
  async answer(confirmation: { readonly path: string }, fields: Record<string, string>, browser = this.browser) {
    const page = await this.page(confirmation, browser)
    assert.equal(page.status, 200, page.headers.location ?? page.body)
    return browser.submit(formTo(page.body, '/confirm/'), fields)
  }

  /** A confirmation that the commander gave. */
  async confirmed(log: { readonly journeyLogId: string }): Promise<Data> {
    const confirmation = await this.asked(log)
    const answer = await this.answer(confirmation, { decision: 'sign' })
    assert.equal(answer.status, 303, answer.body)
    return confirmation
  }

  sign(
    { journeyLogId, version }: { readonly journeyLogId: string; readonly version: number },
    { confirmationId }: { readonly confirmationId: string },
    more: { readonly close?: boolean; readonly by?: Integration } = {},
  ): Promise<Data> {
    const { close = true, by = this.bag } = more
    return by.change(
      `mutation ($id: ID!, $confirmation: ID!, $v: Int!, $close: Boolean) {
        journeyLogSign(journeyLogId: $id, confirmationId: $confirmation, close: $close, expectedVersion: $v) ${PAYLOAD} }`,
      { id: journeyLogId, confirmation: confirmationId, v: version, close },
    )
  }

  amend({ journeyLogId, version }: Data, reason: string, by = this.bag): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $reason: String!, $v: Int!) {
        journeyLogAmend(journeyLogId: $id, reason: $reason, expectedVersion: $v) ${PAYLOAD} }`,
      { id: journeyLogId, reason, v: version },
    )
  }

  async log(flightId: string): Promise<Data> {
    const fields = PAYLOAD.slice(PAYLOAD.indexOf('{', 2), PAYLOAD.indexOf('userErrorList'))
    return (
      await this.bag.ask(`query ($id: ID!) { flight(flightId: $id) { status journeyLog ${fields} } }`, { id: flightId })
    ).flight
  }
}
