/** An administrator connects an application, it works, and is disconnected: the code grant against the real service. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from './support/build.ts'
import { bothNodes } from './support/nodes.ts'
import { type RegisteredApplication, ServedOperator } from './support/served-operator.ts'
import { StdioDriver } from './support/stdio-driver.ts'

const DRIVER = fileURLToPath(new URL('./drivers/application.mjs', import.meta.url))
const REDIRECT_URI = 'https://skylog.example/callback?from=airside'
const nodes = await bothNodes()
await build('sdk')

describe('an application', () => {
  let operator: ServedOperator
  let application: RegisteredApplication
  before(async () => {
    operator = await ServedOperator.start()
    application = await operator.registerApplication(REDIRECT_URI)
  })
  after(() => operator.close())

  const withDriver = async (node: string, job: (driver: StdioDriver, url: string) => Promise<void>): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'airside-application-'))
    const task = { folder, scopes: ['contact:write'], operator: 'alpine', service: operator.service, application }
    const driver = new StdioDriver(node, DRIVER, task)
    try {
      const { url } = await driver.hear()
      await job(driver, String(url))
    } finally {
      await driver.end()
      rmSync(folder, { recursive: true, force: true })
    }
  }

  for (const node of nodes) {
    test(`an application is connected, queries, reports its missing scope, and is disconnected (${node.name})`, () =>
      withDriver(node.path, async (driver, url) => {
        assert.equal((await driver.tell('query')).failed, 'NotConnected')
        const callback = await operator.decide(url, 'allow')
        assert.ok(callback.startsWith(`${REDIRECT_URI}&`), callback)
        assert.deepEqual(await driver.tell(`callback ${callback}`), { answer: 'contact:write' })
        assert.deepEqual(await driver.tell('query'), {
          answer: { tokenInfo: { applicationName: 'Skylog', scopeList: ['contact:write'] } },
        })
        assert.deepEqual((await driver.tell('userList')).missingScopes, ['contact:read'])
        assert.deepEqual(await driver.tell('again'), { answer: 50 })
        assert.equal((await driver.tell(`callback ${callback}`)).failed, 'InvalidGrant', 'a code works once')
        await driver.tell('disconnect')
        assert.equal((await driver.tell('query')).failed, 'NotConnected')
      }))

    test(`an application whose consent was cancelled gets access_denied (${node.name})`, () =>
      withDriver(node.path, async (driver, url) => {
        const callback = await operator.decide(url, 'cancel')
        const { failed, code } = await driver.tell(`callback ${callback}`)
        assert.deepEqual([failed, code], ['AuthorizationRefused', 'access_denied'])
        assert.equal((await driver.tell(`callback ${REDIRECT_URI}&code=x&state=y`)).failed, 'CallbackMismatch')
      }))
  }
})
