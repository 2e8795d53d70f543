/** Any thrown value as a failure: an unexpected error becomes a server error without its cause. */
import { Failure } from '../domain/failure.ts'
import { storeFailure } from '../storage/engines/unavailable.ts'

export const asFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  const unavailable = storeFailure(error)
  if (unavailable) return unavailable
  return new Failure('server_error', 'Something failed on our side: give support the request id', { cause: error })
}
