/** What connections of an application that ended cost whoever looks for messages, and a new connection (threats row 610). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '../../src/services/world.ts'
import { insertApplicationWebhook } from '../../src/storage/events/application-webhooks.ts'
import { disusedWebhooks, dueWebhooks } from '../../src/storage/events/webhook-queue.ts'
import { agreeGrant, endGrant } from '../../src/storage/oauth/grants.ts'
import { addApplication, addPerson } from '../support/code-grant.ts'
import { stepsDuring } from '../support/steps-of-statements.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

const WEBHOOKS = 3
const FEW = 20
const MANY = 300

describe('connections that ended', () => {
  let server: TestServer
  let at: TestTenant
  let clientId: string
  let grantedBy: string
  let ended = 0
  before(async () => {
    server = await startServer('sqlite')
    at = (await server.operator('alpine')).production
    grantedBy = (await addPerson(server, at, 'Anna', ['ADMIN'])).userId
    clientId = (await addApplication(server)).clientId
    for (let n = 0; n < WEBHOOKS; n++)
      await server.world.storage.writePlatform((tx) =>
        insertApplicationWebhook(tx, {
          application_webhook_id: newId(server.world, 'whk'),
          client_id: clientId,
          environment: 'production',
          url: 'https://receiver.example/',
          description: '',
          entity_list: '["CONTACT"]',
          kind_list: '["CREATED"]',
          field_list: null,
          status_list: null,
          query: null,
          secret: 'none',
          earlier_secret: null,
          earlier_until: null,
          switched_off_at: null,
          off_reason: null,
          created_at: 0,
          created_by: 'usr_none',
          changed_at: 0,
          url_by: null,
          secret_by: null,
        }),
      )
  })
  after(() => server.close())

  const connect = async (): Promise<string> => {
    const grantId = newId(server.world, 'gra')
    await server.world.storage.writeTenant(at.tenant.tenantId, async (tx) => {
      const now = await tx.now()
      await agreeGrant(tx, {
        grantId,
        clientId,
        userId: null,
        scopes: 'contact:read',
        grantedBy,
        decidedAt: now,
        at: now,
      })
    })
    return grantId
  }
  const disconnect = (grantId: string) =>
    server.world.storage.writeTenant(at.tenant.tenantId, async (tx) => endGrant(tx, grantId, null, await tx.now()))
  const connectUntil = async (count: number) => {
    for (; ended < count; ended++) await disconnect(await connect())
  }

  /** With one connection that goes on, and so many that ended. */
  const stepsAfter = async (count: number): Promise<Record<string, number>> => {
    await connectUntil(count)
    const { platform } = server.world.storage
    await dueWebhooks(platform, 100)
    let grantId = ''
    const connecting = await stepsDuring(async () => {
      grantId = await connect()
    })
    const looking = await stepsDuring(() => dueWebhooks(platform, 100))
    const lookingForDisused = await stepsDuring(() => disusedWebhooks(platform, 100))
    await disconnect(grantId)
    ended++
    return { connecting, looking, lookingForDisused }
  }

  test('cost a new one, and whoever looks for messages, nothing, however many there are (threats row 610)', async () => {
    const few = await stepsAfter(FEW)
    const many = await stepsAfter(MANY)
    for (const [what, steps] of Object.entries(many))
      assert.ok(steps <= (few[what] ?? 0) + 100, `${what}: ${few[what]} steps after ${FEW}, ${steps} after ${MANY}`)
  })
})
