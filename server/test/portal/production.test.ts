/** From registration to production with support, two browsers and no command of the host (portals §5, §6; threats rows 68 and 70). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { sql } from 'kysely'
import { HOST } from '../../src/services/audit-trail.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import {
  CHANGE,
  caseSteps,
  DECIDE,
  DEMO_IN_MS,
  GIVE_BACK,
  LINK,
  POSTPONE,
  REQUEST,
  RESUME,
  SAY,
  SCHEDULE,
  STEPS,
  SUSPEND,
  TAKE,
  WITHDRAW,
} from '../support/case-steps.ts'
import {
  addPerson,
  allow,
  authorizePath,
  exchangeFields,
  refreshFields,
  returned,
  signedInBrowser,
} from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { z } from '../support/integration.ts'
import {
  ERRORS,
  OTHER_PHONE,
  PHONE,
  REGISTRATION_INPUT,
  register,
  secretOf,
  sendCode,
} from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementsDuring } from '../support/statements.ts'
import { storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`the way to production (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    let sam: ConsoleClient
    let jo: ConsoleClient
    let alpine: TestTenant
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      lena = await scene.signUp('lena@vektor.example')
      sam = await scene.staff('sam@airside.example')
      jo = await scene.staff('jo@airside.example')
      alpine = (await server.operator('alpine')).production
    })
    after(() => server.close())

    const { inDays, demoInput, looked, seen, schedule, atScheduled, afterDemo, passDemo } = caseSteps(() => ({
      server,
      lena,
      sam,
    }))

    test('an application registered in the portal and promoted by support is connected by an operator', async () => {
      const id = await register(lena)
      const clientSecret = await secretOf(scene, lena, id)
      const tooFar = demoInput({ timeList: [inDays(2), inDays(3), inDays(367)] })
      const [late] = await lena.refused('demoRequest', REQUEST, { id, input: tooFar })
      assert.deepEqual([late?.code, late?.path], ['VALIDATION', ['input', 'timeList']])
      await lena.done('demoRequest', REQUEST, { id, input: demoInput() })
      const { queue } = await sam.data(
        '{ queue { work waitsFor application { clientId providerName evidenceList { key isMet todo } } } }',
      )
      const mine = queue.find(({ application }: Data) => application.clientId === id)
      assert.deepEqual(
        [mine.work, mine.waitsFor, mine.application.providerName],
        ['SCHEDULE', 'SUPPORT', 'Vektor Ops GmbH'],
      )
      assert.equal(mine.application.evidenceList.length, 8)
      for (const at of ['9999-12-31T23:59:59Z', inDays(367), inDays(-1)]) {
        const [refused] = (await schedule(id, { at })).demoSchedule.userErrorList
        assert.deepEqual([refused?.code, refused?.path], ['VALIDATION', ['at']], at)
      }
      const scheduled = (await schedule(id, { at: z(server.clock.now() + DEMO_IN_MS) })).demoSchedule
      assert.deepEqual([scheduled.application.mode, scheduled.userErrorList], ['demo-scheduled', []])
      const mail = (await scene.sent('lena@vektor.example')).at(-1)
      assert.match(mail?.subject ?? '', /^The demo of RampReady: 20/)
      const measured = { text: 'Registration whole', isMet: true }
      const lines = { text: 'Shown\r\nAnd more', isMet: true }
      for (const list of [[], [measured], [measured, { text: 'Refuses a wrong state', isMet: false }], [lines]]) {
        const [refused] = await sam.refused('applicationDecide', DECIDE, { ...(await looked(id)), yes: true, list })
        assert.deepEqual([refused?.code, refused?.path], ['VALIDATION', ['requirementList']])
      }
      await passDemo(id)
      await sam.done('applicationDecide', DECIDE, { ...(await looked(id)), yes: true })
      const [redirectUri = ''] = REGISTRATION_INPUT.redirectUriList
      const application = { clientId: id, clientSecret, redirectUri }
      const anna = await addPerson(server, alpine, 'Anna', ['ADMIN'])
      const browser = await signedInBrowser(server, alpine, anna)
      const asked = authorizePath(application, 'contact:read')
      assert.match((await browser.get(asked)).body, /By <bdi>Vektor Ops GmbH<\/bdi>/)
      const operators = new ConsoleClient(server.client, browser)
      const face = (list: { clientId: string; provider: string }[]) =>
        list.find(({ clientId }) => clientId === id)?.provider
      assert.equal(
        face((await operators.data('{ availableAddOnList { clientId provider } }')).availableAddOnList),
        'Vektor Ops GmbH',
      )
      const code = returned(await allow(browser, asked)).get('code') ?? ''
      const token = (fields: Record<string, string>) =>
        server.client.form(`${alpine.origin}/oauth2/code/token/`, fields)
      const tokens = (await token(exchangeFields(application, code))).json<{
        access_token: string
        refresh_token: string
      }>()
      assert.equal((await alpine.query(tokens.access_token, '{ tokenInfo { applicationName } }')).status, 200)
      const { transitionList } = (await lena.data(STEPS, { id })).application
      assert.deepEqual(
        transitionList.map(({ action, by, reason }: Data) => `${action} ${by} ${reason}`),
        [
          'request-demo provider A real day of handling',
          'schedule-demo support Bring a declined case',
          'hold-demo support All of it was shown',
        ],
      )
      // More than SQLite takes parameters in one statement.
      await server.world.storage.writeTenant(alpine.tenant.tenantId, async ({ db }) => {
        await sql`insert into refresh_token (tenant_id, refresh_token_id, hash, last_four, grant_id, scopes, created_at)
          with recursive n(i) as (select 1 union all select i + 1 from n where i < 33000)
          select tenant_id, refresh_token_id || i, hash || i, last_four, grant_id, scopes, created_at
          from refresh_token, n where grant_id is not null`.execute(db)
      })
      const { whatStops } = (
        await sam.data(
          'query ($id: ID!) { application(clientId: $id) { whatStops { operatorNameList accessTokens refreshTokens } } }',
          { id },
        )
      ).application
      assert.deepEqual(whatStops, { operatorNameList: ['Operator alpine'], accessTokens: 1, refreshTokens: 33_001 })
      await sam.done('applicationSuspend', SUSPEND, { id, seen: await seen(id) })
      assert.equal((await alpine.query(tokens.access_token, '{ tokenInfo { applicationName } }')).status, 401)
      assert.match(await scene.lastSent('lena@vektor.example'), /is suspended at every operator/)
      const moved = { redirectUriList: [redirectUri, 'https://elsewhere.example/callback'] }
      const sawBefore = await looked(id)
      await lena.done('applicationChange', CHANGE, { id, input: moved })
      const [stale] = await sam.refused('applicationResume', RESUME, sawBefore)
      assert.match(stale?.message ?? '', /^Changed since you looked: redirect URIs\. /)
      const resumed = await sam.done('applicationResume', RESUME, await looked(id))
      assert.equal(resumed.application.mode, 'production')
      assert.equal((await token(refreshFields(application, tokens.refresh_token))).status, 200)
      await lena.done('applicationChange', CHANGE, { id, input: { name: 'RampReady Two', contact: 'Somebody else' } })
      const { db } = server.world.storage.tenant(alpine.tenant.tenantId)
      const told = await db
        .selectFrom('audit_entry')
        .select(['action', 'actor_kind'])
        .where('subject_id', '=', id)
        .execute()
      assert.deepEqual(
        told
          .filter(({ action }) => action.startsWith('add-on.'))
          .map(({ action, actor_kind }) => `${action} ${actor_kind}`)
          .sort(),
        ['add-on.changed provider', 'add-on.resumed staff', 'add-on.suspended staff'],
        'a change during the suspension is told too, and the next within the hour is gathered (threats row 140)',
      )
      const dossier = await sam.data(
        'query ($id: ID!) { application(clientId: $id) { changeList { memberName fieldList before { name redirectUriList } after { name redirectUriList } } } }',
        { id },
      )
      assert.deepEqual(dossier.application.changeList, [
        {
          memberName: 'Lena Vogt',
          fieldList: ['name', 'contact'],
          before: { name: 'RampReady', redirectUriList: null },
          after: { name: 'RampReady Two', redirectUriList: null },
        },
        {
          memberName: 'Lena Vogt',
          fieldList: ['redirectUriList'],
          before: { name: null, redirectUriList: [redirectUri] },
          after: { name: null, ...moved },
        },
      ])
    })

    testOnBoth(
      'of two members of staff who decide at once one wins, and the other reads what happened (threats row 68)',
      async () => {
        const id = await afterDemo()
        const at = await looked(id)
        const answers = await Promise.all([
          sam.data(DECIDE, { ...at, yes: true }),
          jo.data(DECIDE, { ...at, yes: false }),
        ])
        const payloads = answers.map(({ applicationDecide }) => applicationDecide)
        const lost = payloads.filter(({ userErrorList }) => userErrorList.length > 0)
        assert.equal(lost.length, 1)
        assert.equal(lost[0].userErrorList[0].code, 'ILLEGAL_TRANSITION')
        assert.match(
          lost[0].userErrorList[0].message,
          /^Sam Staff moved it from "demo-scheduled" to "(production|test)"/,
        )
        assert.equal((await sam.data(STEPS, { id })).application.transitionList.length, 3)
      },
    )

    testOnBoth(
      'of two members of staff who take a case at once one has it, and it can be given back and taken over',
      async () => {
        const id = await register(lena)
        await lena.done('demoRequest', REQUEST, { id, input: demoInput() })
        const answers = await Promise.all([sam.data(TAKE, { id, seen: null }), jo.data(TAKE, { id, seen: null })])
        const payloads = answers.map(({ caseTake }) => caseTake)
        const [lost, ...more] = payloads.flatMap(({ userErrorList }) => userErrorList)
        assert.deepEqual([lost?.code, lost?.path, more], ['ILLEGAL_TRANSITION', ['seenAssigneeId'], []])
        assert.match(lost?.message, /^Sam Staff has taken it meanwhile: look at it again/)
        const [holder] = payloads.flatMap(({ application }) => application?.assignee ?? [])
        const samId = (await sam.data('{ me { userId } }')).me.userId
        const [first, second] = holder.userId === samId ? [sam, jo] : [jo, sam]
        const { caseList, assignee } = (
          await second.data(
            'query ($id: ID!) { application(clientId: $id) { assignee { userId } caseList { work waitsFor } } }',
            { id },
          )
        ).application
        assert.deepEqual([assignee.userId, caseList], [holder.userId, [{ work: 'SCHEDULE', waitsFor: 'SUPPORT' }]])
        await second.done('caseTake', TAKE, { id, seen: holder.userId, reason: 'Away today' })
        assert.equal(
          (await first.refused('caseGiveBack', GIVE_BACK, { id, seen: holder.userId }))[0]?.code,
          'ILLEGAL_TRANSITION',
        )
        const secondId = (await second.data('{ me { userId } }')).me.userId
        const given = await second.done('caseGiveBack', GIVE_BACK, { id, seen: secondId })
        assert.equal(given.application.assignee, null)
        const { staffLog } = await sam.data('{ staffLog { action subjectId } }')
        assert.deepEqual(
          staffLog.filter(({ subjectId }: Data) => subjectId === id).map(({ action }: Data) => action),
          ['application.case-given-back', 'application.case-taken', 'application.case-taken'],
        )
      },
    )

    test('who took a case has it until it is over, and nobody has the next one or takes what does not wait', async () => {
      const tara = await scene.signUp('tara@tailwind.example', 'Tailwind')
      const id = await register(tara)
      const HOLDER = 'query ($id: ID!) { application(clientId: $id) { assignee { name } caseList { work } } }'
      const holder = async () => (await sam.data(HOLDER, { id })).application.assignee?.name ?? null
      const take = () => sam.done('caseTake', TAKE, { id, seen: null })
      const [refused] = (await sam.data(TAKE, { id, seen: null })).caseTake.userErrorList
      assert.deepEqual([refused?.code, refused?.path], ['ILLEGAL_TRANSITION', ['clientId']])
      assert.match(refused?.message, /^Nothing of it waits: there is a case once its provider asks/)
      const request = () => tara.done('demoRequest', REQUEST, { id, input: demoInput() })
      const asHost = (...actions: Parameters<typeof moveApplication>[2]['actions']) =>
        moveApplication(server.world, id, { actions, by: 'host', reason: 'By telephone' }, HOST)
      await request()
      await take()
      await tara.done('demoWithdraw', WITHDRAW, { id })
      await request()
      assert.equal(await holder(), null, 'after the provider withdrew')
      await take()
      await sam.done('applicationSuspend', SUSPEND, { id, seen: await seen(id) })
      await sam.done('applicationResume', RESUME, await looked(id))
      assert.equal(await holder(), null, 'after support suspended it')
      await take()
      await schedule(id)
      assert.equal(await holder(), 'Sam Staff', 'the case goes on')
      await asHost('refuse')
      assert.equal(await holder(), null, 'after the host refused')
      const ask = `mutation ($id: ID!) { phoneChangeAsk(clientId: $id, phoneNumber: "${OTHER_PHONE}", note: "Call our office") { ${ERRORS} } }`
      const permit = `mutation ($id: ID!) { phoneChangeAllow(clientId: $id, phoneNumber: "${OTHER_PHONE}", reason: "Called back") { ${ERRORS} } }`
      await request()
      await tara.done('phoneChangeAsk', ask, { id })
      await take()
      await tara.done('demoWithdraw', WITHDRAW, { id })
      assert.equal(await holder(), 'Sam Staff', 'the number still waits')
      await sam.done('phoneChangeAllow', permit, { id })
      assert.equal(await holder(), null, 'after the number was allowed')
    })

    test('who has taken cases and who took steps is read together, however many there are', async () => {
      const { applicationList } = await sam.data('{ applicationList { clientId transitionList { by } } }')
      const [longest] = applicationList.sort((a: Data, b: Data) => b.transitionList.length - a.transitionList.length)
      const byWhom = new Set(longest.transitionList.map(({ by }: Data) => by))
      assert.ok(longest.transitionList.length > 8 && byWhom.has('provider') && byWhom.has('support'))
      const NAMES = 'select "user_id", "name", "surname", "removed_at" from "user_account"'
      const ofSteps = await statementsDuring(() =>
        sam.data('query ($id: ID!) { application(clientId: $id) { transitionList { byName } } }', {
          id: longest.clientId,
        }),
      )
      assert.equal(ofSteps.filter((text) => text.includes(NAMES)).length, 2, 'one for each realm')
      const ofCases = await statementsDuring(() => sam.data('{ applicationList { assignee { name } } }'))
      assert.equal(ofCases.filter((text) => text.includes('from "taken_case"')).length, 1)
      assert.ok(ofCases.filter((text) => text.includes(NAMES)).length <= 1)
    })

    test('a decision on a state that a colleague changed since is refused, though the mode is the same (threats row 68)', async () => {
      const id = await atScheduled()
      const sawOlder = await seen(id)
      const moved = { id, seen: sawOlder, at: inDays(6), link: LINK, note: 'A day later' }
      await jo.done('demoSchedule', SCHEDULE, moved)
      const mails = (await scene.sent('lena@vektor.example')).length
      const older = { ...(await looked(id)), seen: sawOlder }
      const [late] = (await sam.data(DECIDE, { ...older, yes: true })).applicationDecide.userErrorList
      assert.deepEqual([late?.code, late?.path], ['ILLEGAL_TRANSITION', ['seenPosition']])
      assert.match(late?.message, /to "demo-scheduled" at .* \(reschedule-demo\): look at it again/)
      for (const [field, query] of [
        ['demoPostpone', POSTPONE],
        ['applicationSuspend', SUSPEND],
      ] as const) {
        assert.equal((await sam.refused(field, query, { id, seen: sawOlder }))[0]?.code, 'ILLEGAL_TRANSITION', field)
      }
      const again = await sam.refused('demoSchedule', SCHEDULE, { ...moved, at: inDays(7) })
      assert.equal(again[0]?.code, 'ILLEGAL_TRANSITION')
      const { mode, transitionList } = (await sam.data(STEPS, { id })).application
      assert.deepEqual([mode, transitionList.length], ['demo-scheduled', 3])
      assert.equal((await scene.sent('lena@vektor.example')).length, mails, 'nobody is told of what did not happen')
      await sam.done('applicationDecide', DECIDE, { ...(await looked(id)), yes: false, held: false })
    })

    test('a decision on a withdrawn request and a step that the table lacks are refused (threats row 68)', async () => {
      const id = await atScheduled()
      const at = await looked(id)
      await lena.done('demoWithdraw', WITHDRAW, { id })
      const late = (await sam.data(DECIDE, { ...at, yes: true })).applicationDecide
      assert.match(late.userErrorList[0].message, /^Lena Vogt moved it .* \(withdraw\)/)
      const current = await looked(id)
      for (const [field, query] of [
        ['applicationDecide', DECIDE],
        ['demoPostpone', POSTPONE],
        ['applicationResume', RESUME],
      ] as const) {
        const refused = await sam.refused(field, query, { ...current, yes: true, held: false })
        assert.equal(refused[0]?.code, 'ILLEGAL_TRANSITION', field)
      }
      assert.equal((await lena.refused('demoWithdraw', WITHDRAW, { id }))[0]?.code, 'ILLEGAL_TRANSITION')
      assert.equal((await sam.data(STEPS, { id })).application.mode, 'test')
    })

    test('a demo is moved and put on hold, and its calendar file and mails hold people’s words as text (threats row 70)', async () => {
      const id = await register(lena, { name: 'Ramp; Ready, "Two"' })
      const refusals: [object, string][] = [
        [{ timeList: [inDays(2), inDays(2), inDays(3)] }, 'timeList'],
        [{ timeList: [inDays(-1), inDays(2), inDays(3)] }, 'timeList'],
        [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
        [{ attendees: 'Lena\r\nATTENDEE:evil' }, 'attendees'],
      ]
      for (const [more, field] of refusals) {
        const refused = await lena.refused('demoRequest', REQUEST, { id, input: demoInput(more) })
        assert.equal(refused[0]?.path.at(-1), field)
      }
      await lena.done('demoRequest', REQUEST, { id, input: demoInput() })
      for (const link of [
        'javascript:alert(1)',
        'https://meet.airside.example@evil.example/',
        'https:\\\\evil.example',
      ]) {
        assert.deepEqual((await schedule(id, { link })).demoSchedule.userErrorList[0]?.path, ['link'], link)
      }
      const first = (await schedule(id)).demoSchedule.application.demo.calendarFile
      const second = (await schedule(id, { at: inDays(5) })).demoSchedule.application.demo.calendarFile
      const uid = (file: string) => /UID:(.*)\r\n/.exec(file)?.[1]
      assert.equal(uid(first), uid(second))
      assert.match(first, /SEQUENCE:1\r\n/)
      assert.match(second, /SEQUENCE:2\r\n/)
      assert.match(second.replaceAll('\r\n ', ''), /SUMMARY:Airside demo of Ramp\\; Ready\\, "Two"\r\n/)
      for (const line of second.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
      assert.equal(
        (await sam.done('demoPostpone', POSTPONE, { id, seen: await seen(id) })).application.mode,
        'demo-requested',
      )
      const said = '<b>Hello</b>\nFrom: evil@example.com'
      const shown = await sam.done('messageSend', SAY, { id, text: said })
      assert.equal(shown.application.messageList.at(-1).text, said)
      const mail = (await scene.sent('lena@vektor.example')).at(-1)
      assert.match(mail?.body ?? '', /^> <b>Hello<\/b>\n> From: evil@example\.com$/m)
      assert.doesNotMatch(mail?.subject ?? '', /[\r\n]/)
      const { queue } = await sam.data('{ queue { waitsFor application { clientId } } }')
      assert.equal(queue.find(({ application }: Data) => application.clientId === id).waitsFor, 'PROVIDER')
      await lena.done('messageSend', SAY, { id, text: 'Thank you' })
      assert.match(await scene.lastSent('sam@airside.example', scene.supportRealmId), /A message about/)
      assert.equal((await lena.refused('messageSend', SAY, { id, text: 'x\u202ey' }))[0]?.path[0], 'text')
    })

    test('without the old phone support allows the new number alone, and no secret is made for 24 hours', async () => {
      const id = await register(lena)
      const ask = `mutation ($id: ID!) { phoneChangeAsk(clientId: $id, phoneNumber: "${OTHER_PHONE}", note: "Call our office") { ${ERRORS} } }`
      const start = `mutation ($id: ID!) { phoneChangeStart(clientId: $id, phoneNumber: "${OTHER_PHONE}") { application { oldNumberCode { phoneNumber } } ${ERRORS} } }`
      const confirm = `mutation ($id: ID!, $code: String!) { phoneChangeConfirm(clientId: $id, newCode: $code) { application { phoneNumber secretsBlockedUntil } ${ERRORS} } }`
      const permit = `mutation ($id: ID!, $number: String!) { phoneChangeAllow(clientId: $id, phoneNumber: $number, reason: "Called back on the known number") { ${ERRORS} } }`
      await lena.done('phoneChangeAsk', ask, { id })
      await lena.done('phoneChangeStart', start, { id })
      const early = await lena.refused('phoneChangeConfirm', confirm, { id, code: await scene.lastCode(OTHER_PHONE) })
      assert.deepEqual(early[0]?.path, ['oldCode'])
      const { queue } = await sam.data('{ queue { work application { clientId } } }')
      assert.ok(queue.some(({ work, application }: Data) => work === 'PHONE_NUMBER' && application.clientId === id))
      const swapped = await sam.refused('phoneChangeAllow', permit, { id, number: '+41446681809' })
      assert.deepEqual(swapped[0]?.path, ['phoneNumber'], 'another number than the member of staff saw')
      await sam.done('phoneChangeAllow', permit, { id, number: OTHER_PHONE })
      assert.equal((await sam.refused('phoneChangeAllow', permit, { id, number: OTHER_PHONE }))[0]?.code, 'NOT_FOUND')
      server.clock.advanceSeconds(3601)
      await lena.done('phoneChangeStart', start, { id })
      const { application } = await lena.done('phoneChangeConfirm', confirm, {
        id,
        code: await scene.lastCode(OTHER_PHONE),
      })
      assert.equal(application.phoneNumber, OTHER_PHONE)
      assert.equal((await sendCode(lena, id)).userErrorList[0].code, 'NOT_ALLOWED')
      assert.match(await scene.lastSent('lena@vektor.example'), /by way of support/)
      server.clock.advanceSeconds(24 * 3600 + 1)
      assert.equal((await scene.sent(PHONE)).length > 0, true)
    })

    test('support reads how many requests for a demo it answered within the promised time', async () => {
      const IN_TIME = '{ answerTime { promisedHours answered inTime } }'
      const ines = await scene.signUp('ines@kite.example', 'Kite Systems')
      const ida = await scene.staff('ida@airside.example')
      const before = (await ida.data(IN_TIME)).answerTime
      const [soon, late, withdrawn] = [await register(ines), await register(ines), await register(ines)]
      for (const id of [soon, late, withdrawn]) await ines.done('demoRequest', REQUEST, { id, input: demoInput() })
      await ines.done('demoWithdraw', WITHDRAW, { id: withdrawn })
      await ida.done('messageSend', SAY, { id: soon, text: 'We look at it.' })
      server.clock.advanceSeconds(3 * 24 * 3600)
      const jan = await scene.staff('jan@airside.example')
      await jan.done('messageSend', SAY, { id: late, text: 'Sorry, we are late.' })
      assert.deepEqual((await jan.data(IN_TIME)).answerTime, {
        promisedHours: 48,
        answered: before.answered + 2,
        inTime: before.inTime + 1,
      })
    })
  })
}
