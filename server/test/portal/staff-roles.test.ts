/** Staff roles: what each may do, cases that another holds, and the second word for a suspension (threats rows 137 and 138). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { GraphQLField } from 'graphql'
import { isRequiredArgument } from 'graphql'
import { audienceOf } from '../../src/graphql/access-declaration.ts'
import { buildSupportSchema } from '../../src/graphql/platform/support-schema.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { setStaffRoleAsHost, usualStaffRole } from '../../src/services/support/staff.ts'
import { platformRealm } from '../../src/services/tenancy/platform-realms.ts'
import { caseSteps, DECIDE, GIVE_BACK, POSTPONE, REQUEST, SAY, SCHEDULE, TAKE } from '../support/case-steps.ts'
import { addPerson, signedInBrowser } from '../support/code-grant.ts'
import type { ConsoleClient, Data } from '../support/console-client.ts'
import { ERRORS, register } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { sampleOf } from '../support/schema-walk.ts'
import { storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ME = '{ me { userId role } }'
const SET_ROLE = `mutation ($id: ID!, $role: StaffRole!, $seen: StaffRole!) {
  staffRoleSet(userId: $id, role: $role, seenRole: $seen) { member { role } ${ERRORS} } }`
const SUSPEND = `mutation ($id: ID!, $is: Boolean!, $reason: String! = "Unpaid") {
  operatorSuspend(operatorId: $id, isSuspended: $is, reason: $reason) {
    operator { askedSuspension { askerId askerName reason } environmentList { isSuspended } } ${ERRORS} } }`
const AGREE = `mutation ($id: ID!, $asker: ID!, $reason: String! = "Unpaid") {
  operatorSuspensionAgree(operatorId: $id, seenAskerId: $asker, seenReason: $reason) {
    operator { askedSuspension { reason } environmentList { isSuspended } } ${ERRORS} } }`
const WITHDRAW = AGREE.replace('operatorSuspensionAgree', 'operatorSuspensionWithdraw')

type Mutation = GraphQLField<unknown, unknown>

/** With a sample for every argument that it must have. */
const textOf = ({ name, args }: Mutation): string => {
  const given = args
    .filter(isRequiredArgument)
    .map((each) => `${each.name}: ${sampleOf(each.type, undefined, each.name)}`)
  return `mutation { ${name}(${given.join(', ')}) { ${ERRORS} } }`
}

const MUTATIONS: readonly Mutation[] = Object.values(buildSupportSchema().getMutationType()?.getFields() ?? {})

const REFUSALS = {
  staff: null,
  reviewer: 'Only a reviewer or an administrator of staff can do this',
  administrator: 'Only an administrator of staff can do this',
} as const

