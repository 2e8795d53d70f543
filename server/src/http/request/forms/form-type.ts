import { Failure } from '../../../domain/failure.ts'
import { type Charset, charsetOf } from '../charset.ts'
import { parseHeaderValue } from '../header-value.ts'

export type FormEncoding = 'urlencoded' | 'multipart'

/** The Content-Type of a form's body. */
export type FormType =
  | { readonly encoding: 'urlencoded'; readonly charset: Charset }
  | { readonly encoding: 'multipart'; readonly charset: Charset; readonly boundary: string }

export const MEDIA_TYPES = {
  urlencoded: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const satisfies Record<FormEncoding, string>

const URLENCODED: FormType = { encoding: 'urlencoded', charset: 'utf-8' }
/** The spelling of nearly every client, matched directly because every token request needs it. */
const USUAL_MULTIPART = /^multipart\/form-data; boundary=([\w'()+,./:=?-]{1,70})$/
/** RFC 2046 §5.1.1: bchars, 70 at most, not ending in a space. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/
/** The longest boundary, quoted and with a charset, needs about half of it. */
const MAX_CONTENT_TYPE_LENGTH = 256

/** `undefined` if it is not a form, or if its charset is not supported. */
export function readFormType(contentType: string | undefined): FormType | undefined {
  if (contentType === undefined || contentType.length > MAX_CONTENT_TYPE_LENGTH) return undefined
  if (contentType === MEDIA_TYPES.urlencoded) return URLENCODED
  const boundary = USUAL_MULTIPART.exec(contentType)?.[1]
  return boundary === undefined ? readUnusual(contentType) : { encoding: 'multipart', charset: 'utf-8', boundary }
}

function readUnusual(contentType: string): FormType | undefined {
  const parsed = parseHeaderValue(contentType)
  const charset = charsetOf(parsed?.parameters.get('charset'))
  if (!parsed || !charset) return undefined
  if (parsed.value === MEDIA_TYPES.urlencoded) return { encoding: 'urlencoded', charset }
  if (parsed.value !== MEDIA_TYPES.multipart) return undefined
  return { encoding: 'multipart', charset, boundary: checkBoundary(parsed.parameters.get('boundary')) }
}

function checkBoundary(boundary: string | undefined): string {
  if (boundary !== undefined && BOUNDARY.test(boundary)) return boundary
  throw new Failure('invalid_request', 'multipart/form-data needs a boundary of 1 to 70 characters in its Content-Type')
}
