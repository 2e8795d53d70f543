import { Failure } from '../../../domain/failure.ts'
import { type Charset, charsetOf } from '../charset.ts'
import { parseHeaderValue } from '../header-value.ts'

/** The headers of one form-data part. */
export interface PartHead {
  readonly name: string
  readonly charset: Charset
}

/** The only header that nearly every client sends, in its usual spelling. */
const USUAL_HEAD = /^content-disposition: form-data; name="([^"\\\r\n]+)"$/i
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
const STRAY_LINE_END = /[\r\n]/
const FOLD = /\r\n[ \t]+/g
/** Transfer encodings that leave the octets as they are; RFC 7578 §4.7 deprecates the field. */
const PLAIN_TRANSFER = new Set(['7bit', '8bit', 'binary'])

/** Reads the header block of a part (RFC 7578 §4), without the empty line that ends it. Text parts only. */
export function readPartHead(block: string): PartHead {
  const usual = USUAL_HEAD.exec(block)
  if (usual?.[1]) return { name: usual[1], charset: 'utf-8' }
  const headers = readHeaders(block)
  const name = readName(headers.get('content-disposition'))
  const transfer = headers.get('content-transfer-encoding')
  if (transfer !== undefined && !PLAIN_TRANSFER.has(transfer.toLowerCase())) {
    throw refusePart('has a Content-Transfer-Encoding other than 7bit, 8bit or binary')
  }
  return { name, charset: readCharset(headers.get('content-type')) }
}

function readHeaders(block: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of block.replace(FOLD, ' ').split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    if (!HEADER_NAME.test(name) || STRAY_LINE_END.test(line)) throw refusePart('has a malformed header line')
    if (headers.has(name)) throw refusePart('has a header twice')
    headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

function readName(disposition: string | undefined): string {
  if (disposition === undefined) throw refusePart('has no Content-Disposition')
  const parsed = parseHeaderValue(disposition)
  if (parsed?.value !== 'form-data') throw refusePart('has a Content-Disposition that is not form-data')
  if (parsed.parameters.has('filename') || parsed.parameters.has('filename*')) {
    throw refusePart('is a file; send text fields only')
  }
  const name = parsed.parameters.get('name')
  // Clients disagree on the meaning of a backslash in a name, so it is refused; no field has one.
  if (!name || name.includes('\\')) throw refusePart('has no readable field name')
  return name
}

function readCharset(contentType: string | undefined): Charset {
  if (contentType === undefined) return 'utf-8'
  const parsed = parseHeaderValue(contentType)
  const charset = charsetOf(parsed?.parameters.get('charset'))
  if (parsed?.value === 'text/plain' && charset !== undefined) return charset
  throw refusePart('is not text/plain in UTF-8')
}

function refusePart(fault: string): Failure {
  return new Failure('invalid_request', `A part of the multipart body ${fault}`)
}
