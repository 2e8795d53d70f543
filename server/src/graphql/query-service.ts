/**
 * A request's way through the graph: prepared operation, gate, budget, execution. Nothing runs before the gate
 * and the budget have let it through.
 */
import type { GraphQLError, GraphQLSchema } from 'graphql'
import { graphqlCode } from '../domain/error-catalogue.ts'
import { Failure } from '../domain/failure.ts'
import { COST_PER_REQUEST } from '../domain/limits.ts'
import type { ScopeSet } from '../domain/scopes.ts'
import type { CostBudget } from '../services/usage/cost-budget.ts'
import { isStoreUnavailable } from '../storage/engines/unavailable.ts'
import type { QueryContext } from './context.ts'
import type { VariableValues } from './operation/lifted-document.ts'
import type { Operation } from './operation/operation.ts'
import { DocumentErrors, OperationCache, type PreparedOperation } from './operation/operation-cache.ts'
import type { MissingScopes } from './operation/scope-gate.ts'

export interface QueryRequest {
  readonly query: string
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

/** `kind` is what the edge derives the status from; `body` is complete JSON. */
export interface QueryAnswer {
  readonly kind: 'answered' | DocumentErrors['kind'] | 'bad_user_input'
  readonly body: string
}

/** The gate's refusal: every missing scope with the path that needs it. */
export class InsufficientScope extends Failure {
  readonly refusal: MissingScopes
  constructor(refusal: MissingScopes) {
    super('insufficient_scope', `The token lacks ${refusal.missing.join(' ')}`)
    this.refusal = refusal
  }
}

const BAD_INPUT = graphqlCode('bad_user_input')

export type ErrorLog = (error: unknown, requestId: string) => void

export class QueryService {
  readonly #cache: OperationCache
  readonly #budget: CostBudget
  readonly #log: ErrorLog

  constructor(schema: GraphQLSchema, budget: CostBudget, log: ErrorLog) {
    this.#cache = new OperationCache(schema)
    this.#budget = budget
    this.#log = log
  }

  async answer(context: QueryContext, request: QueryRequest): Promise<QueryAnswer> {
    try {
      const prepared = this.#cache.prepare(request.query, request.operationName)
      context.trace.met(prepared.operation)
      return await this.#run(context, request, prepared)
    } catch (error) {
      if (error instanceof DocumentErrors) return refused(error.kind, error.errors, context.requestId)
      throw error
    }
  }

  /** Awaits only what is not there yet: mostly budget and answer are, and the request is done within one turn. */
  async #run(context: QueryContext, request: QueryRequest, prepared: PreparedOperation): Promise<QueryAnswer> {
    const { operation, literals } = prepared
    const variables = ownVariables(request.variables, literals)
    const known = operation.withDefaults(variables)
    const cost = admittedCost(context.principal.scopes, operation, known)
    context.trace.admitted(operation.gate.needed(known))
    const spent = this.#budget.spend(context.principal, cost)
    const remaining = typeof spent === 'number' ? spent : await spent
    context.columns = operation.columns
    const running = operation.run(context, variables)
    let result = running instanceof Promise ? await running : running
    // A literal that does not fit its place is an error of the text, and is told in the text's own words.
    if (result.data === undefined && literals !== null) result = await this.#runVerbatim(context, request)
    const { data } = result
    if (data === undefined) return refused('bad_user_input', result.errors ?? [], context.requestId)
    context.trace.executed(data)
    const extensions = { cost: { requested: cost, remaining } }
    if (!result.errors) return { kind: 'answered', body: JSON.stringify({ data, extensions }) }
    const errors = this.#told(result.errors, operation, context)
    return { kind: 'answered', body: JSON.stringify({ data, errors, extensions }) }
  }

  #runVerbatim(context: QueryContext, { query, operationName, variables }: QueryRequest) {
    return this.#cache.prepareVerbatim(query, operationName).operation.run(context, ownVariables(variables, null))
  }

  /** What resolvers refuse is told as they word it, anything else without its cause; what ends the request, ends it. */
  #told(errors: readonly GraphQLError[], operation: Operation, context: QueryContext): GraphQLError[] {
    return errors.map((error) => {
      const cause = error.originalError ?? error
      const isUnavailable = isStoreUnavailable(cause)
      if (operation.isAtomic && (cause instanceof Failure || isUnavailable)) throw cause
      const isMeant = error.extensions?.code === BAD_INPUT
      if (!isMeant) this.#log(cause, context.requestId)
      context.trace.ended(isMeant ? 'bad_user_input' : isUnavailable ? 'temporarily_unavailable' : 'server_error')
      const code = isMeant ? BAD_INPUT : graphqlCode(isUnavailable ? 'temporarily_unavailable' : 'server_error')
      return {
        message: isMeant ? error.message : 'Something failed on our side',
        locations: error.locations,
        path: error.path,
        extensions: { code, requestId: context.requestId },
      } as unknown as GraphQLError
    })
  }
}

/** Without a prototype: a variable that is called `constructor` and was not given must not be found there. */
const ownVariables = (given: VariableValues, literals: VariableValues | null): VariableValues =>
  ({ __proto__: null, ...given, ...literals }) as VariableValues

/** What the operation costs, once the gate and the limit of one request let it through. */
const admittedCost = (held: ScopeSet, operation: Operation, variables: VariableValues): number => {
  const missing = operation.gate.refusal(held, variables)
  if (missing) throw new InsufficientScope(missing)
  const cost = operation.cost(variables)
  if (cost <= COST_PER_REQUEST) return cost
  throw new Failure('cost_exceeded', `The operation may cost ${cost}; one request may cost ${COST_PER_REQUEST}`)
}

/** Suggestions would tell names of the schema to whoever guesses (access-model §7). */
const withoutSuggestion = (message: string): string => message.replace(/ Did you mean .*$/s, '')

const refused = (
  kind: Exclude<QueryAnswer['kind'], 'answered'>,
  errors: readonly GraphQLError[],
  requestId: string,
): QueryAnswer => ({
  kind,
  body: JSON.stringify({
    errors: errors.map((error) => ({
      message: withoutSuggestion(error.message),
      ...(error.locations ? { locations: error.locations } : {}),
      extensions: { code: graphqlCode(kind), requestId },
    })),
  }),
})
