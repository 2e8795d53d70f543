/**
 * A request's way through the graph: prepared operation, gate, budget, execution. Nothing runs before the gate
 * and the budget have let it through.
 */
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql'
import type { CostBudget } from '../access/cost-budget.ts'
import { graphqlCode } from '../domain/error-catalogue.ts'
import { Failure } from '../domain/failure.ts'
import { COST_PER_REQUEST } from '../domain/limits.ts'
import type { QueryContext } from './context.ts'
import { DocumentErrors, OperationCache, type PreparedOperation } from './operation-cache.ts'
import type { MissingScopes } from './scope-gate.ts'

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
      return await this.#run(context, request, prepared)
    } catch (error) {
      if (error instanceof DocumentErrors) return refused(error.kind, error.errors, context.requestId)
      throw error
    }
  }

  async #run(context: QueryContext, request: QueryRequest, prepared: PreparedOperation): Promise<QueryAnswer> {
    const { operation, literals } = prepared
    const variables = prepared.verbatim ? request.variables : { ...request.variables, ...literals }
    const missing = operation.gate.refusal(context.principal.scopes, variables)
    if (missing) throw new InsufficientScope(missing)
    const cost = operation.cost(variables)
    if (cost > COST_PER_REQUEST) {
      throw new Failure('cost_exceeded', `The operation may cost ${cost}; one request may cost ${COST_PER_REQUEST}`)
    }
    const remaining = await this.#budget.spend(context.principal, cost)
    const { result, stringify } = await operation.run(context, variables)
    if (result.data === undefined) return this.#refuseVariables(context, request, prepared, result)
    const body = stringify(result.errors ? { data: result.data, errors: this.#told(result.errors, context) } : result)
    return {
      kind: 'answered',
      body: `${body.slice(0, -1)},"extensions":{"cost":{"requested":${cost},"remaining":${remaining}}}}`,
    }
  }

  /** A lifted literal that does not fit its place is an error of the text, and is told as one. */
  #refuseVariables(context: QueryContext, request: QueryRequest, prepared: PreparedOperation, result: ExecutionResult) {
    if (!prepared.verbatim) this.#cache.prepareVerbatim(request.query, request.operationName)
    return refused('bad_user_input', result.errors ?? [], context.requestId)
  }

  #told(errors: readonly GraphQLError[], context: QueryContext): GraphQLError[] {
    return errors.map((error) => {
      const cause = error.originalError ?? error
      if (cause instanceof Failure) throw cause
      const { code } = error.extensions
      const isMeant = code === 'BAD_USER_INPUT'
      if (!isMeant) this.#log(cause, context.requestId)
      return {
        message: isMeant ? error.message : 'Something failed on our side',
        locations: error.locations,
        path: error.path,
        extensions: { code: isMeant ? code : graphqlCode('server_error'), requestId: context.requestId },
      } as unknown as GraphQLError
    })
  }
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
