/**
 * The part of a file that a request asks for (RFC 9110 §14): one range of bytes. What is not one range that we read is
 * ignored, as the RFC allows, and the whole is sent.
 */

export interface ByteRange {
  readonly from: number
  /** The last byte. */
  readonly to: number
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** Null for the whole; 'none' where the file has none of the bytes. */
export const askedRange = (header: string | undefined, length: number): ByteRange | 'none' | null => {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const count = Math.min(Number(last), length)
    return count === 0 ? 'none' : { from: length - count, to: length - 1 }
  }
  const [from, to] = [Number(first), last === '' ? length - 1 : Math.min(Number(last), length - 1)]
  if (last !== '' && Number(last) < from) return null
  return from >= length ? 'none' : { from, to }
}
