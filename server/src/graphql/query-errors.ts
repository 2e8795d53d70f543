/** Reports errors of a query: errors of the client in full, internal ones without their cause. */
import { GraphQLError } from 'graphql'
import { graphqlCode } from '../domain/error-catalogue.ts'
import { Failure } from '../domain/failure.ts'
import { storeFailure } from '../storage/engines/unavailable.ts'
import type { QueryContext } from './context.ts'
import { ArgumentError } from './execution/argument-values.ts'
import type { FieldError } from './execution/run.ts'
import { VariableErrors } from './execution/variable-values.ts'
import { type DocumentError, DocumentErrors, shortened, withoutSuggestion } from './operation/checked-document.ts'
import type { Operation } from './operation/operation.ts'
import { placesIn, type TextPlace } from './operation/text-places.ts'

/** `kind` decides the HTTP status; `body` is complete JSON. */
export interface QueryAnswer {
  readonly kind: 'answered' | DocumentErrors['kind'] | 'bad_user_input'
  readonly body: string
}

const BAD_INPUT = graphqlCode('bad_user_input')

export type ErrorLog = (error: unknown, context: Pick<QueryContext, 'requestId' | 'tenant'>) => void

interface Telling {
  readonly operation: Operation
  /** The text of this request, which may differ from the one that the operation was compiled from. */
  readonly text: string
  readonly context: QueryContext
  readonly log: ErrorLog
}

export interface ToldError {
  readonly message: string
  readonly locations: readonly TextPlace[]
  readonly path: readonly (string | number)[]
  readonly extensions: { readonly code: string; readonly requestId: string }
}

/** True if a resolver refused an argument, or an argument could not be built from the variables. */
const isOfClient = (cause: Error): boolean =>
  cause instanceof ArgumentError || (cause instanceof GraphQLError && cause.extensions.code === BAD_INPUT)

/** If the operation only failed, its refusal becomes the response. */
export const toldErrors = (errors: readonly FieldError[], telling: Telling): ToldError[] => {
  const { operation, text, context, log } = telling
  const places = placesIn(context.work, text, operation.text)
  return errors.map(({ cause, path, offsets }) => {
    const failure = cause instanceof Failure ? cause : storeFailure(cause)
    if (operation.isAtomic && failure) {
      context.trace.recordFailure(failure.code, path)
      throw failure
    }
    const isInput = isOfClient(cause)
    const isOurs = !isInput && (!failure || failure.cause !== undefined)
    if (isOurs) log(cause, context)
    const code = failure?.code ?? (isInput ? 'bad_user_input' : 'server_error')
    context.trace.recordFailure(code, path)
    return {
      message: failure?.message ?? (isInput ? shortened(cause.message) : 'Something failed on our side'),
      locations: places(offsets),
      path,
      extensions: { code: graphqlCode(code), requestId: context.requestId },
    }
  })
}

const refused = (
  kind: Exclude<QueryAnswer['kind'], 'answered'>,
  errors: readonly DocumentError[],
  requestId: string,
): QueryAnswer => {
  const extensions = { code: graphqlCode(kind), requestId }
  return { kind, body: JSON.stringify({ errors: errors.map((error) => ({ ...error, extensions })) }) }
}

/** The response to a document or variables that cannot be run; null for any other error. */
export const refusalOf = (
  error: unknown,
  text: string,
  operation: Operation | null,
  { requestId, work }: Pick<QueryContext, 'requestId' | 'work'>,
): QueryAnswer | null => {
  if (error instanceof DocumentErrors) return refused(error.kind, error.errors, requestId)
  if (!(error instanceof VariableErrors)) return null
  const places = placesIn(work, text, operation?.text)
  const told = error.errors.map(({ message, offset }) => ({
    message: shortened(withoutSuggestion(message)),
    locations: places([offset]),
  }))
  return refused('bad_user_input', told, requestId)
}
