/**
 * What a span says, by OpenTelemetry's semantic conventions where they have a word. No value of a request is among it:
 * no path or query, no document, no parameter of a statement, no address, no message of an error.
 */
import type { TracedOperation } from '../graphql/query-service.ts'
import type { Exchange } from '../http/listening/exchange.ts'
import type { StoreWork } from '../storage/engines/statements.ts'
import type { Span } from './span.ts'

type Facts = Pick<Span, 'name' | 'attributes' | 'failure'>

const MAX_TEXT = 2_000

const SYSTEMS = { postgres: 'postgresql', sqlite: 'sqlite' } as const

export const requestFacts = ({ req, res, requestId, isHttps, noted, meter }: Exchange): Facts => {
  const isRouted = meter.site !== 'none'
  const method = req.method ?? 'GET'
  const status = res.statusCode
  return {
    name: isRouted ? `${method} ${meter.path}` : method,
    attributes: {
      'http.request.method': method,
      'http.route': isRouted ? meter.path : undefined,
      'http.response.status_code': status,
      'url.scheme': isHttps ? 'https' : 'http',
      'airside.request_id': requestId,
      'airside.site': isRouted ? meter.site : undefined,
      'airside.operator': noted.operator,
      'airside.environment': noted.environment,
      'airside.failure': noted.failure,
    },
    failure: status < 500 ? null : (noted.failure ?? String(status)),
  }
}

/** Of the operation as the request log names it; the failure that was thrown is in the span already. */
export const operationFacts = ({ trace }: TracedOperation): Pick<Span, 'name' | 'attributes'> => {
  const { type, name, cost, outcome, code } = trace.summary
  return {
    name: type === null ? 'GraphQL' : `${type}${name ? ` ${name}` : ''}`,
    attributes: {
      'graphql.operation.type': type ?? undefined,
      'graphql.operation.name': name ?? undefined,
      'airside.cost': cost ?? undefined,
      'airside.outcome': outcome,
      'airside.failure': code ?? undefined,
    },
  }
}

export const storeFacts = ({ store, statement }: StoreWork): Pick<Span, 'name' | 'attributes'> => {
  const system = { 'db.system.name': SYSTEMS[store] }
  if (statement === undefined) return { name: 'transaction', attributes: system }
  const verb = /^\W*(\w+)/.exec(statement)?.[1]?.toLowerCase() ?? 'statement'
  return {
    name: verb,
    attributes: { ...system, 'db.operation.name': verb, 'db.query.text': statement.slice(0, MAX_TEXT) },
  }
}
