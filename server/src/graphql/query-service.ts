/**
 * The stages of a query: preparation, scope gate, cost, execution. Nothing is executed before gate and budget have
 * admitted the request, and the work up to there is charged as well.
 */
import { tracingChannel } from 'node:diagnostics_channel'
import type { GraphQLSchema } from 'graphql'
import { Failure } from '../domain/failure.ts'
import { MAX_COST_PER_REQUEST } from '../domain/limits.ts'
import type { CostBudget } from '../services/usage/cost-budget.ts'
import type { QueryContext } from './context.ts'
import type { RunResult } from './execution/compiled-plan.ts'
import type { Values } from './execution/input-values.ts'
import { DocumentErrors } from './operation/checked-document.ts'
import type { Operation } from './operation/operation.ts'
import { OperationCache, type PreparedOperation } from './operation/operation-cache.ts'
import type { MissingScopes } from './operation/scope-gate.ts'
import { checkVariables } from './operation/sent-variables.ts'
import { QueryCharges } from './query-charges.ts'
import { type ErrorLog, type QueryAnswer, refusalOf, type ToldError, toldErrors } from './query-errors.ts'
import type { QueryTrace } from './query-trace.ts'

export interface QueryRequest {
  readonly query: string
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

/** The gate's refusal, with every missing scope and the path that needs it. */
export class InsufficientScope extends Failure {
  readonly refusal: MissingScopes
  constructor(refusal: MissingScopes) {
    super('insufficient_scope', `The token lacks ${refusal.missing.join(' ')}`)
    this.refusal = refusal
  }

  /** The first place that needs what is missing. */
  get path(): string[] {
    return this.refusal.needs.slice(0, 1).map(({ path }) => path)
  }
}

/** A request whose operation ran. */
interface Executed {
  readonly context: QueryContext
  readonly request: QueryRequest
  readonly operation: Operation
  readonly cost: number
  /** What was left of the budget before it ran. */
  readonly remaining: number
}

/** An operation that is being answered. */
export interface TracedOperation {
  readonly trace: QueryTrace
}

/** Without a subscriber it costs one look at a flag (ADR 66). */
export const operationTraces = tracingChannel<TracedOperation, unknown>('airside:operation')

const NO_VARIABLES: Values = Object.freeze(Object.create(null))

export class QueryService {
  readonly #cache: OperationCache
  readonly #charges: QueryCharges
  readonly #log: ErrorLog

  constructor(schema: GraphQLSchema, budget: CostBudget, log: ErrorLog) {
    this.#cache = new OperationCache(schema)
    this.#charges = new QueryCharges(budget)
    this.#log = log
  }

  /** Charges a body by its bytes, before it is parsed; a small one is free. */
  chargeBody(context: QueryContext, bytes: number): Promise<void> | null {
    return this.#charges.chargeBody(context.principal, bytes, context.work)
  }

  /** Charges what was counted beyond what was paid; for the end of every request, however it ended. */
  chargeWork({ principal, work }: QueryContext): void {
    this.#charges.oweForWork(principal, work)
  }

  /** Returns a promise only if something is still pending: a query of data in memory is answered at once. */
  answer(context: QueryContext, request: QueryRequest): QueryAnswer | Promise<QueryAnswer> {
    if (!operationTraces.start.hasSubscribers) return this.#answer(context, request)
    return operationTraces.tracePromise(async () => this.#answer(context, request), { trace: context.trace })
  }

  #answer(context: QueryContext, request: QueryRequest): QueryAnswer | Promise<QueryAnswer> {
    let prepared: PreparedOperation | null = null
    try {
      prepared = this.#cache.find(request.query, request.operationName)
      if (prepared === null) return this.#answerNew(context, request)
      const answer = this.#run(context, request, prepared)
      if (!(answer instanceof Promise)) return answer
      return answer.catch((error: unknown) => this.#refuse(context, request, prepared, error))
    } catch (error) {
      return this.#refuse(context, request, prepared, error)
    }
  }

  async #answerNew(context: QueryContext, request: QueryRequest): Promise<QueryAnswer> {
    let prepared: PreparedOperation | null = null
    try {
      prepared = await this.#prepare(context, request)
      return await this.#run(context, request, prepared)
    } catch (error) {
      return this.#refuse(context, request, prepared, error)
    }
  }

  /** Why a request would be refused before it runs; null if it would not. It is charged as far as it is looked at. */
  async refusal(context: QueryContext, request: QueryRequest): Promise<string | null> {
    try {
      const { query, operationName } = request
      admit(context, request, this.#cache.find(query, operationName) ?? (await this.#prepare(context, request)))
      return null
    } catch (error) {
      context.work.refused()
      const refusal = refusalOf(error, request.query, null, context)
      if (refusal !== null)
        return (JSON.parse(refusal.body) as { errors: { message: string }[] }).errors[0]?.message ?? ''
      if (error instanceof Failure && error.cause === undefined) return error.message
      throw error
    }
  }

  /** Answers an error of the client with its description; throws any other error again. */
  #refuse(
    context: QueryContext,
    { query }: QueryRequest,
    prepared: PreparedOperation | null,
    error: unknown,
  ): QueryAnswer {
    context.work.refused()
    this.#charges.oweForBroken(context)
    const [first] = error instanceof DocumentErrors ? error.errors : []
    if (first) context.trace.recordUnrunnable(query, first, context.work)
    const refusal = refusalOf(error, query, prepared?.operation ?? null, context)
    if (refusal === null) throw error
    return refusal
  }

