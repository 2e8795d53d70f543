/** Sends one operation to the server and returns its data, or throws a GraphFailure. */
import type { TadaDocumentNode } from 'gql.tada'
import { GraphFailure } from './failure.ts'
import { textOf } from './graphql.ts'

const GRAPH_PATH = '/console/graphql/'

interface GraphError {
  readonly message: string
  readonly extensions?: { readonly code?: string }
}

interface GraphAnswer<Data> {
  readonly data?: Data | null
  readonly errors?: readonly GraphError[]
}

const send = async (body: string, signal: AbortSignal | undefined): Promise<Response> => {
  try {
    return await fetch(GRAPH_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' },
      body,
      credentials: 'same-origin',
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new GraphFailure('lost', 'The server was not reached. Check the connection, then try again.')
  }
}

const failureOf = (response: Response, answer: Partial<GraphAnswer<unknown>> & { error_description?: string }) => {
  const requestId = response.headers.get('x-request-id')
  if (response.status === 401) return new GraphFailure('signed-out', 'Your session has ended.', requestId)
  if (response.status === 504) return new GraphFailure('slow', 'This took too long.', requestId)
  const message = answer.errors?.[0]?.message ?? answer.error_description
  if (response.status >= 500 || message === undefined) {
    return new GraphFailure('broken', message ?? 'The server could not answer.', requestId)
  }
  const refusals = (answer.errors ?? []).map((error) => ({ message: error.message, field: null }))
  const failure = new GraphFailure(response.status === 403 ? 'forbidden' : 'refused', message, requestId, refusals)
  const waitSeconds = Number(response.headers.get('retry-after'))
  return response.status === 429 && waitSeconds > 0 ? failure.after(waitSeconds) : failure
}

export const ask = async <Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> => {
  const response = await send(JSON.stringify({ query: textOf(document), variables }), signal)
  const answer = await response.json().catch(() => ({}))
  if (!response.ok || answer.errors !== undefined || answer.data == null) throw failureOf(response, answer)
  return answer.data as Data
}
