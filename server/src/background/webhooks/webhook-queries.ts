/** Runs the queries of webhooks: the same stages, gate and budget as for the own requests of the key or application. */

import { Failure } from '../../domain/failure.ts'
import { newContext, type QueryContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryRequest, QueryService } from '../../graphql/query-service.ts'
import { asFailure } from '../../services/as-failure.ts'
import { EndableLifetime } from '../../services/endable-lifetime.ts'
import type { AskedQuery, WebhookQueries } from '../../services/events/webhook-query.ts'

const MAX_SECONDS = 10

/** No record has this id: the query is checked as if for one. */
const NO_RECORD = 'none'

export const webhookQueriesOf = (queries: QueryService, surroundings: Surroundings): WebhookQueries => {
  const asked = async <T>(
    { tenant, principal, query, entityId }: AskedQuery,
    job: (context: QueryContext, request: QueryRequest) => T | Promise<T>,
  ): Promise<T> => {
    const lifetime = new EndableLifetime()
    const late = new Failure('deadline_exceeded', `The query took longer than ${MAX_SECONDS} seconds`)
    const timer = setTimeout(() => lifetime.endBecause(late), MAX_SECONDS * 1000)
    const context = newContext(surroundings, { tenant, principal, requestId: 'webhook', address: null, lifetime })
    try {
      return await job(context, { query, operationName: null, variables: { entityId } })
    } finally {
      clearTimeout(timer)
      queries.chargeWork(context)
    }
  }
  return {
    answer: async (asking) => {
      try {
        const { kind, body } = await asked(asking, (context, request) => queries.answer(context, request))
        const { data, errors, extensions } = JSON.parse(body) as {
          data?: unknown
          errors?: readonly { message: string }[]
          extensions?: { readonly cost?: { readonly requested?: number } }
        }
        if (kind !== 'answered') return { refused: errors?.[0]?.message ?? 'the query is not valid' }
        return { answer: errors === undefined ? { data } : { data, errors }, cost: extensions?.cost?.requested ?? null }
      } catch (error) {
        // What the principal may no longer read is answered so; anything else is tried again.
        const { code, message } = asFailure(error)
        return code === 'insufficient_scope' ? { answer: { errors: [{ message }] }, cost: null } : { refused: message }
      }
    },
    problem: (asking) =>
      asked({ ...asking, entityId: NO_RECORD }, (context, request) => queries.refusal(context, request)),
  }
}
