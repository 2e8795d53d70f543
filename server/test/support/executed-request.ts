/**
 * Takes one request through everything, execution too, at an operator with a fleet's records on the embedded store, and
 * measures what it took and was charged. The request has an API key's token with every scope that a key can hold, or
 * the session of an administrator.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getHeapStatistics } from 'node:v8'
import { demoOperator, LOAD_OPERATOR } from '../../src/demo/data/demo-operators.ts'
import { readDemoReference } from '../../src/demo/data/reference.ts'
import { writeOperator } from '../../src/demo/data/write.ts'
import { Failure } from '../../src/domain/failure.ts'
import { ROLES } from '../../src/domain/identity/roles.ts'
import { userScopes } from '../../src/domain/identity/user-scopes.ts'
import { MAX_QUERY_BODY_BYTES } from '../../src/domain/limits.ts'
import { isForKeys, isOffered, SCOPES, type ScopeSet } from '../../src/domain/scopes.ts'
import { secretHash } from '../../src/domain/secret.ts'
import { newContext, type Surroundings } from '../../src/graphql/context.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { QueryService } from '../../src/graphql/query-service.ts'
import { sessionPrincipal } from '../../src/http/answer/session-principal.ts'
import { parseQueryRequest } from '../../src/http/query/query-request.ts'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import { openSession, type SignedIn, signedIn } from '../../src/services/identity/sessions.ts'
import { readPrincipal } from '../../src/services/oauth/verify.ts'
import type { Principal } from '../../src/services/principal.ts'
import { Usage } from '../../src/services/usage/usage.ts'
import { SQLITE_FILE } from '../../src/storage/engines/sqlite-engine.ts'
import { readingAs, type ViewReader } from '../../src/storage/view.ts'
import { addPerson } from './code-grant.ts'
import type { Asker } from './costly-operation.ts'
import { CountingBudget, type Measured } from './measured-request.ts'
import { startServer, type TestServer, type TestTenant } from './test-server.ts'
import type { Rows, WrittenOperation } from './written-operation.ts'

const KEY_SCOPES = SCOPES.filter((scope) => isOffered(scope) && isForKeys(scope))

/** How many records the operator has. */
export type FleetSize = 'small' | 'large'

/** Looks at the processor once in each turn of the event loop: the longest turn is what others wait for. */
class Turns {
  longestMs = 0
  totalMs = 0
  mostHeap = 0
  #at = process.threadCpuUsage()
  #next: NodeJS.Immediate | null = null

  start(): void {
    this.#at = process.threadCpuUsage()
    this.#watch()
  }

  stop(): void {
    clearImmediate(this.#next ?? undefined)
    this.#count()
  }

  #watch(): void {
    this.#next = setImmediate(() => {
      this.#count()
      this.#watch()
    })
  }

  #count(): void {
    const { user, system } = process.threadCpuUsage(this.#at)
    this.#at = process.threadCpuUsage()
    const took = (user + system) / 1000
    this.totalMs += took
    this.longestMs = Math.max(this.longestMs, took)
    this.mostHeap = Math.max(this.mostHeap, getHeapStatistics().used_heap_size)
  }
}

export interface Executed extends Measured {
  readonly answer: string
  /** What the rows cost that were looked through and read. */
  readonly rowsCost: number
}

interface Opened {
  readonly server: TestServer
  readonly at: TestTenant
  readonly principal: Principal
  readonly person: SignedIn
  readonly rows: Rows
}

const VISITOR = { device: 'a browser', address: '127.0.0.1', requestId: 'req_measured' }

const administrator = async (server: TestServer, production: TestTenant): Promise<SignedIn> => {
  const { userId } = await addPerson(server, production, 'Anna', ROLES)
  const at = server.world.at(production.tenant)
  const secret = await at.write((tx) => openSession(at, tx, { userId, stage: 'signed-in', visitor: VISITOR }))
  const person = await signedIn(at, secret)
  if (!person) throw new Error('The session is not valid')
  return person
}

export class ExecutedMeasure {
  readonly principal: Principal
  readonly rows: Rows
  readonly #person: SignedIn
  readonly #personal: Principal
  readonly #server: TestServer
  readonly #at: TestTenant
  readonly #budget = new CountingBudget()
  readonly #queries: QueryService
  readonly #surroundings: Surroundings

