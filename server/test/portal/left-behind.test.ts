/** What a member made and knows ends with them, or is named until somebody takes it over (ADR 257). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { Browser } from '../support/browser.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { ERRORS, register, secretOf } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const WEBHOOK = `mutation ($id: ID!, $env: String!, $url: String!) {
  webhookCreate(clientId: $id, environment: $env, input: { url: $url, entityList: [CONTACT] }) {
    webhook { webhookId } ${ERRORS} } }`
const MOVE = `mutation ($id: ID!, $url: String!) {
  webhookUpdate(webhookId: $id, input: { url: $url, entityList: [CONTACT] }) { ${ERRORS} } }`
const LEFT = 'kind clientId applicationName webhookId environment host lastFour'
const BEHIND = `query ($id: ID!) { leftBehindList(userId: $id) { ${LEFT} } }`
const REMOVE = `mutation ($id: ID!) { memberRemove(userId: $id) { leftBehindList { ${LEFT} } ${ERRORS} } }`
const SHOWN = `query ($id: ID!) { application(clientId: $id) {
  webhookList { webhookId leftMakerName switchedOffAt } secretList { lastFour leftMakerName } } }`
const NEWS = '{ newsList { kind clientId name byName text environment isNew } }'
const TAKE_OVER = `mutation ($id: ID!) { webhookTakeOver(webhookId: $id) { webhook { leftMakerName } ${ERRORS} } }`
const ROTATE = `mutation ($id: ID!) { webhookSecretRotate(webhookId: $id) { secret ${ERRORS} } }`
const NEW_KEY = `mutation ($label: String!) {
  apiKeyCreate(input: { label: $label, scopeList: ["contact:read"] }) { refreshToken apiKey { apiKeyId } ${ERRORS} } }`
const ROTATE_KEY = `mutation ($id: ID!) { apiKeyRotate(apiKeyId: $id, overlapHours: 0) { refreshToken ${ERRORS} } }`

for (const store of storesFor('locks')) {
  const { testOnBoth, test } = testsOn(store)
  describe(`what a member leaves behind (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    before(async () => {
      server = await startPortalServer(store, { AIRSIDE_WEBHOOK_LOOPBACK: '1' })
      scene = new PortalScene(server)
    })
    after(() => server?.close())

    const sandboxOf = (name: string) => `http://${name}-dev.sandbox.localhost`
    const handedOver = async (member: ConsoleClient, origin: string): Promise<ConsoleClient> => {
      const there = new Browser(server.client, origin)
      const begun = new URL((await there.get('/hand-over/')).headers.location ?? '')
      const given = await member.browser.get(begun.pathname + begun.search)
      const carried = new URL(given.headers.location ?? '').hash.slice(1)
      assert.equal((await there.post('/hand-over/', { carried })).status, 303)
      return new ConsoleClient(server.client, there)
    }
    const refreshes = async (origin: string, refreshToken: string): Promise<boolean> => {
      const answer = await server.client.form(`${origin}/access_token/refresh/`, { refresh_token: refreshToken })
      return answer.status === 200
    }
    /** A company with an application in production, and a member who is no owner. */
    const company = async (name: string, phoneNumber: string) => {
      const lena = await scene.signUp(`lena@${name}.example`, name)
      const clientId = await register(lena, { name: `Ramp ${name}`, phoneNumber })
      await server.world.storage.writePlatform((tx) =>
        tx.db.updateTable('application').set({ mode: 'production' }).where('client_id', '=', clientId).execute(),
      )
      const { member: mia, id } = await scene.join(lena, `mia@${name}.example`)
      return { lena, mia, id, clientId }
    }
    const webhook = async (by: ConsoleClient, clientId: string, url: string, env = 'production'): Promise<string> =>
      (await by.done('webhookCreate', WEBHOOK, { id: clientId, env, url })).webhook.webhookId
    const leftMakers = async (by: ConsoleClient, id: string): Promise<Record<string, string | null>> => {
      const { webhookList } = (await by.data(SHOWN, { id })).application
      return Object.fromEntries(webhookList.map((each: Data) => [each.webhookId, each.leftMakerName]))
    }

    testOnBoth(
      'keys that they made or rotated in the own sandbox end with them, and those of others stay (threats row 510)',
      async () => {
        const { lena, mia, id } = await company('keys', '+41446682001')
        await scene.makeSandboxes()
        const origin = sandboxOf('keys')
        const [hers, owners] = [await handedOver(mia, origin), await handedOver(lena, origin)]
        const made = (await hers.done('apiKeyCreate', NEW_KEY, { label: 'Nightly of Mia' })).refreshToken
        const kept = (await owners.done('apiKeyCreate', NEW_KEY, { label: 'Build' })).refreshToken
        const { apiKey } = await owners.done('apiKeyCreate', NEW_KEY, { label: 'Rotated by Mia' })
        const rotated = (await hers.done('apiKeyRotate', ROTATE_KEY, { id: apiKey.apiKeyId })).refreshToken
        for (const token of [made, kept, rotated]) assert.ok(await refreshes(origin, token))
        await lena.done('memberRemove', REMOVE, { id })
        assert.deepEqual(
          [await refreshes(origin, made), await refreshes(origin, rotated), await refreshes(origin, kept)],
          [false, false, true],
        )
        const mail = await scene.lastSent('lena@keys.example')
        assert.match(mail, /Nightly of Mia/)
        assert.match(mail, /Rotated by Mia/)
        assert.doesNotMatch(mail, /Build/)
      },
    )

    test('keys that they made there end too where their account at the sandbox was removed before (threats row 510)', async () => {
      const { lena, mia, id } = await company('before', '+41446682002')
      await scene.makeSandboxes()
      const origin = sandboxOf('before')
      const [hers, owners] = [await handedOver(mia, origin), await handedOver(lena, origin)]
      const { refreshToken } = await hers.done('apiKeyCreate', NEW_KEY, { label: 'Early' })
      const { viewer } = await hers.data('{ viewer { userId } }')
      await owners.done('userRemove', `mutation ($id: ID!) { userRemove(userId: $id) { ${ERRORS} } }`, {
        id: viewer.userId,
      })
      await lena.done('memberRemove', REMOVE, { id })
      assert.equal(await refreshes(origin, refreshToken), false)
    })

    testOnBoth(
      'a webhook that they made in the own sandbox is switched off with them, those of others send on (threats row 598)',
      async () => {
        const { lena, mia, id } = await company('hooks', '+41446682013')
        await scene.makeSandboxes()
        const origin = sandboxOf('hooks')
        const [hers, owners] = [await handedOver(mia, origin), await handedOver(lena, origin)]
        const { apiKey } = await owners.done('apiKeyCreate', NEW_KEY, { label: 'Build' })
        const hook = `mutation ($key: ID!, $url: String!) {
          webhookCreate(input: { url: $url, apiKeyId: $key, entityList: [CONTACT] }) { webhook { webhookId } ${ERRORS} } }`
        const make = (by: ConsoleClient, host: string) =>
          by.done('webhookCreate', hook, { key: apiKey.apiKeyId, url: `https://${host}/in?token=geheim` })
        await make(hers, 'hook.leaver.example')
        await make(owners, 'hook.company.example')
        await lena.done('memberRemove', REMOVE, { id })
        const { webhookList } = await owners.data('{ webhookList { url offReason } }')
        assert.deepEqual(
          webhookList.map(({ url, offReason }: Data) => [new URL(url).host, offReason]),
          [
            ['hook.leaver.example', 'Mia Moll, who made it, left'],
            ['hook.company.example', null],
          ],
        )
        const mail = await scene.lastSent('lena@hooks.example')
        assert.match(mail, /were switched off[\s\S]*hook\.leaver\.example/)
        assert.doesNotMatch(mail, /geheim|hook\.company/)
      },
    )

    testOnBoth(
      'webhooks and client secrets that they know go on, and are named to every owner and in the bell (threats row 511)',
      async () => {
        const { lena, mia, id, clientId } = await company('named', '+41446682003')
        const { member: otto, id: ottoId } = await scene.join(lena, 'otto@named.example', 'Otto Own')
        await lena.done(
          'memberOwnerSet',
          `mutation ($id: ID!) { memberOwnerSet(userId: $id, isOwner: true) { ${ERRORS} } }`,
          {
            id: ottoId,
          },
        )
        const hers = await webhook(mia, clientId, 'https://hook.leaver.example/in?token=geheim')
        const own = await webhook(lena, clientId, 'https://hook.company.example/in')
        const secret = await secretOf(scene, mia, clientId, '+41446682003')
        server.clock.advanceSeconds(1)
        const expected = [
          {
            kind: 'WEBHOOK',
            clientId,
            applicationName: 'Ramp named',
            webhookId: hers,
            environment: 'production',
            host: 'hook.leaver.example',
            lastFour: null,
          },
          {
            kind: 'SECRET',
            clientId,
            applicationName: 'Ramp named',
            webhookId: null,
            environment: null,
            host: null,
            lastFour: secret.slice(-4),
          },
        ]
        assert.deepEqual((await lena.data(BEHIND, { id })).leftBehindList, expected, 'asked before')
        const { leftBehindList } = await lena.done('memberRemove', REMOVE, { id })
        assert.deepEqual(leftBehindList, expected)
        for (const owner of ['lena@named.example', 'otto@named.example']) {
          const mail = await scene.lastSent(owner)
          assert.match(mail, /Mia Moll left/)
          assert.match(mail, /hook\.leaver\.example/)
          assert.doesNotMatch(mail, /geheim|hook\.company/)
          assert.ok(mail.includes(`http://developers.localhost/console/applications/${clientId}/events?open=${hers}`))
          assert.ok(mail.includes(`http://developers.localhost/console/applications/${clientId}/credentials`))
          assert.ok(mail.includes(secret.slice(-4)))
          assert.ok(!mail.includes(secret))
        }
        assert.deepEqual(await leftMakers(lena, clientId), { [hers]: 'Mia Moll', [own]: null })
        const { webhookList, secretList } = (await lena.data(SHOWN, { id: clientId })).application
        assert.ok(
          webhookList.every(({ switchedOffAt }: Data) => switchedOffAt === null),
          'production goes on',
        )
        assert.deepEqual(secretList, [{ lastFour: secret.slice(-4), leftMakerName: 'Mia Moll' }])
        const { newsList } = await otto.data(NEWS)
        assert.deepEqual(
          newsList
            .filter(({ kind }: Data) => kind.startsWith('LEFT_'))
            .map((news: Data) => ({ ...news, name: undefined }))
            // Of one moment: by their ids.
            .sort((a: Data, b: Data) => (a.kind < b.kind ? -1 : 1)),
          [
            {
              kind: 'LEFT_SECRET',
              clientId,
              name: undefined,
              byName: 'Mia Moll',
              text: secret.slice(-4),
              environment: null,
              isNew: true,
            },
            {
              kind: 'LEFT_WEBHOOK',
              clientId,
              name: undefined,
              byName: 'Mia Moll',
              text: 'hook.leaver.example',
              environment: 'production',
              isNew: true,
            },
          ],
        )
      },
    )

    test('a webhook is somebody else’s once they take it over, or replace its secret (threats row 511)', async () => {
      const { lena, mia, id, clientId } = await company('taken', '+41446682004')
      const [one, two] = [
        await webhook(mia, clientId, 'https://one.example/in'),
        await webhook(mia, clientId, 'https://two.example/in'),
      ]
      await lena.done('memberRemove', REMOVE, { id })
      assert.deepEqual(await leftMakers(lena, clientId), { [one]: 'Mia Moll', [two]: 'Mia Moll' })
      const { webhook: shown } = await lena.done('webhookTakeOver', TAKE_OVER, { id: one })
      assert.equal(shown.leftMakerName, null)
      await lena.done('webhookSecretRotate', ROTATE, { id: two })
      assert.deepEqual(await leftMakers(lena, clientId), { [one]: null, [two]: null })
      const { newsList } = await lena.data(NEWS)
      assert.deepEqual(
        newsList.filter(({ kind }: Data) => kind === 'LEFT_WEBHOOK'),
        [],
      )
      assert.match(
        await scene.lastSent('lena@taken.example'),
        /signing secret of the webhook to two\.example was replaced/,
      )
      const stranger = await scene.signUp('stranger@elsewhere-taken.example', 'Elsewhere Taken')
      const [refused] = await stranger.refused('webhookTakeOver', TAKE_OVER, { id: one })
      assert.equal(refused?.code, 'NOT_FOUND')
      assert.deepEqual((await stranger.data(BEHIND, { id })).leftBehindList, [])
    })

    test('whoever moved a colleague’s webhook or replaced its secret is named when they leave (threats row 511)', async () => {
      const { lena, mia, id, clientId } = await company('moved', '+41446682005')
      const [moved, rotated, left] = [
        await webhook(lena, clientId, 'https://moved.example/in'),
        await webhook(lena, clientId, 'https://rotated.example/in'),
        await webhook(mia, clientId, 'https://left.example/in'),
      ]
      await mia.done('webhookUpdate', MOVE, { id: moved, url: 'https://leaver.example/in' })
      await mia.done('webhookSecretRotate', ROTATE, { id: rotated })
      await lena.done('webhookUpdate', MOVE, { id: left, url: 'https://company.example/in' })
      await lena.done('memberRemove', REMOVE, { id })
      const expected = { [moved]: 'Mia Moll', [rotated]: 'Mia Moll', [left]: 'Mia Moll' }
      assert.deepEqual(
        await leftMakers(lena, clientId),
        expected,
        'an address that others chose leaves the secret hers',
      )
    })

    test('nobody is written to where somebody leaves who made nothing', async () => {
      const { lena, id } = await company('nothing', '+41446682006')
      const before = (await scene.sent('lena@nothing.example')).length
      const { leftBehindList } = await lena.done('memberRemove', REMOVE, { id })
      assert.deepEqual(leftBehindList, [])
      assert.equal((await scene.sent('lena@nothing.example')).length, before)
    })
  })
}
