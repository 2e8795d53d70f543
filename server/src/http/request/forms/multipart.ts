import { isUtf8 } from 'node:buffer'
import { Failure } from '../../../domain/failure.ts'
import type { Charset } from '../charset.ts'
import { addField, refuseField } from './form-fields.ts'
import { readPartHead } from './multipart-head.ts'

/** Far above the three header lines that a text field has. */
const MAX_PART_HEAD_LENGTH = 2048
const PADDING = /[ \t]*/y

/**
 * Reads `multipart/form-data` (RFC 7578) whose parts are all small texts. The whole body is in memory and valid UTF-8,
 * so one pass of `indexOf` over one string finds every part, without a stream, state or a copy.
 */
export function parseMultipart(body: Buffer, boundary: string, charset: Charset): ReadonlyMap<string, string> {
  const isText = isUtf8(body)
  // Octets that are not UTF-8 are refused in any case; reading them as Latin-1 finds the field to name in the error.
  const text = body.toString(isText ? 'utf8' : 'latin1')
  const delimiter = `\r\n--${boundary}`
  const fields = new Map<string, string>()
  let position = afterFirstDelimiter(text, boundary, delimiter)
  while (!text.startsWith('--', position)) {
    const headStart = afterLineEnd(text, position)
    const headEnd = endOfHead(text, headStart)
    const head = readPartHead(text.slice(headStart, headEnd))
    // Starts at the CRLF of the empty line, because a part may end right after its headers (RFC 2046 §5.1.1,
    // body-part).
    const valueEnd = text.indexOf(delimiter, headEnd + 2)
    if (valueEnd === -1) throw broken('The multipart body ends within a part')
    const value = text.slice(headEnd + 4, valueEnd)
    if (!isText) refuseUnlessUtf8(fields, head.name, value)
    addField(fields, head.name, value, { charset: charset === 'utf-8' ? head.charset : charset, of: 'form' })
    position = valueEnd + delimiter.length
  }
  if (afterPadding(text, position + 2) < text.length) afterLineEnd(text, position + 2)
  if (fields.size === 0) throw broken('The multipart body has no parts')
  if (!isText) throw broken('The multipart body is not valid UTF-8')
  return fields
}

/** The first delimiter opens the body, or follows a preamble, which is ignored. */
function afterFirstDelimiter(text: string, boundary: string, delimiter: string): number {
  if (text.startsWith('--') && text.startsWith(boundary, 2)) return 2 + boundary.length
  const found = text.indexOf(delimiter)
  if (found === -1) throw broken('The multipart body does not contain the boundary that Content-Type announces')
  return found + delimiter.length
}

function endOfHead(text: string, start: number): number {
  if (text.startsWith('\r\n', start)) throw broken('A part of the multipart body has no headers')
  const end = text.indexOf('\r\n\r\n', start)
  if (end === -1) throw broken('The multipart body ends within the headers of a part')
  if (end - start > MAX_PART_HEAD_LENGTH) throw broken('The headers of a part of the multipart body are too long')
  return end
}

function afterPadding(text: string, position: number): number {
  PADDING.lastIndex = position
  PADDING.test(text)
  return PADDING.lastIndex
}

/** A delimiter line ends in optional white space and CRLF. */
function afterLineEnd(text: string, position: number): number {
  if (text.startsWith('\r\n', position)) return position + 2
  const end = afterPadding(text, position)
  if (text.startsWith('\r\n', end)) return end + 2
  throw broken('A boundary line of the multipart body is cut off or carries something else')
}

function refuseUnlessUtf8(fields: ReadonlyMap<string, string>, name: string, latin1: string): void {
  if (!isUtf8(Buffer.from(latin1, 'latin1'))) throw refuseField(fields, name, 'is not valid UTF-8')
}

function broken(description: string): Failure {
  return new Failure('invalid_request', description)
}
