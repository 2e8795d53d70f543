/** A provider's sandbox is made by a background job: once, again after a failure, and for nobody who left (ADR 135). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { SYSTEM } from '../../src/domain/versioned.ts'
import type { SandboxData } from '../../src/services/providers/sandbox.ts'
import { beginSandbox, finishSandbox, isSandboxDue } from '../../src/services/providers/wanted-sandboxes.ts'
import { refillSandbox } from '../../src/services/tenancy/refill-sandbox.ts'
import { peopleOf } from '../../src/storage/identity/users.ts'
import { PASSWORD } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { ERRORS, register } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const MAKING = '{ me { provider { sandbox { operatorId name } sandboxMaking { tries } } } }'
const INVITE = `mutation ($email: String!) { memberInvite(email: $email, name: "Mia Moll") { ${ERRORS} } }`
const OWNER = `mutation ($id: ID!) { memberOwnerSet(userId: $id, isOwner: true) { ${ERRORS} } }`
const REMOVE = `mutation ($id: ID!) { memberRemove(userId: $id) { ${ERRORS} } }`
const RESET = `mutation { sandboxReset { ${ERRORS} } }`

for (const store of storesFor('locks')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`sandboxes that are being made (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
    })
    after(() => server.close())

    const begin = (data: SandboxData = async () => []) => beginSandbox(server.world.storage.writtenBy(SYSTEM), data)
    const finish = (begun: Awaited<ReturnType<typeof begin>>) => {
      const { publicUrl } = server.config
      const maker = { randomBytes: server.world.randomBytes, publicUrl }
      return server.world.storage.writtenBy(SYSTEM).writePlatform((tx) => finishSandbox(tx, maker, begun))
    }
    const shown = async (member: ConsoleClient) => (await member.data(MAKING)).me.provider

    test('a first registration is answered before the sandbox is there, and members are told when it is', async () => {
      const lena = await scene.signUp('lena@early.example', 'Early')
      await register(lena)
      await register(lena, { name: 'Second' })
      assert.deepEqual(await shown(lena), { sandbox: null, sandboxMaking: { tries: 0 } })
      await scene.makeSandboxes()
      const sandbox = { operatorId: 'early-dev', name: 'Early Sandbox' }
      assert.deepEqual(await shown(lena), { sandbox, sandboxMaking: null })
      assert.match(
        await scene.lastSent('lena@early.example'),
        /early-dev is ready[\s\S]*http:\/\/early-dev\.sandbox\.localhost/,
      )
      assert.equal(await isSandboxDue(server.world.storage.platform), false)
    })

    test('a sandbox that cannot be made is tried again after a pause, and others do not wait for it', async () => {
      const [bad, good] = [await scene.signUp('b@bad.example', 'Bad'), await scene.signUp('g@good.example', 'Good')]
      server.clock.standStill()
      await register(bad)
      server.clock.advanceSeconds(1)
      await register(good)
      // The store's own clock may be behind a clock that stands still, by less than a millisecond.
      server.clock.advanceSeconds(1)
      const failing = await begin(async () => [() => Promise.reject(new Error('The disk is full'))])
      await assert.rejects(finish(failing), /The disk is full/)
      assert.deepEqual(await shown(bad), { sandbox: null, sandboxMaking: { tries: 1 } })
      await scene.makeSandboxes()
      assert.equal((await shown(good)).sandbox.operatorId, 'good-dev')
      assert.equal((await shown(bad)).sandbox, null, 'not before its pause is over')
      server.clock.advanceSeconds(11)
      await scene.makeSandboxes()
      assert.equal((await shown(bad)).sandbox.operatorId, 'bad-dev')
      server.clock.moveOn()
    })

    testOnBoth('a sandbox that two processes make at once is made once', async () => {
      const lena = await scene.signUp('lena@twice.example', 'Twice')
      await register(lena)
      const first = await begin()
      server.clock.advanceSeconds(60)
      const second = await begin()
      assert.ok(first && second, 'the second began because the first took too long')
      await Promise.all([finish(first), finish(second)])
      assert.equal((await shown(lena)).sandbox.operatorId, 'twice-dev')
      const operators = server.world.storage.platform.db.selectFrom('operator').select('operator_id')
      assert.equal((await operators.where('operator_id', 'like', 'twice%').execute()).length, 1)
    })

    test('who asks for fresh data twice before they are there gets them once', async () => {
      const lena = await scene.signUp('lena@fresh.example', 'Fresh')
      await register(lena)
      await scene.makeSandboxes()
      for (let times = 0; times < 5; times++) await lena.done('sandboxReset', RESET)
      assert.deepEqual((await shown(lena)).sandboxMaking, { tries: 0 })
      let fills = 0
      const count: SandboxData = async () => [async () => void fills++]
      while (await finish(await begin(count)));
      assert.equal(fills, 1)
    })

    testOnBoth(
      'fresh data are written in several transactions, and others write in between (threats row 427)',
      async () => {
        const { sandbox, production } = await server.operator('parted')
        const order: string[] = []
        let other: Promise<unknown> = Promise.resolve()
        const parts = [
          async () => {
            order.push('first')
            other = server.world.storage.writeTenant(production.tenant.tenantId, async () => void order.push('other'))
            if (store === 'postgres') await other
          },
          async () => void order.push('second'),
        ]
        const refill = { tenantId: sandbox.tenant.tenantId, parts, transactionMs: 0 }
        assert.ok(await refillSandbox(server.world.storage, refill))
        await other
        assert.deepEqual(order, ['first', 'other', 'second'])
      },
    )

    testOnBoth('a reset that another process took over ends before its next part', async () => {
      const lena = await scene.signUp('lena@slow.example', 'Slow')
      await register(lena)
      await scene.makeSandboxes()
      await lena.done('sandboxReset', RESET)
      const written: string[] = []
      const late = await begin(async () => {
        server.clock.advanceSeconds(60)
        const taken = await begin(async () => [async () => void written.push('taken over')])
        await finish(taken)
        return [async () => void written.push('late')]
      })
      await finish(late)
      assert.deepEqual([written, (await shown(lena)).sandboxMaking], [['taken over'], null])
    })

    const withSecondOwner = async (company: string) => {
      const first = await scene.signUp(`first@${company}.example`, company)
      const email = `mia@${company}.example`
      await first.done('memberInvite', INVITE, { email })
      const mail = (await scene.sent(email)).at(-1)?.body ?? ''
      const [, invitation = ''] = /\?invitation=(\w+)/.exec(mail) ?? []
      const [, code = ''] = /code:\n(\w+)/.exec(mail) ?? []
      const browser = scene.visitor()
      await browser.post('/invitation/', { invitation, code, new_password: PASSWORD })
      await browser.postFresh('/sign-in/', { email, password: PASSWORD })
      const { memberList } = await first.data('{ memberList { userId } }')
      await first.done('memberOwnerSet', OWNER, { id: memberList[1].userId })
      const second = new ConsoleClient(server.client, browser)
      return { first, removeFirst: () => second.done('memberRemove', REMOVE, { id: memberList[0].userId }) }
    }
    const administratorsOf = async (operatorId: string) => {
      const { tenant } = await server.existing(operatorId, 'sandbox')
      return (await peopleOf(server.world.at(tenant).read)).map(({ email }) => email)
    }

    test('a member who left before the sandbox was made is no administrator there: an owner is (threats row 190)', async () => {
      const { first, removeFirst } = await withSecondOwner('left')
      await register(first)
      await removeFirst()
      await scene.makeSandboxes()
      assert.deepEqual(await administratorsOf('left-dev'), ['mia@left.example'])
    })

    if (store === 'postgres') {
      testOnBoth(
        'a member who is removed while the sandbox is being made is no administrator there (threats row 190)',
        async () => {
          const { first, removeFirst } = await withSecondOwner('leaving')
          await register(first)
          await finish(await begin(async () => [async () => void (await removeFirst())]))
          assert.deepEqual(await administratorsOf('leaving-dev'), ['mia@leaving.example'])
        },
      )
    }
  })
}
