/** An operator with a safety management application, and two pilots who report with an application of their own. */
import assert from 'node:assert/strict'
import { isOffered, scopeCeiling } from '../../src/domain/scopes.ts'
import { addApplication, exchangeFields, obtainCode, type TestApplication, type Tokens } from './code-grant.ts'
import { Integration } from './integration.ts'
import { LogbookScene } from './logbook-scene.ts'
import type { TestServer } from './test-server.ts'

/** All that a safety management application can be given. */
export const SAFETY_MANAGEMENT = scopeCeiling('safety-management', false).filter(isOffered).join(' ')

export const ERRORS = 'userErrorList { code message path }'

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
export type Data = any

const REPORT = `safetyReport { safetyReportId reference version status } ${ERRORS}`

export class SafetyScene {
  readonly server: TestServer
  readonly flights: LogbookScene
  readonly application: TestApplication
  /** The safety office. */
  readonly office: Integration
  readonly captain: Integration
  readonly officer: Integration

  constructor(parts: Pick<SafetyScene, 'server' | 'flights' | 'application' | 'office' | 'captain' | 'officer'>) {
    this.server = parts.server
    this.flights = parts.flights
    this.application = parts.application
    this.office = parts.office
    this.captain = parts.captain
    this.officer = parts.officer
  }

  static async open(server: TestServer, scope = SAFETY_MANAGEMENT): Promise<SafetyScene> {
    const flights = await LogbookScene.open(server)
    const application = await addApplication(server, { name: 'SafeWing', kind: 'safety-management' })
    const code = await obtainCode(flights.grants.browser, application, scope)
    const answer = await flights.grants.token(exchangeFields(application, code))
    assert.equal(answer.status, 200, answer.body)
    assert.equal(answer.json<Tokens>().scope, scope)
    const office = new Integration(flights.grants.at, answer.json<Tokens>().access_token)
    const captain = await flights.connect(flights.grants.pilot, 'own:safety')
    const officer = await flights.connect(flights.officer, 'own:safety')
    return new SafetyScene({ server, flights, application, office, captain, officer })
  }

  /** An hour ago. */
  occurredAt(hoursAgo = 1): string {
    return new Date(this.server.clock.now() - hoursAgo * 3_600_000).toISOString()
  }

  input(more: object = {}): object {
    return {
      subject: 'OCCURRENCE',
      confidentiality: 'OPEN',
      title: 'Vehicle on the runway',
      narrative: 'A vehicle crossed while we were on short final.\nWe went around.',
      occurredAt: this.occurredAt(),
      ...more,
    }
  }

  send(by: Integration, more: object = {}, idempotencyKey?: string): Promise<Data> {
    return by.change(
      `mutation ($input: SafetyReportInput!, $key: String) { mySafetyReportCreate(input: $input, idempotencyKey: $key) { ${REPORT} } }`,
      { input: this.input(more), key: idempotencyKey },
    )
  }

  async sent(by: Integration, more: object = {}): Promise<Data> {
    return (await by.did(this.send(by, more))).safetyReport
  }

  enter(by: Integration, more: object = {}): Promise<Data> {
    return by.change(`mutation ($input: SafetyReportInput!) { safetyReportCreate(input: $input) { ${REPORT} } }`, {
      input: this.input(more),
    })
  }

  async read(by: Integration, { safetyReportId }: Data, fields: string): Promise<Data> {
    const query = `query ($id: ID!) { safetyReport(safetyReportId: $id) { safetyReportId version ${fields} } }`
    return (await by.ask(query, { id: safetyReportId })).safetyReport
  }

  async readOwn(by: Integration, { safetyReportId }: Data, fields: string): Promise<Data> {
    const query = `query ($id: ID!) { mySafetyReport(safetyReportId: $id) { safetyReportId version ${fields} } }`
    return (await by.ask(query, { id: safetyReportId })).mySafetyReport
  }

  update(by: Integration, { safetyReportId, version }: Data, input: object): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $input: SafetyReportUpdateInput!, $v: Int!) {
        safetyReportUpdate(safetyReportId: $id, input: $input, expectedVersion: $v) { ${REPORT} } }`,
      { id: safetyReportId, input, v: version },
    )
  }

  set(by: Integration, { safetyReportId, version }: Data, status: string, reason?: string): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $s: SafetyStatus!, $r: String, $v: Int!) {
        safetyReportStatusSet(safetyReportId: $id, status: $s, reason: $r, expectedVersion: $v) { ${REPORT} } }`,
      { id: safetyReportId, s: status, r: reason, v: version },
    )
  }

  setOwn(by: Integration, { safetyReportId, version }: Data, status = 'WITHDRAWN'): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $s: SafetyStatus!, $v: Int!) {
        mySafetyReportStatusSet(safetyReportId: $id, status: $s, expectedVersion: $v) { ${REPORT} } }`,
      { id: safetyReportId, s: status, v: version },
    )
  }

  act(by: Integration, { safetyReportId }: Data, input: object): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $input: SafetyActionInput!) { safetyActionAdd(safetyReportId: $id, input: $input) {
        safetyReport { safetyReportId version actionList { safetyActionId } } ${ERRORS} } }`,
      { id: safetyReportId, input },
    )
  }

  changeAction(by: Integration, { safetyReportId, version }: Data, actionId: string, input: object): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $a: ID!, $input: SafetyActionUpdateInput!, $v: Int!) {
        safetyActionUpdate(safetyReportId: $id, safetyActionId: $a, input: $input, expectedVersion: $v) { ${REPORT} } }`,
      { id: safetyReportId, a: actionId, input, v: version },
    )
  }

  /** From the safety office to whoever reported. */
  ask(by: Integration, { safetyReportId }: Data, text: string): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $text: String!) { messageSend(entity: SAFETY_REPORT, entityId: $id, text: $text) { ${ERRORS} } }`,
      { id: safetyReportId, text },
    )
  }

  answer(by: Integration, { safetyReportId }: Data, text: string): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $text: String!) { mySafetyMessageSend(safetyReportId: $id, text: $text) { ${REPORT} } }`,
      { id: safetyReportId, text },
    )
  }
}
