/** The steps of a case between a provider and support, as tests take them through both graphs. */
import type { ConsoleClient } from './console-client.ts'
import { z } from './integration.ts'
import { ERRORS, register } from './portal-client.ts'
import type { TestServer } from './test-server.ts'

export const REQUEST = `mutation ($id: ID!, $input: DemoInput!) { demoRequest(clientId: $id, input: $input) { application { mode } ${ERRORS} } }`
export const WITHDRAW = `mutation ($id: ID!) { demoWithdraw(clientId: $id, reason: "Errors first") { application { mode } ${ERRORS} } }`
export const SCHEDULE = `mutation ($id: ID!, $seen: Int!, $at: DateTime!, $link: String!, $note: String!) {
  demoSchedule(clientId: $id, seenPosition: $seen, at: $at, link: $link, note: $note) { application { mode demo { demoAt calendarFile } } ${ERRORS} } }`
export const DECIDE = `mutation ($id: ID!, $seen: Int!, $digest: String!, $yes: Boolean!, $held: Boolean! = true, $list: [RequirementInput!]! = [{ text: "Refuses a wrong state", isMet: true }]) {
  applicationDecide(clientId: $id, seenPosition: $seen, seenDigest: $digest, isApproved: $yes, isDemoHeld: $held, requirementList: $list, reason: "All of it was shown") { application { mode } ${ERRORS} } }`
export const POSTPONE = `mutation ($id: ID!, $seen: Int!) { demoPostpone(clientId: $id, seenPosition: $seen, reason: "Waiting for https") { application { mode } ${ERRORS} } }`
export const SUSPEND = `mutation ($id: ID!, $seen: Int!) { applicationSuspend(clientId: $id, seenPosition: $seen, reason: "Secret leaked") { application { mode } ${ERRORS} } }`
export const RESUME = `mutation ($id: ID!, $seen: Int!, $digest: String!) { applicationResume(clientId: $id, seenPosition: $seen, seenDigest: $digest, reason: "New secret") { application { mode } ${ERRORS} } }`
export const SAY = `mutation ($id: ID!, $text: String!) { messageSend(clientId: $id, text: $text) { application { messageList { by authorName text } } ${ERRORS} } }`
export const STEPS =
  'query ($id: ID!) { application(clientId: $id) { mode transitionList { position action toMode by reason } } }'
export const TAKE = `mutation ($id: ID!, $seen: ID, $reason: String) { caseTake(clientId: $id, seenAssigneeId: $seen, reason: $reason) { application { assignee { userId name } } ${ERRORS} } }`
export const GIVE_BACK = `mutation ($id: ID!, $seen: ID) { caseGiveBack(clientId: $id, seenAssigneeId: $seen) { application { assignee { name } } ${ERRORS} } }`
export const CHANGE = `mutation ($id: ID!, $input: RegistrationChangeInput!) { applicationChange(clientId: $id, input: $input) { ${ERRORS} } }`
/** Within the life of a session that nobody uses meanwhile. */
export const DEMO_IN_MS = 60_000
/** At least. */
export const DEMO_LASTS_SECONDS = 300
export const LINK = 'https://meet.airside.example/demo'

interface People {
  readonly server: TestServer
  /** The member of a provider. */
  readonly lena: ConsoleClient
  /** The member of staff. */
  readonly sam: ConsoleClient
}

/** For a server and people that a test has only once it runs. */
export const caseSteps = (people: () => People) => {
  const inDays = (days: number) => z(people().server.clock.now() + days * 24 * 3_600_000)
  const demoInput = (more: object = {}) => ({
    timeList: [inDays(2), inDays(3), inDays(4)],
    timeZone: 'Europe/Zurich',
    attendees: 'Lena, Priya',
    note: 'A real day of handling',
    ...more,
  })
  const seen = async (id: string): Promise<number> =>
    (await people().sam.data(STEPS, { id })).application.transitionList.at(-1)?.position ?? 0
  /** What a decision names as seen: the last step, and what the dossier shows. */
  const looked = async (id: string): Promise<{ id: string; seen: number; digest: string }> => {
    const { application } = await people().sam.data(
      'query ($id: ID!) { application(clientId: $id) { shownDigest transitionList { position } } }',
      { id },
    )
    return { id, seen: application.transitionList.at(-1)?.position ?? 0, digest: application.shownDigest }
  }
  const schedule = async (id: string, more: object = {}) =>
    people().sam.data(SCHEDULE, {
      id,
      seen: await seen(id),
      at: inDays(2),
      link: LINK,
      note: 'Bring a declined case',
      ...more,
    })
  const atScheduled = async () => {
    const id = await register(people().lena)
    await people().lena.done('demoRequest', REQUEST, { id, input: demoInput() })
    await schedule(id, { at: z(people().server.clock.now() + DEMO_IN_MS) })
    return id
  }
  /** Its time has passed, with as long as it lasts. Moved in the store: minutes of the clock would end recent sign-ins. */
  const passDemo = (id: string) =>
    people().server.world.storage.writePlatform((tx) =>
      tx.db
        .updateTable('demo')
        .set(({ eb }) => ({ demo_at: eb('demo_at', '-', DEMO_IN_MS + DEMO_LASTS_SECONDS * 1000) }))
        .where('client_id', '=', id)
        .execute(),
    )
  /** Scheduled, and over. */
  const afterDemo = async () => {
    const id = await atScheduled()
    await passDemo(id)
    return id
  }
  return { inDays, demoInput, looked, seen, schedule, atScheduled, afterDemo, passDemo }
}
