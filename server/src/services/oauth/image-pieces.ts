/**
 * The pieces that a PNG, JPEG or WebP image is made of: chunks, or segments. A decoder makes something of each, and
 * seventy thousand empty ones fit into a megabyte; so they are counted first (threats row 541).
 */

/** Programs write pixels in pieces of some kilobytes, and few others. */
export const MAX_IMAGE_PIECES = 1_000

/** Where the piece at this place ends; its end is never before its place. */
type EndOf = (bytes: Buffer, at: number) => number

/** Length, type, data and checksum (PNG §5.3). */
const endOfPngChunk: EndOf = (bytes, at) => at + 12 + bytes.readUInt32BE(at)

/** Type, length and data, filled up to an even number (RIFF). */
const endOfRiffChunk: EndOf = (bytes, at) => {
  const length = bytes.readUInt32LE(at + 4)
  return at + 8 + length + (length % 2)
}

const countOf = (bytes: Buffer, begin: number, endOf: EndOf): number => {
  let count = 0
  for (let at = begin; at + 8 <= bytes.length && count <= MAX_IMAGE_PIECES; at = endOf(bytes, at)) count++
  return count
}

/** Markers that stand alone, without a length: among them those that restart decoding, in the midst of pixels. */
const standsAlone = (code: number): boolean => code <= 0x01 || code === 0xff || (code >= 0xd0 && code <= 0xd9)

/** A segment begins with 0xff, its code and its length; pixels follow some of them (T.81 §B.1.1). */
const jpegSegments = (bytes: Buffer): number => {
  let count = 0
  for (let at = 0; at + 4 <= bytes.length && count <= MAX_IMAGE_PIECES; ) {
    if (bytes[at] !== 0xff || standsAlone(bytes.readUInt8(at + 1))) {
      at++
      continue
    }
    count++
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return count
}

/** At most one more than the limit. */
export const imagePieces = (bytes: Buffer): number => {
  if (bytes[0] === 0x89) return countOf(bytes, 8, endOfPngChunk)
  if (bytes[0] === 0xff) return jpegSegments(bytes)
  return countOf(bytes, 12, endOfRiffChunk)
}