for (const store of storesFor('concurrency')) {
  describe(`staff roles (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    let ada: ConsoleClient
    let ben: ConsoleClient
    let rita: ConsoleClient
    let rolf: ConsoleClient
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      lena = await scene.signUp('lena@vektor.example')
      ada = await scene.staff('ada@airside.example', 'ADMINISTRATOR')
      ben = await scene.staff('ben@airside.example', 'ADMINISTRATOR')
      rita = await scene.staff('rita@airside.example', 'REVIEWER')
      rolf = await scene.staff('rolf@airside.example', 'READER')
    })
    after(() => server?.close())

    const steps = caseSteps(() => ({ server, lena, sam: rita }))
    const idOf = async (client: ConsoleClient): Promise<string> => (await client.data(ME)).me.userId

    test('of every mutation, a reader, a reviewer and an administrator are refused exactly what their role lacks', async () => {
      const mays = [
        [rolf, ['staff']],
        [rita, ['staff', 'reviewer']],
        [ada, ['staff', 'reviewer', 'administrator']],
      ] as const
      for (const [client, audiences] of mays) {
        for (const field of MUTATIONS) {
          const audience = audienceOf(field) as keyof typeof REFUSALS
          const refusals = (await client.data(textOf(field)))[field.name].userErrorList.map((one: Data) => one.message)
          const isAllowed = audiences.some((one) => one === audience)
          if (isAllowed) assert.ok(!Object.values(REFUSALS).includes(refusals[0]), field.name)
          else assert.deepEqual(refusals, [REFUSALS[audience]], field.name)
        }
      }
      assert.equal((await rolf.data(ME)).me.role, 'READER')
      assert.ok(
        (await rolf.data('{ queue { work } staffList { name role } operatorList { name } }')).staffList.length >= 4,
      )
    })

    test('a role that an administrator takes away counts from the next request on, and with it the cases go', async () => {
      const id = await register(lena)
      await lena.done('demoRequest', REQUEST, { id, input: steps.demoInput() })
      await rita.done('caseTake', TAKE, { id, seen: null })
      const ritaId = await idOf(rita)
      const stale = await ada.refused('staffRoleSet', SET_ROLE, { id: ritaId, role: 'READER', seen: 'READER' })
      assert.deepEqual(stale[0]?.path, ['seenRole'])
      await ada.done('staffRoleSet', SET_ROLE, { id: ritaId, role: 'READER', seen: 'REVIEWER' })
      const [refused] = await rita.refused('messageSend', SAY, { id, text: 'Hello' })
      assert.deepEqual([refused?.code, refused?.message], ['NOT_ALLOWED', REFUSALS.reviewer])
      const { assignee } = (
        await ada.data('query ($id: ID!) { application(clientId: $id) { assignee { name } } }', { id })
      ).application
      assert.equal(assignee, null)
      const [mail] = (await scene.sent('rita@airside.example', scene.supportRealmId)).slice(-1)
      assert.match(mail?.subject ?? '', /^You are reader at Airside support now$/)
      await ada.done('staffRoleSet', SET_ROLE, { id: ritaId, role: 'REVIEWER', seen: 'READER' })
      await rita.done('messageSend', SAY, { id, text: 'Hello' })
      const { staffLog } = await ada.data('{ staffLog { action subjectId detail } }')
      const logged = staffLog.filter(({ subjectId }: Data) => subjectId === ritaId)
      assert.deepEqual(
        logged.map(({ action }: Data) => action),
        ['staff.role-set', 'staff.role-set'],
      )
    })

    test('nobody changes their own role, so that an administrator is left, also when two lower each other at once', async () => {
      const [adaId, benId] = [await idOf(ada), await idOf(ben)]
      const own = await ada.refused('staffRoleSet', SET_ROLE, { id: adaId, role: 'READER', seen: 'ADMINISTRATOR' })
      assert.deepEqual([own[0]?.code, own[0]?.path], ['NOT_ALLOWED', ['userId']])
      const lowering = { role: 'READER', seen: 'ADMINISTRATOR' }
      await Promise.all([ada.ask(SET_ROLE, { id: benId, ...lowering }), ben.ask(SET_ROLE, { id: adaId, ...lowering })])
      const { staffList } = await rita.data('{ staffList { userId role } }')
      const left = staffList.filter(({ role }: Data) => role === 'ADMINISTRATOR')
      assert.equal(left.length, 1)
      const at = server.world.at(await platformRealm(server.world, 'support'))
      for (const email of ['ada@airside.example', 'ben@airside.example']) {
        await setStaffRoleAsHost(at, email, 'ADMINISTRATOR', HOST)
      }
      assert.equal(await usualStaffRole(at), 'READER', 'of those who come later')
    })

    test('a case that another holds is taken over with a reason before anything of it is decided (threats row 137)', async () => {
      const id = await steps.afterDemo()
      const ritaId = await idOf(rita)
      await rita.done('caseTake', TAKE, { id, seen: null })
      const looked = await steps.looked(id)
      const scheduling = { ...looked, at: steps.inDays(2), link: 'https://meet.airside.example/1', note: 'Again' }
      for (const [field, query, more] of [
        ['applicationDecide', DECIDE, { yes: true }],
        ['applicationDecide', DECIDE, { yes: false }],
        ['demoSchedule', SCHEDULE, scheduling],
        ['demoPostpone', POSTPONE, {}],
        ['caseGiveBack', GIVE_BACK, { seen: ritaId }],
      ] as const) {
        const [refused] = await ada.refused(field, query, { ...looked, ...more })
        assert.deepEqual([refused?.code, refused?.path], ['NOT_ALLOWED', ['clientId']], field)
        assert.match(refused?.message ?? '', /has this case: take it over with a reason first$/)
      }
      for (const reason of [undefined, '', ' ']) {
        const [refused] = await ada.refused('caseTake', TAKE, { id, seen: ritaId, reason })
        assert.deepEqual(refused?.path, ['reason'])
      }
      await ada.done('caseTake', TAKE, { id, seen: ritaId, reason: 'Rita is ill' })
      const [lost] = await rita.refused('applicationDecide', DECIDE, { ...looked, yes: true })
      assert.equal(lost?.code, 'NOT_ALLOWED')
      await ada.done('applicationDecide', DECIDE, { ...looked, yes: true })
      const { staffLog } = await ada.data('{ staffLog { action subjectId reason } }')
      const taken = staffLog.find(({ action, subjectId }: Data) => action.endsWith('case-taken') && subjectId === id)
      assert.equal(taken.reason, 'Rita is ill')
    })

    test('an operator with people at work is suspended by the word of two administrators (threats row 138)', async () => {
      const { production } = await server.operator('vento')
      const anna = await addPerson(server, production, 'Anna', ['ADMIN'])
      await signedInBrowser(server, production, anna)
      const dora = await scene.staff('dora@airside.example', 'ADMINISTRATOR')
      const emil = await scene.staff('emil@airside.example', 'ADMINISTRATOR')
      const [doraId, emilId] = [await idOf(dora), await idOf(emil)]
      for (const { userId, role } of (await dora.data('{ staffList { userId role } }')).staffList)
        if (role === 'ADMINISTRATOR' && userId !== doraId && userId !== emilId)
          await dora.done('staffRoleSet', SET_ROLE, { id: userId, role: 'REVIEWER', seen: role })
      const isClosed = async () =>
        (await dora.data('{ operator(operatorId: "vento") { environmentList { isSuspended } } }')).operator
          .environmentList[0].isSuspended
      const { operator } = await dora.done('operatorSuspend', SUSPEND, { id: 'vento', is: true })
      assert.deepEqual(operator.askedSuspension, { askerId: doraId, askerName: 'Sam Staff', reason: 'Unpaid' })
      assert.equal(await isClosed(), false)
      const [mail] = (await scene.sent('emil@airside.example', scene.supportRealmId)).slice(-1)
      assert.match(mail?.subject ?? '', /^Your word is needed to suspend vento$/)
      const own = await dora.refused('operatorSuspensionAgree', AGREE, { id: 'vento', asker: doraId })
      assert.match(own[0]?.message ?? '', /^You asked for it yourself/)
      const anew = await emil.refused('operatorSuspensionAgree', AGREE, { id: 'vento', asker: doraId, reason: 'Other' })
      assert.equal(anew[0]?.code, 'ILLEGAL_TRANSITION')
      await dora.done('operatorSuspensionWithdraw', WITHDRAW, { id: 'vento', asker: doraId })
      const gone = await emil.refused('operatorSuspensionAgree', AGREE, { id: 'vento', asker: doraId })
      assert.equal(gone[0]?.code, 'NOT_FOUND')
      await dora.done('operatorSuspend', SUSPEND, { id: 'vento', is: true })
      await emil.done('staffRoleSet', SET_ROLE, { id: doraId, role: 'REVIEWER', seen: 'ADMINISTRATOR' })
      const lowered = await emil.refused('operatorSuspensionAgree', AGREE, { id: 'vento', asker: doraId })
      assert.equal(lowered[0]?.code, 'NOT_FOUND')
      const alone = await emil.refused('operatorSuspend', SUSPEND, { id: 'vento', is: true })
      assert.match(alone[0]?.message ?? '', /Nobody else is an administrator who could agree: the host can suspend it/)
      await emil.done('staffRoleSet', SET_ROLE, { id: doraId, role: 'ADMINISTRATOR', seen: 'REVIEWER' })
      const again = await emil.refused('operatorSuspensionAgree', AGREE, { id: 'vento', asker: doraId })
      assert.equal(again[0]?.code, 'NOT_FOUND', 'what a demoted administrator asked for is over')
      const onlyNew = await emil.refused('operatorSuspend', SUSPEND, { id: 'vento', is: true })
      assert.match(onlyNew[0]?.message ?? '', /Nobody else is an administrator who could agree/)
      const puppets = [dora, rolf]
      await emil.done('staffRoleSet', SET_ROLE, { id: await idOf(rolf), role: 'ADMINISTRATOR', seen: 'READER' })
      for (const address of ['dora@airside.example', 'emil@airside.example']) {
        const [news] = (await scene.sent(address, scene.supportRealmId)).slice(-1)
        assert.match(news?.subject ?? '', /is administrator at Airside support now$/, address)
      }
      const carl = await scene.staff('carl@airside.example', 'ADMINISTRATOR')
      await emil.done('operatorSuspend', SUSPEND, { id: 'vento', is: true, reason: 'Still unpaid' })
      const agreement = { id: 'vento', asker: emilId, reason: 'Still unpaid' }
      for (const puppet of puppets) {
        const refusals = [
          ...(await puppet.refused('operatorSuspensionAgree', AGREE, agreement)),
          ...(await puppet.refused('operatorSuspend', SUSPEND, { id: 'vento', is: true })),
        ]
        for (const { message } of refusals) assert.match(message, /became administrator by a colleague’s word/)
      }
      assert.equal(await isClosed(), false, 'one who asks does not make two who agree (threats row 431)')
      const agreed = await carl.done('operatorSuspensionAgree', AGREE, agreement)
      assert.equal(agreed.operator.askedSuspension, null)
      assert.equal(await isClosed(), true)
      await dora.done('operatorSuspend', SUSPEND, { id: 'vento', is: false })
      assert.equal(await isClosed(), false, 'one word opens it again')
    })
  })
}
