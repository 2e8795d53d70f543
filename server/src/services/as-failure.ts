/** Any thrown value as a failure: an unexpected error becomes a server error without its cause. */
import { Failure } from '../domain/failure.ts'
import { PlaceUnavailable } from '../storage/contents/content-place.ts'
import { storeFailure } from '../storage/engines/unavailable.ts'

const RETRY_SECONDS = 10

/** Files of documents alone: everything else of the service goes on (threats row 368). */
const placeFailure = (cause: PlaceUnavailable): Failure => {
  const what = cause.isFull ? 'There is no room for files now' : 'Files cannot be stored or read now'
  const description = `${what}: nothing was done, try again later`
  return new Failure('temporarily_unavailable', description, { cause, retryAfterSeconds: RETRY_SECONDS })
}

export const asFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  const unavailable = storeFailure(error)
  if (unavailable) return unavailable
  if (error instanceof PlaceUnavailable) return placeFailure(error)
  return new Failure('server_error', 'Something failed on our side: give support the request id', { cause: error })
}
