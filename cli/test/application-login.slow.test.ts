/** Login with an application: the browser opens the consent page and returns to this machine. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { build } from '../../sdk/test/support/build.ts'
import { bothNodes } from '../../sdk/test/support/nodes.ts'
import { type RegisteredApplication, ServedOperator } from '../../sdk/test/support/served-operator.ts'
import { freePort } from '../../server/test/support/free-port.ts'
import { type Running, Shell } from './support/shell.ts'

const nodes = await bothNodes()
await build('cli')

describe('login with an application', () => {
  let operator: ServedOperator
  let application: RegisteredApplication
  before(async () => {
    operator = await ServedOperator.start()
    application = await operator.registerApplication(`http://127.0.0.1:${await freePort()}/callback`)
  })
  after(() => operator.close())

  const login = (shell: Shell, more: readonly string[] = []): Running => {
    const { clientId, clientSecret, redirectUri } = application
    const options = ['--client-id', clientId, '--redirect-uri', redirectUri, '--scope', 'contact:read', ...more]
    const running = shell.start(['login', 'alpine', ...options])
    running.child.stdin?.end(clientSecret)
    return running
  }

  const linkOf = async (running: Running): Promise<string> => (await running.until(/ {2}(http\S+)\n/))[1] ?? ''

  const inShell = async (node: string, job: (shell: Shell) => Promise<void>): Promise<void> => {
    const shell = new Shell(node, { AIRSIDE_URL: operator.service })
    await job(shell).finally(() => shell.dispose())
  }

  for (const node of nodes) {
    test(`an administrator allows login, a forged callback changes nothing, and logout disconnects (${node.name})`, () =>
      inShell(node.path, async (shell) => {
        const running = login(shell)
        const link = await linkOf(running)
        const forged = await fetch(`${application.redirectUri}?code=air_live_ac_x&state=guess&iss=${operator.origin}`)
        assert.equal(forged.status, 404)
        const page = await fetch(await operator.decide(link, 'allow'))
        assert.equal(page.status, 200)
        assert.match(await page.text(), /go back to your terminal/)
        const { code, out } = await running.ended
        assert.equal(code, 0)
        assert.match(
          out,
          /Signed in to Alpine Jet \(alpine, production\) as Skylog\.\nProfile alpine, scopes contact:read\./,
        )
        assert.equal((await shell.run(['query', '{ contactList { nodeList { name } } }'])).code, 0)
        const credentials = readFileSync(join(shell.config, 'credentials.json'), 'utf8')
        assert.ok(!credentials.includes('_rt_'), 'the refresh token is kept with the tokens')
        const { access_token: token } = JSON.parse((await shell.run(['token', '--json'])).out)
        assert.match((await shell.run(['logout'])).out, /Forgot alpine/)
        const body = JSON.stringify({ query: '{ echo(text: "x") }' })
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
        const answer = await operator.http.ask(`${operator.origin}/api/graphql/`, { method: 'POST', headers, body })
        assert.equal(answer.status, 401)
      }))

    test(`a cancelled consent is reported, and nothing is stored (${node.name})`, () =>
      inShell(node.path, async (shell) => {
        const running = login(shell)
        await fetch(await operator.decide(await linkOf(running), 'cancel'))
        const { code, err } = await running.ended
        assert.equal(code, 3)
        assert.match(err, /Error: .*\n.*administrator/)
        assert.equal(existsSync(join(shell.config, 'credentials.json')), false)
      }))

    test(`Ctrl-C while waiting stores nothing and frees the port (${node.name})`, () =>
      inShell(node.path, async (shell) => {
        const running = login(shell)
        await linkOf(running)
        running.child.kill('SIGINT')
        assert.equal((await running.ended).code, 130)
        assert.equal(existsSync(join(shell.config, 'credentials.json')), false)
        await assert.rejects(fetch(application.redirectUri))
      }))
  }

  test('login reports what cannot work before a browser opens', () =>
    inShell(nodes[0]?.path ?? '', async (shell) => {
      const at = ['login', 'alpine', '--client-id', application.clientId]
      const elsewhere = await shell.run([...at, '--redirect-uri', 'https://app.example/'], 'secret')
      assert.equal(elsewhere.code, 2)
      assert.match(elsewhere.err, /must lead to this machine/)
      const unscoped = await shell.run([...at, '--redirect-uri', application.redirectUri], 'secret')
      assert.equal(unscoped.code, 2)
      assert.match(unscoped.err, /--scope is missing/)
    }))
})