  /** A document that is not cached is charged by its tokens before it is validated, even if it is then refused. */
  async #prepare(
    { principal, work }: QueryContext,
    { query, operationName }: QueryRequest,
  ): Promise<PreparedOperation> {
    const shape = this.#cache.lex(query, work)
    const known = this.#cache.findShape(shape, operationName, work)
    if (known) return known
    await this.#charges.chargeDocument(principal, shape.tokens, work)
    return this.#cache.add(shape, operationName, work)
  }

  #run(context: QueryContext, request: QueryRequest, prepared: PreparedOperation): QueryAnswer | Promise<QueryAnswer> {
    const { operation } = prepared
    context.trace.recordOperation(operation)
    const { work } = context
    const { inputs, args, cost } = admit(context, request, prepared)
    context.needed = { scopes: operation.gate.needed(inputs.variables, work), audiences: operation.gate.audiences }
    context.trace.recordAdmission(context.needed.scopes, cost)
    context.columns = operation.columns
    const execute = (remaining: number): QueryAnswer | Promise<QueryAnswer> => {
      const running = operation.run(context, inputs, args, work)
      const finish = (result: RunResult) => this.#finish({ context, request, operation, cost, remaining }, result)
      return running instanceof Promise ? running.then(finish) : finish(running)
    }
    const spent = this.#charges.spend(context.principal, Math.max(0, cost - context.paid))
    context.paid = cost
    return typeof spent === 'number' ? execute(spent) : spent.then(execute)
  }

  #finish({ context, request, operation, cost, remaining }: Executed, result: RunResult): QueryAnswer {
    const { errors, read, objects } = result
    const { principal, work, trace } = context
    const searched = this.#charges.oweForSearches(principal, context.looked, cost)
    const told =
      errors.length === 0 ? undefined : toldErrors(errors, { operation, text: request.query, context, log: this.#log })
    const prepared = work.cost
    const begun = beginningOf(result.data, told)
    const known: ToldCost = { requested: cost, remaining: remaining - searched - work.unpaidCost, prepared, searched }
    const characters = begun.length + endOf(known, 0).length
    const answered = this.#charges.oweForAnswer(principal, { objects, characters, paid: cost })
    trace.recordResult(read, prepared + searched + answered)
    return { kind: 'answered', body: begun + endOf(known, answered) }
  }
}

/**
 * What the request was charged, which adds up: for its operation, and where it is not nothing for the work before it
 * ran, for the rows that its searches looked through, and for what it answered beyond its estimate.
 */
interface ToldCost {
  readonly requested: number
  readonly remaining: number
  readonly prepared: number
  readonly searched: number
}

/** All of the answer but what it costs, which is known by its length. */
const beginningOf = (data: unknown, errors: readonly ToldError[] | undefined): string => {
  const shown = `{"data":${JSON.stringify(data)}`
  return errors === undefined ? shown : `${shown},"errors":${JSON.stringify(errors)}`
}

const memberOf = (name: string, cost: number): string => (cost > 0 ? `,"${name}":${cost}` : '')

const endOf = ({ requested, remaining, prepared, searched }: ToldCost, answered: number): string =>
  `,"extensions":{"cost":{"requested":${requested},"remaining":${remaining - answered}` +
  `${memberOf('prepared', prepared)}${memberOf('searched', searched)}${memberOf('answered', answered)}}}}`

const requireScopes = ({ principal, trace, work }: QueryContext, { gate }: Operation, variables: Values): void => {
  const missing = gate.refusal(principal.scopes, variables, work)
  if (!missing) return
  trace.recordNeeds(gate.needed(variables, work))
  throw new InsufficientScope(missing)
}

/** Everything that is asked before it runs, but the budget. */
const admit = (context: QueryContext, { variables }: QueryRequest, { operation, literals }: PreparedOperation) => {
  const { work } = context
  requireScopes(context, operation, NO_VARIABLES)
  checkVariables(operation.variables, variables, work)
  const inputs = operation.inputsOf(variables, literals, work)
  if (operation.variables.length > 0) requireScopes(context, operation, inputs.variables)
  const args = operation.argumentsOf(inputs, work)
  return { inputs, args, cost: affordable(operation.cost(args, context, work)) }
}

const affordable = (cost: number): number => {
  if (cost <= MAX_COST_PER_REQUEST) return cost
  throw new Failure('cost_exceeded', `The operation may cost ${cost}; one request may cost ${MAX_COST_PER_REQUEST}`)
}
