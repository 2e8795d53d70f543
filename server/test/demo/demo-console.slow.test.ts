/** The demo's console: charts with data, an add-on near its cap, an outbox instead of e-mail. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import described from '../../records.json' with { type: 'json' }
import { Browser, formTo } from '../support/browser.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { demoPlace } from '../support/demo-place.ts'
import type { Place } from '../support/places.ts'
import { demoOf, type ServerProcess, startServerProcess } from '../support/server-process.ts'

const ORIGIN = 'http://alpine.localhost'

describe('the demo’s console', () => {
  let server: ServerProcess
  let place: Place
  let people: { admin: string; pilot: string; password: string }
  before(async () => {
    place = await demoPlace()
    server = await startServerProcess(place.environment, ['--demo', '--json'])
    const { tenants } = demoOf(server)
    const found = tenants.find((one) => one.operatorId === 'alpine' && one.environment === 'production')
    assert.ok(found)
    people = found
  })
  after(async () => {
    await server.stop()
    await place.dispose()
  })

  const signIn = async (email: string): Promise<ConsoleClient> => {
    const browser = new Browser(server.client, ORIGIN)
    await browser.signIn(await browser.get('/sign-in/'), email, people.password)
    return new ConsoleClient(server.client, browser)
  }

  test("the demo's add-ons have history: one near its cap, one idle, two not yet connected", async () => {
    const admin = await signIn(people.admin)
    const { addOnList, availableAddOnList, apiKeyList } = await admin.data(`{
      addOnList { name fullestGauge { active } recentRequestList { outcome }
        usage(period: QUARTER) { answeredCount bucketList { answeredCount } recordList { kind } }
        scopeList { usedCount } }
      availableAddOnList { name connectHref }
      apiKeyList { label isUnused usage { answeredCount } }
    }`)
    assert.deepEqual(
      addOnList.map(({ name }: Data) => name),
      ['Fuelline', 'JetMatch', 'Skylog', 'SlotDesk'],
    )
    const [, jetMatch, skylog, slotDesk] = addOnList
    assert.ok(jetMatch.fullestGauge.active >= 380)
    assert.equal(slotDesk.usage.answeredCount, 0)
    assert.ok(skylog.usage.bucketList.filter(({ answeredCount }: Data) => answeredCount > 0).length > 50)
    assert.ok(skylog.usage.recordList.length > 0 && skylog.recentRequestList.length > 10)
    assert.ok(skylog.scopeList.some(({ usedCount }: Data) => usedCount === 0))
    const walk = availableAddOnList.find(({ name }: Data) => name === 'Skybridge')
    const started = await server.client.ask(walk.connectHref)
    assert.equal(started.status, 303)
    assert.ok(started.headers.location?.startsWith(`${ORIGIN}/oauth2/code/authorize/?`))
    assert.deepEqual(
      apiKeyList.map(({ label, isUnused }: Data) => [label, isUnused]),
      [
        ['Old wallboard', true],
        ['Demo key', false],
        ['Accounting export', false],
        ['Hangar tablet', false],
      ],
    )
  })

  test('the safety officer finds a report in confidence and opens it; to the administrator it says nothing', async () => {
    const list = `{ safetyReportList { nodeList { safetyReportId confidentiality subject title status awareAt createdAt
      reporter { name } flightId } } }`
    const officer = await signIn('luca@alpine.example')
    const found = (await officer.data(list)).safetyReportList.nodeList.filter(
      ({ confidentiality }: Data) => confidentiality === 'CONFIDENTIAL',
    )
    assert.equal(found.length, 1)
    const [{ safetyReportId, title, status, awareAt, reporter }] = found
    assert.deepEqual([status, reporter], ['SUBMITTED', null])
    assert.match(awareAt, /T\d\d:00:00(\.000)?Z$/, 'a full hour, which is over')
    assert.ok(Date.parse(awareAt) < Date.now())
    const original = `{ safetyReport(safetyReportId: "${safetyReportId}") { original { title narrative reporter { name } documentList { link { path } } } } }`
    const { safetyReport } = await officer.data(original)
    assert.notEqual(safetyReport.original.title, title)
    assert.match(safetyReport.original.narrative, /four hours/)
    assert.ok(safetyReport.original.reporter.name)
    const admin = await signIn(people.admin)
    const told = JSON.stringify(await admin.data(list))
    assert.ok(!told.includes('four hours') && !told.includes(safetyReport.original.title))
    assert.match((await admin.ask(original)).body, /safety:reporter:read/)
    const pilot = await signIn(people.pilot)
    const { mySafetyReportList } = await pilot.data('{ mySafetyReportList { nodeList { safetyReportId title } } }')
    assert.ok(mySafetyReportList.nodeList.some((own: Data) => own.title === safetyReport.original.title))
  })

  test('the pilot has a draft, and files with an open report and with one in confidence, which open', async () => {
    const pilot = await signIn(people.pilot)
    const { mySafetyReportList } = await pilot.data(
      '{ mySafetyReportList { nodeList { status title confidentiality documentList { title path } } } }',
    )
    const own: Data[] = mySafetyReportList.nodeList
    assert.deepEqual(
      own.filter(({ status }) => status === 'DRAFT').map(({ title }) => title),
      ['Wet stairs at the hangar'],
    )
    const withFile = own.filter(({ documentList }) => documentList.length > 0)
    assert.deepEqual(withFile.map(({ confidentiality }) => confidentiality).sort(), ['CONFIDENTIAL', 'OPEN'])
    for (const { documentList } of withFile) {
      const [{ title, path }] = documentList
      const fetched = await pilot.browser.get(path)
      assert.deepEqual([title, fetched.status], ['File 1', 200])
      assert.match(fetched.body, /^%PDF-1\.4/)
    }
  })

  const USE = `lastUsedAt recentRequestList { at outcome }
    tokens: fullestGauge { active expiresAt }
    scopeList { scope { name } usedCount }
    quarter: usage(period: QUARTER) { requestCount tokenCount highestActiveTokens recordList { kind lastAt } }
    day: usage(period: DAY) { tokenCount highestActiveTokens bucketList { from answeredCount } }`

  const inOrder = (...times: (string | null | undefined)[]) =>
    assert.deepEqual(times.toSorted(), times, `${times.join(' ')} in this order`)

  /** The figures of one application or key must not contradict each other. */
  const checkFigures = (name: string, used: Data, beganAt: string): void => {
    const active = used.tokens?.active ?? 0
    assert.ok(active <= used.day.highestActiveTokens, `${name}: ${active} active, most ${used.day.highestActiveTokens}`)
    assert.ok(used.day.highestActiveTokens <= used.quarter.highestActiveTokens, name)
    assert.ok(active <= used.day.tokenCount, `${name}: more active tokens than were issued`)
    // The token of an answer in the first hour may have been issued before it.
    const answered = used.day.bucketList.slice(1).some(({ answeredCount }: Data) => answeredCount > 0)
    assert.ok(used.day.tokenCount > 0 || !answered, `${name} was answered, with no token issued that day`)
    inOrder(beganAt, used.recentRequestList.at(-1)?.at ?? beganAt)
    for (const { lastAt } of used.quarter.recordList) inOrder(beganAt, lastAt, used.lastUsedAt)
    for (const { usedCount } of used.scopeList) assert.ok(usedCount <= used.quarter.requestCount, name)
    if (used.recentRequestList.length > 0) assert.equal(used.recentRequestList[0].at, used.lastUsedAt, name)
  }

  test("the figures of the demo's add-ons agree with each other and with the audit log", async () => {
    const admin = await signIn(people.admin)
    const { addOnList, auditEntryList, userAccountList } = await admin.data(`{
      addOnList { name clientId connectedAt connectedBy { name surname isUser } ${USE} }
      auditEntryList(filter: { action: "consent.allowed" }) { nodeList { at subjectId actorName } }
      userAccountList { name surname createdAt }
    }`)
    for (const addOn of addOnList) {
      checkFigures(addOn.name, addOn, addOn.connectedAt)
      const who = `${addOn.connectedBy.name} ${addOn.connectedBy.surname}`
      const entry = auditEntryList.nodeList.find(({ subjectId }: Data) => subjectId === addOn.clientId)
      assert.equal(entry.actorName, who)
      // The demo writes one after the other, and a second may begin between them.
      assert.ok(Math.abs(Date.parse(entry.at) - Date.parse(addOn.connectedAt)) < 60_000, addOn.name)
      const person = userAccountList.find(({ name, surname }: Data) => `${name} ${surname}` === who)
      inOrder(person.createdAt, addOn.connectedAt)
    }
    const [, jetMatch, , slotDesk] = addOnList
    assert.ok(jetMatch.tokens.active >= 380, 'it is at work, and near its cap')
    assert.equal(slotDesk.lastUsedAt, null)
  })

  test("the figures of the demo's keys agree with each other", async () => {
    const admin = await signIn(people.admin)
    const { apiKeyList } = await admin.data(
      `{ apiKeyList { label createdAt firstRequest { at } refreshTokenList { active } ${USE} } }`,
    )
    for (const key of apiKeyList) {
      checkFigures(key.label, key, key.createdAt)
      inOrder(key.createdAt, key.firstRequest.at, key.lastUsedAt)
    }
  })

  test('the key that the demo prints reads every kind of record that lists by itself', async () => {
    const { refreshToken } = demoOf(server).tenants.find(
      (one) => one.operatorId === 'alpine' && one.environment === 'production',
    ) ?? { refreshToken: '' }
    const { body: token } = await server.client.form(`${ORIGIN}/access_token/refresh/`, { refresh_token: refreshToken })
    const lists = described.records.flatMap(({ queries, filters }) =>
      filters.needsOneOf.length === 0 ? [queries.list] : [],
    )
    assert.ok(
      lists.includes('charterRequestList') && lists.includes('documentList') && lists.includes('journeyLogList'),
    )
    const schema = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
    const filterOf = (list: string) =>
      new RegExp(`\\b${list}\\([^)]*filter: \\w+!`).test(schema) ? 'filter: {}, ' : ''
    for (const list of lists) {
      const { body } = await server.client.ask(`${ORIGIN}/api/graphql/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ ${list}(${filterOf(list)}page: { first: 1 }) { pageInfo { hasMore } } }` }),
      })
      assert.doesNotMatch(body, /"errors"|"error"/, `${list}: ${body}`)
    }
  })

  const codeIn = (page: string): string => /<dt>Code<\/dt><dd><b><code>(\d{6})</.exec(page)?.[1] ?? ''

  test('the demo’s staff signs in with the code of the outbox, again at once with the next, and finds cases of every age', async () => {
    const origin = 'http://support.localhost'
    const { staff } = demoOf(server).platform ?? assert.fail('the demo has staff')
    const enter = async (): Promise<ConsoleClient> => {
      const browser = new Browser(server.client, origin)
      const page = await browser.signIn(await browser.get('/sign-in/'), staff.email, staff.password)
      const code = codeIn((await browser.get('/outbox/')).body)
      const done = await browser.submit(formTo(page.body, '/sign-in/second-step/'), { code })
      assert.deepEqual([done.status, done.headers.location], [303, '/console/'])
      return new ConsoleClient(server.client, browser)
    }
    await enter()
    const lea = await enter()
    const { queue } = await lea.data(
      '{ queue { work waitsFor since application { name evidenceList { key isMet } connectionList { environment } } } }',
    )
    const days = (since: string) => Math.floor((Date.now() - Date.parse(since)) / 86_400_000)
    assert.deepEqual(
      queue.map((one: Data) => `${one.application.name}: ${one.work} ${one.waitsFor} ${days(one.since)} d`),
      [
        'Rosterwise: DECIDE SUPPORT 6 d',
        'Ramp Radio: HOLD_DEMO DATE 4 d',
        'Tankerly: PHONE_NUMBER SUPPORT 3 d',
        'Stand Planner: SCHEDULE SUPPORT 2 d',
        'Loglite: SCHEDULE PROVIDER 1 d',
        'NordQuote: SCHEDULE SUPPORT 0 d',
      ],
    )
    const unmet = (name: string): string[] => {
      const { application } = queue.find((one: Data) => one.application.name === name)
      assert.ok(application.connectionList.length > 0, `${name} is connected`)
      return application.evidenceList.flatMap(({ key, isMet }: Data) => (isMet ? [] : [key]))
    }
    assert.deepEqual(unmet('Rosterwise'), [])
    assert.deepEqual(unmet('Stand Planner'), ['scopes'])
    assert.deepEqual(unmet('NordQuote'), ['registration', 'tokens'])
  })

  test('the demo’s provider has a team and an application in every mode, each with the steps that led there', async () => {
    const { developer } = demoOf(server).platform ?? assert.fail('the demo has a provider')
    const browser = new Browser(server.client, 'http://developers.localhost')
    await browser.signIn(await browser.get('/sign-in/'), developer.email, developer.password)
    const tom = new ConsoleClient(server.client, browser)
    const { applicationList, me, memberList, invitationList } = await tom.data(`{
      me { provider { name sandbox { operatorId } } } memberList { name isOwner } invitationList { email }
      applicationList { name mode secretList { lastFour } transitionList { action at } connectionList { since }
        usage { answered } demo { requirementList { isMet } } registeredAt } }`)
    assert.deepEqual(me.provider, { name: 'Turnpoint Ltd', sandbox: { operatorId: 'turnpoint-ltd-dev' } })
    assert.deepEqual(
      memberList.map(({ name, isOwner }: Data) => [name, isOwner]),
      [
        ['Tom Shaw', true],
        ['Priya Nair', false],
      ],
    )
    assert.equal(invitationList.length, 1)
    assert.deepEqual(applicationList.map(({ name, mode }: Data) => `${name}: ${mode}`).toSorted(), [
      'Crew Transfer: test',
      'Fuelboard: test',
      'Ramp Radio: demo-scheduled',
      'Stand Planner: demo-requested',
      'Turnpoint: production',
      'Visit Export: suspended',
    ])
    for (const { name, secretList, usage, registeredAt, transitionList, connectionList } of applicationList) {
      assert.ok(name === 'Visit Export' || usage.answered > 100, `${name}: ${usage.answered}`)
      assert.equal(secretList.length, 1)
      inOrder(registeredAt, ...transitionList.map(({ at }: Data) => at))
      inOrder(registeredAt, ...connectionList.map(({ since }: Data) => since))
    }
    const sentBack = applicationList.find(({ name }: Data) => name === 'Crew Transfer')
    assert.deepEqual(
      sentBack.transitionList.map(({ action }: Data) => action),
      ['request-demo', 'schedule-demo', 'refuse'],
    )
    assert.ok(sentBack.demo.requirementList.some(({ isMet }: Data) => !isMet))
    const sandbox = new Browser(server.client, 'http://turnpoint-ltd-dev.sandbox.localhost')
    await sandbox.signIn(await sandbox.get('/sign-in/'), developer.email, developer.password)
    const fleet = await new ConsoleClient(server.client, sandbox).data('{ aircraftList { nodeList { registration } } }')
    assert.ok(fleet.aircraftList.nodeList.length > 0, 'the provider’s own sandbox has demo data')
  })

  test('the demo’s numbers about one application add up, wherever they stand', async () => {
    const { developer } = demoOf(server).platform ?? assert.fail('the demo has a provider')
    const browser = new Browser(server.client, 'http://developers.localhost')
    await browser.signIn(await browser.get('/sign-in/'), developer.email, developer.password)
    const tom = new ConsoleClient(server.client, browser)
    const { applicationList } = await tom.data(`{ applicationList { name evidenceList { value }
      measuredUse { requests failed dayList { requests failed } scopeList { name uses } }
      usage { answered refused throttled failed p95Ms dayList { answered refused throttled failed p95Ms }
        operatorList { requests } errorList { outcome code count } } } }`)
    const sum = (list: readonly Data[], names: readonly string[]): number =>
      list.reduce((all, one) => all + names.reduce((part, name) => part + one[name], 0), 0)
    const OUTCOMES = ['answered', 'refused', 'throttled', 'failed']
    /** Of the demo's past; what fails there takes at least 900 ms. */
    const SLOWEST_ANSWER_MS = 70
    for (const { name, measuredUse, usage, evidenceList } of applicationList) {
      const { requests, failed, dayList, scopeList } = measuredUse
      assert.equal(sum(dayList, ['requests']), requests, name)
      assert.equal(sum(dayList, ['failed']), failed, name)
      for (const scope of scopeList)
        assert.ok(scope.uses <= requests, `${name}: ${scope.name} ${scope.uses} of ${requests}`)
      for (const outcome of OUTCOMES) assert.equal(sum(usage.dayList, [outcome]), usage[outcome], `${name}: ${outcome}`)
      assert.equal(sum(usage.operatorList, ['requests']), sum([usage], OUTCOMES), name)
      for (const outcome of ['refused', 'throttled', 'failed']) {
        const coded = usage.errorList.filter((one: Data) => one.outcome === outcome && one.code !== null)
        assert.equal(sum(coded, ['count']), usage[outcome], `${name}: as many ${outcome} by code as in all`)
      }
      for (const { p95Ms } of usage.dayList)
        assert.ok((p95Ms ?? 0) <= SLOWEST_ANSWER_MS, `${name}: 95 % in ${usage.p95Ms} ms, and on a day in ${p95Ms} ms`)
      for (const { value } of evidenceList) assert.doesNotMatch(value, /of 0$|for 0$/)
    }
  })

  test('the landing page of the demo shows the logos of its applications, and serves no other logo', async () => {
    const { body } = await server.client.ask('http://localhost/')
    const shown = [...new Set([...body.matchAll(/<img class="logo" src="([^"]+)"/g)].map(([, src]) => src ?? ''))]
    assert.equal(shown.length, 2)
    assert.doesNotMatch(body, /class="logo monogram"/)
    for (const src of shown) {
      const { status, headers } = await server.client.ask(`http://localhost${src}`)
      assert.deepEqual([status, headers['content-type']], [200, 'image/png'], src)
    }
    const admin = await signIn(people.admin)
    const { addOnList } = await admin.data('{ addOnList { clientId logoPath } }')
    for (const { clientId, logoPath } of addOnList) {
      assert.equal((await server.client.ask(`${ORIGIN}${logoPath}`)).status, 200, 'it has a logo')
      assert.equal((await server.client.ask(`http://localhost/application-logo/${clientId}`)).status, 404)
    }
  })

  test('only administrators read an invitation in the outbox', async () => {
    const admin = await signIn(people.admin)
    const { viewer } = await admin.data('{ viewer { outboxPath } }')
    const input = { email: 'guest@alpine.example', name: 'Gast', surname: '<b>', roleList: [] }
    const INVITE = 'mutation ($input: UserInviteInput!) { userInvite(input: $input) { userErrorList { code } } }'
    await admin.done('userInvite', INVITE, { input })
    const outbox = await admin.browser.get(viewer.outboxPath)
    assert.equal(outbox.status, 200)
    const link = /href="http:\/\/alpine\.localhost(\/invitation\/\?invitation=[^"]+)"/.exec(outbox.body)?.[1] ?? ''
    const code = /<p>([0-9A-Za-z]{16})<\/p>/.exec(outbox.body)?.[1] ?? ''
    const guest = new Browser(server.client, ORIGIN)
    const form = formTo((await guest.get(link)).body, '/invitation/')
    assert.equal((await guest.submit(form, { code, new_password: 'a long password' })).status, 303)
    assert.equal((await guest.get('/outbox/')).headers.location, '/sign-in/')
    const pilot = await signIn(people.pilot)
    const refused = await pilot.browser.get('/outbox/')
    assert.equal(refused.status, 403)
    assert.match(refused.body, /This page is not for your role[\s\S]*<a class="button" href="\/">Go to your first page/)
    assert.ok(refused.body.includes(String(refused.headers['x-request-id'])), 'the page has its request id')
    assert.equal((await pilot.data('{ viewer { outboxPath } }')).viewer.outboxPath, null)
  })

  test('the totals of the demo pilot’s logbook are the sums of its entries, by type and over all (data §12)', async () => {
    const pilot = await signIn(people.pilot)
    const fields = `totalMinutes picMinutes picusMinutes copilotMinutes multiPilotMinutes nightMinutes ifrMinutes fstdMinutes
      crossCountryMinutes takeOffsDay takeOffsNight landingsDay landingsNight flightCount`
    const entries: Data[] = []
    let after: string | null = null
    do {
      const { myLogbookEntryList: page }: Data = await pilot.data(
        `query ($after: String) { myLogbookEntryList(page: { first: 40, after: $after }) {
          nodeList { kind source acftICAO ${fields} } pageInfo { hasMore endCursor } } }`,
        { after },
      )
      entries.push(...page.nodeList)
      after = page.pageInfo.hasMore ? page.pageInfo.endCursor : null
    } while (after !== null)
    assert.ok(entries.filter(({ source }) => source === 'OPERATOR').length > 20)
    for (const kind of ['FLIGHT', 'FSTD', 'BROUGHT_FORWARD'])
      assert.ok(
        entries.some((each) => each.kind === kind),
        kind,
      )
    const { myLogbookTotals } = await pilot.data(`{ myLogbookTotals { acftICAO ${fields} } }`)
    for (const { acftICAO, ...totals } of myLogbookTotals) {
      const counted = acftICAO === null ? entries : entries.filter((entry) => entry.acftICAO === acftICAO)
      const sums = Object.keys(totals).map((field) => [field, counted.reduce((sum, entry) => sum + entry[field], 0)])
      assert.deepEqual(totals, Object.fromEntries(sums), acftICAO ?? 'all')
    }
  })

  test('strangers read no messages of staff, and of the developer portal those of their own sign-up alone', async () => {
    const { staff } = demoOf(server).platform ?? assert.fail('the demo has staff')
    const stranger = new Browser(server.client, 'http://support.localhost')
    await stranger.submit(formTo((await stranger.get('/forgotten/')).body, '/forgotten/'), { email: staff.email })
    const ofStaff = (await stranger.get('/outbox/')).body
    assert.match(ofStaff, /<dt>Code/)
    assert.doesNotMatch(ofStaff, /\/reset\//)
    const signUp = async (company: string, email = 'lena@vektor.example') => {
      const browser = new Browser(server.client, 'http://developers.localhost')
      const form = formTo((await browser.get('/sign-up/')).body, '/sign-up/')
      const asked = await browser.submit(form, { company, name: 'Lena', email, password: 'a long password' })
      return { browser, confirm: asked.headers.location ?? '' }
    }
    const { browser: lena, confirm } = await signUp('Vektor')
    assert.equal((await lena.get('/outbox/')).headers.location, '/sign-in/')
    const href = /href="(\/outbox\/[^"]+)"/.exec((await lena.get(confirm)).body)?.[1] ?? ''
    const code = /<p>(\d{6})<\/p>/.exec((await lena.get(href)).body)?.[1] ?? ''
    assert.equal((await lena.submit(formTo((await lena.get(confirm)).body, '/sign-up/confirm/'), { code })).status, 303)
    assert.equal((await lena.get('/outbox/')).status, 200)
    const forgotten = new Browser(server.client, 'http://developers.localhost')
    await forgotten.submit(formTo((await forgotten.get('/forgotten/')).body, '/forgotten/'), {
      email: 'lena@vektor.example',
    })
    const { browser: other, confirm: again } = await signUp('Other')
    const mails = (await other.get(`/outbox/${again.slice(again.indexOf('?'))}`)).body
    assert.match(mails, /You already have an account/)
    assert.doesNotMatch(mails, /\/reset\//)
    const all = (await lena.get('/outbox/')).body
    assert.match(all, /\/reset\//)
    assert.doesNotMatch(all, /<dt>Code/)
  })

  test('a member reads in the outbox what went to their own company, and nothing of another’s (threats row 244)', async () => {
    const { developer } = demoOf(server).platform ?? assert.fail('the demo has a provider')
    const stranger = new Browser(server.client, 'http://developers.localhost')
    const forgotten = formTo((await stranger.get('/forgotten/')).body, '/forgotten/')
    await stranger.submit(forgotten, { email: developer.email })
    const signedIn = async (email: string, password: string): Promise<ConsoleClient> => {
      const browser = new Browser(server.client, 'http://developers.localhost')
      await browser.signIn(await browser.get('/sign-in/'), email, password)
      return new ConsoleClient(server.client, browser)
    }
    const outboxOf = async ({ browser }: ConsoleClient): Promise<string> => (await browser.get('/outbox/')).body
    const tom = await signedIn(developer.email, developer.password)
    assert.match(await outboxOf(tom), new RegExp(`to ${developer.email}`))
    const lena = await signedIn('lena@vektor.example', 'a long password')
    const others = await outboxOf(lena)
    assert.match(others, /to lena@vektor\.example/)
    assert.doesNotMatch(others, new RegExp(developer.email))
    const INVITE = 'mutation ($email: String!) { memberInvite(email: $email, name: "x") { userErrorList { code } } }'
    const invite = (by: ConsoleClient, email: string) => by.done('memberInvite', INVITE, { email })
    const [known, wanted] = [developer.email, 'nadia@turnpoint.example']
    await invite(lena, known)
    await invite(tom, wanted)
    await invite(lena, wanted)
    const links = (text: string) => [...text.matchAll(/\/invitation\/\?[^"<\s]+/g)].map(([link]) => link)
    const [ofTom, ofLena] = [await outboxOf(tom), await outboxOf(lena)]
    assert.doesNotMatch(
      ofLena,
      /\/reset\/\?reset=[\s\S]*tom@|Turnpoint/,
      'an invited address opens none of its messages',
    )
    assert.match(ofLena, new RegExp(`to ${wanted}`), 'the own invitation is shown')
    assert.ok(links(ofLena).length > 0 && links(ofTom).length > 0)
    assert.deepEqual(
      links(ofLena).filter((link) => links(ofTom).includes(link)),
      [],
      'each company sees the invitation that it sent',
    )
  })
})
