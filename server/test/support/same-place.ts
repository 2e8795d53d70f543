/** Two servers that hold the same operator: whether every query of the reference is answered the same by both. */
import assert from 'node:assert/strict'
import type { Person } from './code-grant.ts'
import { ConsoleClient } from './console-client.ts'
import type { TestServer, TestTenant } from './test-server.ts'
import { type Ids, wholeQueries } from './whole-answers.ts'

/** What differs between two places and is no operator's data. */
const OF_THE_PLACE = new Set([
  // Cursors name the tenant and the time: those of the old place are refused, on purpose.
  'cursor',
  'endCursor',
  'changeList',
  // A link is made when it is asked for.
  'DocumentLink.path',
  'LogbookLink.path',
  // Of the session or token that asks.
  'tokenInfo',
  'sessionList',
  'viewer',
  'me',
  // The log of requests grows by asking.
  'loggedRequestList',
  // Counts what was asked meanwhile, and when somebody was last seen.
  'usage',
  'firstRequest',
  'recentRequestList',
  'fullestGauge',
  'active',
  'usedCount',
  'isUnused',
  'lastUsedAt',
  'lastSeenAt',
  'lastSignInAt',
  // Second steps and passkeys are set up again; the import itself is logged.
  'auditEntryList',
  'auditActionList',
  // Applications are registered at one place, and not carried with an operator.
  'addOn',
  'addOnList',
  'availableAddOnList',
  'askableAddOnList',
])

export interface Served {
  readonly server: TestServer
  readonly at: TestTenant
}

interface Body {
  readonly data?: unknown
  readonly errors?: readonly { readonly message: string }[]
}

const messagesOf = ({ errors = [] }: Body): string[] => errors.map(({ message }) => message)

/** Asked by somebody who signs in at both; the arguments that a query cannot do without are among the ids. */
export const assertSameAnswers = async (here: Served, there: Served, person: Person, ids: Ids): Promise<void> => {
  const clients = await Promise.all([here, there].map(({ server, at }) => ConsoleClient.signIn(server, at, person)))
  const [asked, answered] = clients as [ConsoleClient, ConsoleClient]
  const queries = wholeQueries(here.server.app.schema, ids, OF_THE_PLACE)
  const clocks = [here.server.clock, there.server.clock]
  let whole = 0
  for (const clock of clocks) clock.standStill()
  for (const [name, query] of queries) {
    // A bucket's worth of time for each.
    for (const clock of clocks) clock.advanceSeconds(20)
    const [one, other] = [(await asked.ask(query)).json<Body>(), (await answered.ask(query)).json<Body>()]
    assert.deepEqual(other.data, one.data, name)
    assert.deepEqual(messagesOf(other), messagesOf(one), name)
    if (one.errors === undefined) whole++
  }
  for (const clock of clocks) clock.moveOn()
  assert.ok(whole > queries.size * 0.8, `${whole} of ${queries.size} queries were answered without an error`)
}
