import { Failure } from '../../domain/failure.ts'

/** Credentials of the Authorization header: scheme in lower case, the rest unchanged. */
export interface Authorization {
  readonly scheme: string
  readonly credentials: string
}

/**
 * Reads the Authorization header from the raw list of names and values, because `request.headers` silently drops the
 * second of two. `null` if there is none.
 */
export function readAuthorization(rawHeaders: readonly string[]): Authorization | null {
  let value: string | undefined
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length !== 13 || name.toLowerCase() !== 'authorization') continue
    if (value !== undefined) throw new Failure('invalid_request', 'The Authorization header is given more than once')
    value = rawHeaders[index + 1]
  }
  if (value === undefined) return null
  const space = value.indexOf(' ')
  if (space === -1) return { scheme: value.toLowerCase(), credentials: '' }
  return { scheme: value.slice(0, space).toLowerCase(), credentials: value.slice(space + 1).trim() }
}
