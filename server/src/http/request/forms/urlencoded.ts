import { isUtf8 } from 'node:buffer'
import { Failure } from '../../../domain/failure.ts'
import { addField, type FieldSource, refuseField } from './form-fields.ts'

/** Reads `application/x-www-form-urlencoded` (WHATWG URL §5.1), refusing what that parser would silently repair. */
export function parseUrlencoded(body: Buffer, source: FieldSource): ReadonlyMap<string, string> {
  if (!isUtf8(body))
    throw new Failure('invalid_request', `The ${source.of === 'form' ? 'body' : 'query'} is not valid UTF-8`)
  const text = body.toString('utf8')
  const fields = new Map<string, string>()
  for (let start = 0; start < text.length; ) {
    const ampersand = text.indexOf('&', start)
    const end = ampersand === -1 ? text.length : ampersand
    if (end > start) addPair(fields, text.slice(start, end), source)
    start = end + 1
  }
  return fields
}

function addPair(fields: Map<string, string>, pair: string, source: FieldSource): void {
  const equals = pair.indexOf('=')
  const name = formDecode(equals === -1 ? pair : pair.slice(0, equals))
  const value = equals === -1 ? '' : formDecode(pair.slice(equals + 1))
  if (name === undefined || value === undefined) {
    throw refuseField(fields, name ?? '', 'is not percent-encoded UTF-8', source.of)
  }
  addField(fields, name, value, source)
}

/** `undefined` if the percent-encoding is broken or is not valid UTF-8. */
export function formDecode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return undefined
  }
}