  private constructor({ server, at, principal, person, rows }: Opened) {
    this.#server = server
    this.#at = at
    this.principal = principal
    this.#person = person
    this.#personal = sessionPrincipal(at.tenant, person, userScopes(ROLES))
    this.rows = rows
    this.#queries = new QueryService(graphs().operator, this.#budget, (error) => {
      throw error
    })
    const { world, reference } = server.app
    this.#surroundings = {
      world,
      reference,
      usage: new Usage(world, () => {}),
      publicUrl: server.config.publicUrl,
      mail: { canSend: false, outboxPath: null },
      requestDays: 30,
      webhooks: {
        allowsLoopback: false,
        queries: { answer: () => Promise.reject(new Error('unused')), problem: async () => null },
      },
    }
  }

  static async open(fleet: FleetSize): Promise<ExecutedMeasure> {
    const server = await startServer('sqlite')
    const { production } = await server.operator('costly')
    const { world } = server
    const { tenant } = production
    const reference = await readDemoReference(world.storage.platform)
    const model = fleet === 'large' ? LOAD_OPERATOR : demoOperator('alpine')
    if (!model) throw new Error('The demo has no alpine')
    const seeding = { operator: model, seed: 'costly', asOf: Date.now(), reference, told: true }
    const data = await world.storage.writeTenant(tenant.tenantId, (tx) => writeOperator(tx, seeding))
    const token = await production.accessToken(KEY_SCOPES.join(' '))
    const reader = world.storage.tenant(tenant.tenantId)
    const principal = await readPrincipal(world, reader, secretHash(token), false)
    if (!principal) throw new Error('The token is not valid')
    const ids = new Map([
      ['aircraft', data.aircraft.map(({ aircraftId }) => aircraftId)],
      ['crewMember', data.crewMembers.map(({ crewMemberId }) => crewMemberId)],
      ['flight', data.flights.map(({ flightId }) => flightId)],
      ['trip', data.trips.map(({ tripId }) => tripId)],
      ['contact', data.contacts.map(({ contactId }) => contactId)],
      ['duty', data.duties.map(({ dutyId }) => dutyId)],
      ['qualification', data.qualifications.map(({ qualificationId }) => qualificationId)],
      ['travelDocument', data.travelDocuments.map(({ travelDocumentId }) => travelDocumentId)],
      ['unavailability', data.unavailability.map(({ unavailabilityId }) => unavailabilityId)],
    ])
    const person = await administrator(server, production)
    return new ExecutedMeasure({ server, at: production, principal, person, rows: { ids, now: seeding.asOf } })
  }

  get scopesOf(): Readonly<Record<Asker, ScopeSet>> {
    return { key: this.principal.scopes, person: this.#personal.scopes }
  }

  /** Of the whole operator. */
  get reader(): ViewReader {
    return readingAs(this.#server.world.storage.tenant(this.#at.tenant.tenantId), { of: 'operator' })
  }

  measureWritten({ by, query, variables }: WrittenOperation): Promise<Executed> {
    return this.measure(query, by === 'key' ? this.principal : this.#personal, variables)
  }

  async measure(query: string, principal = this.principal, variables: object = {}): Promise<Executed> {
    const body = Buffer.from(JSON.stringify({ query, variables }))
    const asking = { requestId: 'req_measured', address: null, lifetime: new EndableLifetime() }
    const person = principal === this.#personal ? { person: this.#person } : {}
    const context = newContext(this.#surroundings, { tenant: this.#at.tenant, principal, ...asking, ...person })
    this.#budget.spent = 0
    const turns = new Turns()
    const heap = getHeapStatistics().used_heap_size
    turns.start()
    let answer = ''
    let outcome = ''
    try {
      if (body.length > MAX_QUERY_BODY_BYTES) throw new Failure('limit_exceeded', 'too large to be read')
      await this.#queries.chargeBody(context, body.length)
      const answered = await this.#queries.answer(context, parseQueryRequest('application/json', body))
      answer = answered.body
      const [failed] = JSON.parse(answer).errors ?? []
      outcome = failed ? `${answered.kind}: ${failed.message}` : answered.kind
    } catch (error) {
      context.work.refused()
      outcome = (error as Error).message
    } finally {
      this.#queries.chargeWork(context)
      turns.stop()
      context.trace.countedRequest({ requestId: '', address: '', agent: undefined })
    }
    const { steps, bytes: kept } = context.work
    return {
      answer,
      rowsCost: context.looked.costBeyond(0),
      outcome,
      bytes: body.length,
      steps,
      kept,
      charged: this.#budget.spent,
      processorMs: turns.totalMs,
      turnMs: turns.longestMs,
      heapBytes: turns.mostHeap - heap,
    }
  }

  /** Of the embedded store. */
  get file(): string {
    return join(this.#server.place.environment.AIRSIDE_DATA ?? '', SQLITE_FILE)
  }

  get tenantId(): string {
    return this.#at.tenant.tenantId
  }

  /** How the embedded store would run a statement. */
  planOf(statement: string): string {
    const database = new DatabaseSync(this.file, { readOnly: true })
    try {
      const steps = database.prepare(`explain query plan ${statement}`).all() as { detail: string }[]
      return steps.map(({ detail }) => detail).join('\n')
    } finally {
      database.close()
    }
  }

  close(): Promise<void> {
    return this.#server.close()
  }
}
