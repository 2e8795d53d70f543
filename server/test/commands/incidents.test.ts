/**
 * Incidents at the host's command line: what is revoked, suspended or ended there is refused by every running process
 * within a second, logged with the host as its author, and asked for before (access-model §12, threats row 118).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { auditEntries } from '../../src/storage/audit.ts'
import { addApplication, GrantScene, signedInBrowser, type TestApplication } from '../support/code-grant.ts'
import type { HttpClient } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const ECHO = JSON.stringify({ query: '{ echo(text: "hi") }' })
const REASON = ['--reason', 'A laptop was stolen']

for (const store of storesFor('concurrency')) {
  describe(`incidents (${store})`, () => {
    let server: TestServer
    let other: ServerProcess | null = null
    let alpine: GrantScene
    let northsea: GrantScene
    before(async () => {
      server = await startServer(store)
      if (store === 'postgres') other = await startServerProcess(server.place.environment)
      alpine = await GrantScene.open(server, 'alpine')
      northsea = await GrantScene.open(server, 'northsea')
    })
    after(async () => {
      await other?.stop()
      await server.close()
    })

    const run = (...args: string[]) => runCommand(args, server.place.environment)
    const json = async (...args: string[]) => JSON.parse(await run(...args, '--json'))
    const at = (operatorId: string) => ['--operator', operatorId, '--environment', 'production']

    /** Every process that serves: on the embedded store there is one. */
    const doors = (): HttpClient[] => (other ? [server.client, other.client] : [server.client])
    const statusOf = async (client: HttpClient, { origin }: TestTenant, token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return (await client.ask(`${origin}/api/graphql/`, { method: 'POST', headers, body: ECHO })).status
    }
    const statuses = (tenant: TestTenant, token: string) =>
      Promise.all(doors().map((client) => statusOf(client, tenant, token)))
    const answers = async (tenant: TestTenant, token: string, status: number) =>
      assert.deepEqual(new Set(await statuses(tenant, token)), new Set([status]))
    const soonAnswers = (what: string, tenant: TestTenant, token: string, status: number) =>
      soon(what, async () => (await statuses(tenant, token)).every((each) => each === status))

    const loggedAt = async (scene: GrantScene, action: string) => {
      const entries = await auditEntries(server.world.storage.tenant(scene.at.tenant.tenantId), 50)
      return entries
        .filter((entry) => entry.action === action)
        .map(({ actor_kind, detail }) => [actor_kind, JSON.parse(detail).reason])
    }

    const keyOf = async (tenant: TestTenant) => {
      const { apiKeyId, refreshToken } = await tenant.createKey('contact:read')
      return { apiKeyId, refreshToken, token: (await tenant.refreshKey(refreshToken)).body }
    }

    test('without a typed yes or --yes nothing is done, and the question says what is about to happen', async () => {
      const { token } = await keyOf(alpine.at)
      const asked = async (input: string) =>
        runCommand(['revoke', 'operator', 'alpine', ...REASON], server.place.environment, input)
      for (const input of ['', 'no\n', 'y\n']) {
        await assert.rejects(
          asked(input),
          /About to revoke everything issued until now at alpine: everybody signs in again[\s\S]*Nothing was done/,
        )
      }
      await answers(alpine.at, token, 200)
      await assert.rejects(run('revoke', 'operator', 'alpine', '--yes'), /--reason is missing/)
      await assert.rejects(run('revoke', 'operator', 'alpine', '--yes', '--reason', '\u2800'), /--reason has 1 to/)
      await assert.rejects(run('revoke', 'operator', 'nobody', ...REASON, '--yes'), /There is no operator "nobody"/)
      for (const time of ['yesterday', '2026-03-01', '2026-03-01T06:00']) {
        await assert.rejects(run('revoke', 'before', time, ...REASON, '--yes'), /is no time: write it with its zone/)
      }
      await assert.rejects(run('revoke', 'before', '2999-01-01T00:00Z', ...REASON, '--yes'), /is in the future/)
      assert.match(await asked('yes\n'), /^Revoked everything issued until now at alpine/)
    })

    test('revoke operator ends keys, grants, codes and sessions there at every process, and nothing of another operator', async () => {
      const key = await keyOf(alpine.at)
      const foreign = await keyOf(northsea.at)
      const browser = await signedInBrowser(server, alpine.at, alpine.admin)
      const scene = new GrantScene({ ...alpine, server, browser })
      const tokens = await scene.connect()
      const code = await scene.code()
      for (const token of [key.token, tokens.access_token]) await answers(alpine.at, token, 200)
      await answers(northsea.at, foreign.token, 200)

      const ended = await json('revoke', 'operator', 'alpine', ...REASON, '--yes')
      assert.ok(ended.refresh_tokens >= 2 && ended.sessions >= 1, JSON.stringify(ended))
      assert.equal(ended.codes, 1)
      await soonAnswers('the key is refused', alpine.at, key.token, 401)
      await soonAnswers('the application is refused', alpine.at, tokens.access_token, 401)
      assert.equal((await alpine.at.refreshKey(key.refreshToken)).json().error, 'invalid_grant')
      assert.equal((await scene.refresh(tokens.refresh_token)).json().error, 'invalid_grant')
      assert.equal((await scene.exchange(code)).json().error, 'invalid_grant')
      assert.equal((await browser.get('/account/')).status, 303, 'the session ended')
      await answers(northsea.at, foreign.token, 200)
      assert.deepEqual((await loggedAt(alpine, 'operator.everything-revoked'))[0], ['host', REASON[1]])
      assert.deepEqual(await loggedAt(northsea, 'operator.everything-revoked'), [])

      const again = new GrantScene({
        ...alpine,
        server,
        browser: await signedInBrowser(server, alpine.at, alpine.admin),
      })
      await answers(alpine.at, (await again.connect()).access_token, 200)
    })

    test('revoke app ends its tokens at every operator and leaves keys and other applications alone', async () => {
      const application = await addApplication(server, { name: 'Leaky' })
      const sceneAt = async (scene: GrantScene, app: TestApplication) =>
        new GrantScene({
          ...scene,
          server,
          application: app,
          browser: await signedInBrowser(server, scene.at, scene.admin),
        })
      const tokens = [
        await (await sceneAt(alpine, application)).connect(),
        await (await sceneAt(northsea, application)).connect(),
      ]
      const kept = await (await sceneAt(northsea, northsea.application)).connect()
      const key = await keyOf(alpine.at)
      const said = await json('revoke', 'app', application.clientId, ...REASON, '--yes')
      assert.equal(said.refresh_tokens, 2)
      await soonAnswers('refused at alpine', alpine.at, tokens[0]?.access_token ?? '', 401)
      await soonAnswers('refused at northsea', northsea.at, tokens[1]?.access_token ?? '', 401)
      await answers(northsea.at, kept.access_token, 200)
      await answers(alpine.at, key.token, 200)
      for (const scene of [alpine, northsea]) {
        assert.deepEqual(await loggedAt(scene, 'add-on.everything-revoked'), [['host', REASON[1]]])
      }
    })

    test('revoke before ends what was issued before the time, at every operator, and nothing after it', async () => {
      const earlier = [await keyOf(alpine.at), await keyOf(northsea.at)]
      const browser = await signedInBrowser(server, northsea.at, northsea.admin)
      for (const [index, scene] of [alpine, northsea].entries())
        await answers(scene.at, earlier[index]?.token ?? '', 200)
      const time = await server.world.storage.platform.now()
      const later = await keyOf(alpine.at)
      await run('revoke', 'before', new Date(time).toISOString(), ...REASON, '--yes')
      await soonAnswers('refused at alpine', alpine.at, earlier[0]?.token ?? '', 401)
      await soonAnswers('refused at northsea', northsea.at, earlier[1]?.token ?? '', 401)
      assert.equal((await browser.get('/account/')).status, 303, 'the session ended')
      await answers(alpine.at, later.token, 200)
    })

    test('operator suspend closes its address at every process, and resume opens it again with what worked before', async () => {
      const key = await keyOf(northsea.at)
      await run('operator', 'suspend', 'northsea', ...REASON, '--yes')
      await soonAnswers('nothing is answered', northsea.at, key.token, 403)
      await assert.rejects(run('operator', 'suspend', 'northsea', ...REASON, '--yes'), /was suspended before/)
      const shown = await json('operator', 'show', 'northsea')
      assert.deepEqual(
        shown.environments.map(({ state }: { state: string }) => state),
        ['suspended', 'suspended'],
      )
      assert.match(await run('operator', 'list'), /northsea .*production +suspended/)
      assert.ok((await json('api-key', 'list', ...at('northsea'))).length > 0, 'the host still looks at its keys')
      await run('operator', 'resume', 'northsea', ...REASON, '--yes')
      await soonAnswers('it works again', northsea.at, key.token, 200)
      for (const action of ['operator.suspended', 'operator.resumed']) {
        assert.deepEqual(await loggedAt(northsea, action), [['host', REASON[1]]])
      }
      await assert.rejects(run('operator', 'suspend', 'support', ...REASON, '--yes'), /There is no such operator/)
    })

    test('app renew-secret ends the old secret at once, or after the given hours', async () => {
      const application = await addApplication(server)
      const introspect = async (secret: string) =>
        (
          await alpine.token({
            client_id: application.clientId,
            client_secret: secret,
            grant_type: 'refresh_token',
            refresh_token: 'x',
          })
        ).json().error
      const first = application.clientSecret
      assert.equal(await introspect(first), 'invalid_grant')
      const second = (await json('app', 'renew-secret', application.clientId, ...REASON, '--yes')).client_secret
      await soon('the old secret is refused', async () => (await introspect(first)) === 'invalid_client')
      assert.equal(await introspect(second), 'invalid_grant')
      const overlap = ['--overlap-hours', '2']
      const third = (await json('app', 'renew-secret', application.clientId, ...overlap, ...REASON, '--yes'))
        .client_secret
      await soon('the new secret is taken', async () => (await introspect(third)) === 'invalid_grant')
      assert.equal(await introspect(second), 'invalid_grant', 'it still works for two hours')
      await assert.rejects(
        run('app', 'renew-secret', application.clientId, '--overlap-hours', '169', ...REASON, '--yes'),
        /from 0 to 168/,
      )
      const { secrets } = await json('app', 'show', application.clientId)
      assert.deepEqual(
        secrets.map(({ last_four }: { last_four: string }) => last_four),
        [third.slice(-4), second.slice(-4)],
      )
    })

    test('grant list and show name no secret, and grant end disconnects', async () => {
      const scene = new GrantScene({
        ...alpine,
        server,
        browser: await signedInBrowser(server, alpine.at, alpine.admin),
      })
      const tokens = await scene.connect()
      const listed = await json('grant', 'list', ...at('alpine'))
      const grant = listed.find(
        (each: { client_id: string; state: string }) =>
          each.client_id === scene.application.clientId && each.state === 'in force',
      )
      const text = await run('grant', 'show', grant.grant_id, ...at('alpine'))
      assert.match(text, /refresh tokens\n.*last four +state/)
      assert.ok(!text.includes(tokens.refresh_token))
      await assert.rejects(
        run('grant', 'end', grant.grant_id, ...at('northsea'), ...REASON, '--yes'),
        /no such grant here/,
      )
      await run('grant', 'end', grant.grant_id, ...at('alpine'), ...REASON, '--yes')
      await soonAnswers('its tokens are refused', alpine.at, tokens.access_token, 401)
      await assert.rejects(
        run('grant', 'end', grant.grant_id, ...at('alpine'), ...REASON, '--yes'),
        /or it ended before/,
      )
    })
  })
}
