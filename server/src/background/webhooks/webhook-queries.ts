/** Runs the queries of webhooks: the same stages, gate and budget as for the key's own requests. */

import { Failure } from '../../domain/failure.ts'
import { newContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import { asFailure } from '../../services/as-failure.ts'
import { EndableLifetime } from '../../services/endable-lifetime.ts'
import type { WebhookQueries } from '../../services/events/webhook-query.ts'

const MAX_SECONDS = 10

/** No record has this id: the query is checked as if for one. */
const NO_RECORD = 'none'

export const webhookQueriesOf = (queries: QueryService, surroundings: Surroundings): WebhookQueries => {
  const answer: WebhookQueries['answer'] = async (tenant, principal, query, entityId) => {
    const lifetime = new EndableLifetime()
    const late = new Failure('deadline_exceeded', `The query took longer than ${MAX_SECONDS} seconds`)
    const timer = setTimeout(() => lifetime.endBecause(late), MAX_SECONDS * 1000)
    const context = newContext(surroundings, { tenant, principal, requestId: 'webhook', address: null, lifetime })
    try {
      const { kind, body } = await queries.answer(context, { query, operationName: null, variables: { entityId } })
      const { data, errors } = JSON.parse(body) as { data?: unknown; errors?: readonly { message: string }[] }
      if (kind !== 'answered') return { refused: errors?.[0]?.message ?? 'the query is not valid' }
      return { answer: errors === undefined ? { data } : { data, errors } }
    } catch (error) {
      const failure = asFailure(error)
      // What the key may no longer read is answered so; anything else is tried again.
      const { code, message } = failure
      return code === 'insufficient_scope' ? { answer: { errors: [{ message }] } } : { refused: message }
    } finally {
      clearTimeout(timer)
      queries.chargeWork(context)
    }
  }
  return {
    answer,
    problem: async (tenant, principal, query) => {
      const result = await answer(tenant, principal, query, NO_RECORD)
      if ('refused' in result) return result.refused
      const { data, errors } = result.answer as { data?: unknown; errors?: readonly { message: string }[] }
      return data === undefined ? (errors?.[0]?.message ?? null) : null
    },
  }
}
