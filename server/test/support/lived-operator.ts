/**
 * An operator that people and applications have worked with for a while: its sandbox has the demo's records and what was
 * done with them, its production a signed journey log and a deferred defect. Together they have rows in every table that is carried.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOffered, scopeCeiling } from '../../src/domain/scopes.ts'
import { giveReminders } from '../../src/services/operations/reminders/give-reminders.ts'
import { formTo } from './browser.ts'
import {
  addApplication,
  addPerson,
  authorizePath,
  exchangeFields,
  obtainCode,
  type Person,
  returned,
  signedInBrowser,
  type Tokens,
} from './code-grant.ts'
import { ConsoleClient, type Data } from './console-client.ts'
import { DefectScene } from './defect-scene.ts'
import { Integration, z } from './integration.ts'
import { LogScene } from './log-scene.ts'
import { MARKETPLACE } from './sales-scene.ts'
import { runCommand } from './server-process.ts'
import { soon } from './soon.ts'
import { SEND, sent } from './talking.ts'
import type { TestServer, TestTenant } from './test-server.ts'

const DAY_MS = 86_400_000
const ERRORS = 'userErrorList { code message path }'
const FLIGHT_SUPPORT = scopeCeiling('flight-support', false).filter(isOffered).join(' ')

export interface Lived {
  readonly at: TestTenant
  readonly admin: Person
}

/** A marketplace that was let in asks for a flight under an id of its own, and writes about it. */
const askForFlight = async (server: TestServer, { at, admin }: Lived): Promise<string> => {
  const application = await addApplication(server, { kind: 'marketplace', name: 'JetMatch' })
  const code = await obtainCode(await signedInBrowser(server, at, admin), application, MARKETPLACE)
  const answer = await server.client.form(`${at.origin}/oauth2/code/token/`, exchangeFields(application, code))
  const buyer = new Integration(at, answer.json<Tokens>().access_token)
  const start = server.clock.now() + 10 * DAY_MS
  const leg = { adep: 'LSZH', ades: 'LFMN', earliest: z(start), latest: z(start + DAY_MS / 12), paxCount: 4 }
  const input = {
    buyer: { kind: 'CLIENT', name: 'Noor' },
    legList: [leg],
    externalIdList: [{ system: 'jetmatch', value: '1' }],
  }
  const asked = `mutation ($input: CharterRequestInput!) {
    charterRequestCreate(input: $input) { charterRequest { charterRequestId } ${ERRORS} } }`
  const { charterRequestId } = (await buyer.did(buyer.change(asked, { input }))).charterRequest
  await sent(buyer, { entity: 'CHARTER_REQUEST', entityId: charterRequestId }, 'Is there room for a dog?')
  return charterRequestId
}

/** An application that acts for a handler of the operator. */
const bindHandler = async (server: TestServer, { at, admin }: Lived): Promise<void> => {
  const application = await addApplication(server, { kind: 'flight-support', name: 'Rampside' })
  const browser = await signedInBrowser(server, at, admin)
  const page = await browser.get(authorizePath(application, FLIGHT_SUPPORT))
  const [provider = assert.fail('no provider is offered')] = /chosen-con_\w+/.exec(page.body) ?? []
  const decided = await browser.submit(formTo(page.body, '/consent/'), { decision: 'allow', [provider]: 'yes' })
  const code = returned(decided).get('code') ?? ''
  await server.client.form(`${at.origin}/oauth2/code/token/`, exchangeFields(application, code))
}

/** A report of one's own, a code and a matrix. */
const reportSafety = async (server: TestServer, anna: ConsoleClient): Promise<void> => {
  const input = {
    subject: 'HAZARD',
    confidentiality: 'OPEN',
    title: 'Ladder',
    narrative: 'Left at the tail.',
    occurredAt: z(server.clock.now() - DAY_MS),
  }
  const report = `mutation ($input: SafetyReportInput!) { mySafetyReportCreate(input: $input) { ${ERRORS} } }`
  await anna.done('mySafetyReportCreate', report, { input })
  await anna.done('mySafetyReportCreate', report, { input: { ...input, confidentiality: 'CONFIDENTIAL' } })
  // Held for as long as a test runs, whenever its full hour is.
  await server.world.storage.writePlatform(async ({ db }) => {
    const due = { due_at: server.clock.now() + DAY_MS }
    await db.updateTable('safety_held').set(due).execute()
  })
  const code = 'list: OWN, code: "LADDER", label: "Ladder left behind"'
  await anna.done('safetyCodeSave', `mutation { safetyCodeSave(${code}) { ${ERRORS} } }`)
  const { riskMatrix } = await anna.data(
    '{ riskMatrix { severityList likelihoodList cellList { severity likelihood index band } } }',
  )
  const matrix = `mutation ($input: RiskMatrixInput!) { riskMatrixSet(input: $input, expectedVersion: 0) { ${ERRORS} } }`
  await anna.done('riskMatrixSet', matrix, { input: riskMatrix })
}

