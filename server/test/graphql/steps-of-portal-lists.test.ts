/**
 * Every list of the developer portal's graph with each of its filters, and with each two, at a provider whose application
 * has thousands of rows of what is kept: what the embedded store does for it is paid (ADR 293).
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { graphs } from '../../src/graphql/graphs.ts'
import { SQLITE_FILE } from '../../src/storage/engines/sqlite-engine.ts'
import { AskedLists } from '../support/asked-lists.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { ManyRows } from '../support/many-rows.ts'
import { register } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stepsDuring } from '../support/steps-of-statements.ts'
import type { TestServer } from '../support/test-server.ts'

const ROWS = 20_000
/** What is read of member and provider, and what a list of few takes. */
const FREE_STEPS = 12_000
/** As of the operator's lists. */
const STEPS_FOR_COST = 3_500

describe('what lists of the portal take on the embedded store', () => {
  let server: TestServer
  let lena: ConsoleClient
  before(async () => {
    server = await startPortalServer('sqlite')
    const scene = new PortalScene(server)
    lena = await scene.signUp('lena@vektor.example')
    const clientId = await register(lena, { name: 'RampReady', phoneNumber: '+41446681811' })
    const at = (await server.operator('alpine')).sandbox
    const file = join(server.place.environment.AIRSIDE_DATA ?? '', SQLITE_FILE)
    const now = server.clock.now()
    const many = new ManyRows(file, { tenantId: at.tenant.tenantId, now, rows: ROWS })
    const stamps = { created_at: now, changed_at: now, created_by: 'usr_none' }
    const settings = { url: 'https://receiver.example/', secret: 'none', entity_list: '[]', kind_list: '[]' }
    const webhook = { application_webhook_id: 'whk_one' }
    many.add('application_webhook', {
      ...webhook,
      ...settings,
      ...stamps,
      description: '',
      client_id: clientId,
      environment: 'sandbox',
    })
    const none = { position: 0, failures: 0, held_until: 0, grant_id: 'gra_none' }
    many.add('webhook', { tenant_id: at.tenant.tenantId, webhook_id: 'whk_one.gra', ...webhook, ...stamps, ...none })
    for (const table of ['webhook_attempt', 'webhook_parked']) many.fill(table)
    many.set('webhook_attempt', webhook)
    many.set('webhook_parked', { is_test: 0 })
    many.close()
  })
  after(() => server.close())

  const asked = async (query: string): Promise<{ readonly steps: number; readonly searched: number }> => {
    // The budget is whole again.
    server.clock.advanceSeconds(60)
    await lena.ask(query)
    let answer = await lena.ask(query)
    const steps = await stepsDuring(async () => {
      answer = await lena.ask(query)
    })
    assert.equal(answer.status, 200, answer.body)
    return { steps, searched: answer.json<Answered>().extensions?.cost?.searched ?? 0 }
  }

  test('is charged with every filter of every list', async () => {
    const rows = { ids: new Map<string, readonly string[]>(), now: server.clock.now() }
    const lists = new AskedLists(graphs().portal, rows)
    const all = [...lists.fields.map((field) => ({ field, way: [] as readonly string[] })), ...lists.nested]
    assert.ok(all.length > 20, `${all.length} lists`)
    const unpaid: string[] = []
    for (const { field, way } of all) {
      const toThere = way.length === 0 ? { steps: 0, searched: 0 } : await asked(lists.leadingTo(way))
      for (const query of lists.queriesOf(field, 1, way)) {
        const { steps, searched } = await asked(query)
        const most = toThere.steps + FREE_STEPS + STEPS_FOR_COST * searched
        if (steps > most) unpaid.push(`${steps} steps for ${searched}: ${query}`)
      }
    }
    assert.deepEqual(unpaid, [])
  })
})

interface Answered {
  readonly extensions?: { readonly cost?: { readonly searched?: number } }
}
