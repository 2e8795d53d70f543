/** Takes one request through everything up to execution, as the endpoint does, and measures what it took and cost. */
import { MAX_QUERY_BODY_BYTES } from '../../src/domain/limits.ts'
import { SCOPES, scopeSet } from '../../src/domain/scopes.ts'
import type { QueryContext } from '../../src/graphql/context.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { QueryService } from '../../src/graphql/query-service.ts'
import { QueryTrace } from '../../src/graphql/query-trace.ts'
import { WorkMeter } from '../../src/graphql/work-meter.ts'
import { parseQueryRequest } from '../../src/http/query/query-request.ts'
import type { Principal } from '../../src/services/principal.ts'
import type { CostBudget } from '../../src/services/usage/cost-budget.ts'
import { LookedThrough } from '../../src/storage/counted-search.ts'
import type { CostlyRequest } from './costly-request.ts'

/** Takes everything and refuses nothing. */
export class CountingBudget implements CostBudget {
  spent = 0

  spend(_principal: Principal, cost: number): number {
    this.spent += cost
    return 0
  }

  owe(_principal: Principal, cost: number): void {
    this.spent += cost
  }
}

/** The request got as far as execution: nothing of it is run. */
class Admitted extends Error {}

export interface Measured {
  readonly outcome: string
  readonly bytes: number
  readonly steps: number
  readonly kept: number
  readonly charged: number
  readonly processorMs: number
  /** Of its longest turn of the event loop, in which nobody else is served. */
  readonly turnMs: number
  readonly heapBytes: number
}

const principal = { scopes: scopeSet(SCOPES) } as unknown as Principal

export class RequestMeasure {
  readonly #budget = new CountingBudget()
  readonly #queries: QueryService

  constructor() {
    this.#queries = new QueryService(graphs().operator, this.#budget, () => {})
  }

  async measure(request: CostlyRequest): Promise<Measured> {
    const body = Buffer.from(JSON.stringify(request))
    const work = new WorkMeter()
    const context = this.#context(work)
    this.#budget.spent = 0
    const heap = process.memoryUsage().heapUsed
    const started = process.cpuUsage()
    const outcome = await this.#take(context, body)
    const { user, system } = process.cpuUsage(started)
    const heapBytes = process.memoryUsage().heapUsed - heap
    const { steps, bytes: kept } = work
    const processorMs = (user + system) / 1000
    return {
      outcome,
      bytes: body.length,
      steps,
      kept,
      charged: this.#budget.spent,
      processorMs,
      turnMs: processorMs,
      heapBytes,
    }
  }

  async #take(context: QueryContext, body: Buffer): Promise<string> {
    try {
      if (body.length > MAX_QUERY_BODY_BYTES) return 'too large to be read'
      await this.#queries.chargeBody(context, body.length)
      const answer = await this.#queries.answer(context, parseQueryRequest('application/json', body))
      return JSON.parse(answer.body).errors?.[0]?.message ?? answer.kind
    } catch (error) {
      if (!(error instanceof Admitted)) context.work.refused()
      return (error as Error).message
    } finally {
      this.#queries.chargeWork(context)
      context.trace.countedRequest({ requestId: '', address: '', agent: undefined })
    }
  }

  /** Setting the columns is the last step before an operation runs. */
  #context(work: WorkMeter): QueryContext {
    return {
      principal,
      work,
      trace: new QueryTrace(),
      looked: new LookedThrough(null),
      paid: 0,
      objects: 0,
      requestId: 'req_measured',
      set columns(_columns: unknown) {
        throw new Admitted('admitted')
      },
    } as unknown as QueryContext
  }
}