/** What an administrator and a pilot leave in the console. */
const workInConsole = async (server: TestServer, { at, admin }: Lived): Promise<void> => {
  const anna = await ConsoleClient.signIn(server, at, admin)
  const entityId = await askForFlight(server, { at, admin })
  const told: Data = (await anna.data('{ noticeList { nodeList { noticeId comesBack } } }')).noticeList.nodeList
  const noticeId = told.find(({ comesBack }: Data) => comesBack).noticeId
  await anna.done('noticeQuiet', `mutation { noticeQuiet(noticeId: "${noticeId}") { ${ERRORS} } }`)
  await anna.done('noticeRead', `mutation { noticeRead { ${ERRORS} } }`)
  await anna.done('noticeMailSet', `mutation { noticeMailSet(noticeKindList: [NEAR_CAP]) { ${ERRORS} } }`)
  await anna.done('messageSend', SEND, { entity: 'CHARTER_REQUEST', entityId, text: 'There is.' })
  await anna.done(
    'operatorSettingsUpdate',
    `mutation { operatorSettingsUpdate(input: { passengerRetentionDays: 60 }, expectedVersion: 1) { ${ERRORS} } }`,
  )
  const entry = '{ kind: FSTD, date: "2026-01-05", fstdType: "C56X", fstdMinutes: 60, remarks: "Noted for myself" }'
  const note = `mutation { myLogbookEntryCreate(input: ${entry}) { ${ERRORS} } }`
  await anna.done('myLogbookEntryCreate', note)
  const leaver = await addPerson(server, at, 'Nora', ['CREW'])
  await (await ConsoleClient.signIn(server, at, leaver)).done('myLogbookEntryCreate', note)
  await anna.done('userRemove', `mutation { userRemove(userId: "${leaver.userId}") { ${ERRORS} } }`)
  await reportSafety(server, anna)
  const { documentList } = await anna.data('{ documentList(filter: {}) { nodeList { documentId } } }')
  const ids = JSON.stringify([documentList.nodeList[0].documentId])
  await anna.done('documentAcknowledge', `mutation { documentAcknowledge(documentIdList: ${ids}) { ${ERRORS} } }`)

  const marc = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Marc', ['CREW']))
  const { clientId } = await addApplication(server, { name: 'Wished for' })
  const wish = `mutation { accessRequestCreate(clientId: "${clientId}", note: "Please") { ${ERRORS} } }`
  await marc.done('accessRequestCreate', wish)
}

const importContacts = async ({ place }: TestServer, { tenant }: TestTenant): Promise<void> => {
  const file = join(place.environment.AIRSIDE_DATA ?? '', 'contacts.csv')
  writeFileSync(file, 'externalId,kind,name\n4711,CLIENT,Ida\n')
  const where = ['--operator', tenant.operatorId, '--environment', tenant.environment, '--system', 'legacy']
  await runCommand(['import', 'contacts', file, ...where], place.environment)
}

/** Production with a signed log and a deferred defect, then the sandbox with everything else. */
export const livedOperator = async (
  server: TestServer,
): Promise<{ readonly signed: Lived; readonly worked: Lived }> => {
  const logs = await LogScene.open(server)
  const defects = new DefectScene(logs)
  await defects.deferred(await defects.entered(1))
  const log = await logs.draft()
  await logs.bag.did(logs.sign(log, await logs.confirmed(log)))
  const { at: production, admin } = logs.flights.grants
  await runCommand(['sandbox', 'reset', production.tenant.operatorId], server.place.environment)
  const at = await server.existing(production.tenant.operatorId, 'sandbox')
  const worked = { at, admin: await addPerson(server, at, 'Anna', ['ADMIN']) }
  await workInConsole(server, worked)
  await bindHandler(server, worked)
  await importContacts(server, at)
  while (await server.world.storage.writePlatform(giveReminders));
  const asking = await Integration.of(at)
  await asking.ask('{ aircraftList { nodeList { registration } } }')
  await soon('the use of the sandbox is stored', async () => {
    const used = await server.world.storage.platform.db
      .selectFrom('usage_document')
      .select('tenant_id')
      .where('tenant_id', '=', at.tenant.tenantId)
      .execute()
    return used.length > 0
  })
  return { signed: { at: production, admin }, worked }
}
