/** What a provider changes reaches connected operators: in their panel at once, in their log once an hour (threats rows 140 and 142). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import { tellGathered } from '../../src/services/providers/gathered-changes.ts'
import { CHANGE } from '../support/case-steps.ts'
import { addPerson, allow, authorizePath, exchangeFields, returned, signedInBrowser } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { ERRORS, REGISTRATION_INPUT, register, secretOf } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const CHANGES = `query ($id: ID!) { addOn(clientId: $id) { providerChangeList { itemList { name before after } } } }`
const END = `mutation ($id: ID!, $secret: ID!) { secretEnd(clientId: $id, secretId: $secret) { ${ERRORS} } }`
const HOUR = 3600

for (const store of storesFor('concurrency')) {
  describe(`a changed add-on (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    let alpine: TestTenant
    let anna: ConsoleClient
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      lena = await scene.signUp('lena@vektor.example')
      alpine = (await server.operator('alpine')).production
      const person = await addPerson(server, alpine, 'Anna', ['ADMIN'])
      anna = new ConsoleClient(server.client, await signedInBrowser(server, alpine, person))
    })
    after(() => server?.close())

    /** In production, and connected to the operator. */
    const connected = async (): Promise<string> => {
      const clientId = await register(lena)
      const clientSecret = await secretOf(scene, lena, clientId)
      await moveApplication(server.world, clientId, { actions: ['promote'], by: 'host', reason: 'Test' }, HOST)
      const [redirectUri = ''] = REGISTRATION_INPUT.redirectUriList
      const application = { clientId, clientSecret, redirectUri }
      const code = returned(await allow(anna.browser, authorizePath(application, 'contact:read'))).get('code') ?? ''
      const token = await server.client.form(`${alpine.origin}/oauth2/code/token/`, exchangeFields(application, code))
      assert.equal(token.status, 200, token.body)
      return clientId
    }

    /** The details of what the operator's log says of changes, oldest first. */
    const logged = async (id: string): Promise<Data[]> => {
      const rows = await server.world.storage
        .tenant(alpine.tenant.tenantId)
        .db.selectFrom('audit_entry')
        .select('detail')
        .where('tenant_id', '=', alpine.tenant.tenantId)
        .where('subject_id', '=', id)
        .where('action', '=', 'add-on.changed')
        .orderBy('at')
        .execute()
      return rows.map(({ detail }) => JSON.parse(detail))
    }

    const turn = () => server.world.storage.writePlatform((tx) => tellGathered(tx, server.world))

    test('45 aliased renames in one request are one entry at once and one an hour later (threats row 140)', async () => {
      const id = await connected()
      const renames = Array.from(
        { length: 45 },
        (_, index) => `a${index}: applicationChange(clientId: "${id}", input: { name: "Ramp ${index}" }) { ${ERRORS} }`,
      )
      const data = await lena.data(`mutation { ${renames.join('\n')} }`)
      assert.ok(Object.values(data).every((payload) => (payload as Data).userErrorList.length === 0))
      const [first, ...more] = await logged(id)
      assert.deepEqual(
        [first, more],
        [{ changed: ['name'], before: { name: 'RampReady' }, after: { name: 'Ramp 0' } }, []],
      )
      assert.equal(await turn(), false, 'nothing is due within the hour')
      server.clock.advanceSeconds(HOUR)
      assert.equal(await turn(), true)
      assert.equal(await turn(), false)
      const [, gathered, ...others] = await logged(id)
      assert.deepEqual(others, [])
      assert.deepEqual(gathered, {
        changed: ['name'],
        before: { name: 'Ramp 0' },
        after: { name: 'Ramp 44' },
        times: 44,
      })
    })

    test('connect address, website and description are shown in the panel at once and logged (threats row 142)', async () => {
      const id = await connected()
      const input = {
        connectUrl: 'https://app.rampready.example/start',
        website: 'https://elsewhere.example',
        description: 'Something else.',
      }
      await lena.done('applicationChange', CHANGE, { id, input })
      const { providerChangeList } = (await anna.data(CHANGES, { id })).addOn
      assert.deepEqual(providerChangeList, [
        {
          itemList: [
            { name: 'description', before: REGISTRATION_INPUT.description, after: input.description },
            { name: 'website', before: REGISTRATION_INPUT.website, after: input.website },
            { name: 'connectUrl', before: null, after: input.connectUrl },
          ],
        },
      ])
      const [entry] = await logged(id)
      assert.deepEqual(new Set(entry?.changed), new Set(['description', 'website', 'connectUrl']))
    })

    test('owners are mailed what another member changes in production: at once, then once an hour (threats row 267)', async () => {
      const id = await connected()
      const { member: mia } = await scene.join(lena, 'mia@vektor.example')
      const told = async (to: string) =>
        (await scene.sent(to)).filter(({ subject }) => /^What operators see of .* changed$/.test(subject))
      const before = (await told('lena@vektor.example')).length
      const mailed = async () => (await told('lena@vektor.example')).slice(before).map(({ body }) => body)
      const redirectTo = (uri: string) =>
        mia.done('applicationChange', CHANGE, { id, input: { redirectUriList: [uri] } })
      const [known = ''] = REGISTRATION_INPUT.redirectUriList
      await redirectTo('https://first.example/callback')
      const [first = '', ...more] = await mailed()
      assert.deepEqual(more, [])
      assert.match(first, /by Mia Moll/)
      assert.ok(
        first.includes(`Redirect URIs before:\n${known}\nRedirect URIs now:\nhttps://first.example/callback`),
        first,
      )
      await redirectTo('https://second.example/callback')
      await redirectTo('https://third.example/callback')
      await lena.done('applicationChange', CHANGE, { id, input: { website: 'https://vektor.example' } })
      assert.equal((await mailed()).length, 1, 'what follows within the hour waits for its end')
      server.clock.advanceSeconds(HOUR)
      assert.equal(await turn(), true)
      assert.equal(await turn(), false)
      const [gathered = '', ...others] = (await mailed()).filter((body) => body !== first)
      assert.deepEqual(others, [])
      assert.match(gathered, /3 times/)
      assert.match(gathered, /by Mia Moll and Lena Vogt/)
      assert.ok(
        gathered.includes('first.example/callback\nRedirect URIs now:\nhttps://third.example/callback'),
        gathered,
      )
      assert.equal((await told('mia@vektor.example')).length, 0, 'who is no owner is not mailed')
      assert.deepEqual(Object.keys((await logged(id)).at(-1) ?? {}).sort(), ['after', 'before', 'changed', 'times'])
    })

    test('an application is changed 60 times an hour at most, and its secret is ended all the same (threats row 140)', async () => {
      const id = await register(lena)
      await secretOf(scene, lena, id)
      const { secretList } = (
        await lena.data('query ($id: ID!) { application(clientId: $id) { secretList { secretId } } }', { id })
      ).application
      let refused: Data | undefined
      for (let index = 0; index < 61 && !refused; index++) {
        const { applicationChange } = await lena.data(CHANGE, { id, input: { contact: `Somebody ${index}` } })
        refused = applicationChange.userErrorList[0]
      }
      assert.equal(refused?.code, 'LIMIT_EXCEEDED')
      assert.match(refused?.message, /^An application is changed at most 60 times an hour: wait until/)
      const other = await register(lena)
      await lena.done('applicationChange', CHANGE, { id: other, input: { contact: 'Another' } })
      await lena.done('secretEnd', END, { id, secret: secretList[0].secretId })
    })
  })
}
