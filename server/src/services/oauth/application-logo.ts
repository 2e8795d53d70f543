/** Logos: PNG, JPEG or WebP of at most 1 MB, decoded and re-encoded so that only pixels are served. */
import { Failure } from '../../domain/failure.ts'
import { MAX_LOGO_BYTES } from '../../domain/limits.ts'
import { imagePieces, MAX_IMAGE_PIECES } from './image-pieces.ts'

const LOGO_PIXELS = 256
const MAX_SOURCE_PIXELS = 4_000_000
/** A picture of one line takes seventy times the memory of a square one. */
const MAX_SOURCE_SIDE = 8000
const FORMATS = new Set(['png', 'jpeg', 'webp'])
/** Beginnings of the three formats; WebP is a RIFF file. What has none of them reaches no decoder. */
const SIGNATURES = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'RIFF']
const MAX_WAITING = 19
const RETRY_AFTER_SECONDS = 5

export interface EncodedLogo {
  readonly mediaType: string
  readonly bytes: Uint8Array
}

const encode = async (bytes: Uint8Array): Promise<EncodedLogo> => {
  // Loaded on first use: registrations are rare, and the library is large.
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_SOURCE_PIXELS })
    const { format, width, height } = await image.metadata()
    if (!FORMATS.has(format)) throw new Failure('invalid_request', 'A logo is a PNG, JPEG or WebP image')
    if (Math.max(width, height) > MAX_SOURCE_SIDE)
      throw new Failure('invalid_request', `A logo is at most ${MAX_SOURCE_SIDE} pixels wide and high`)
    const encoded = await image
      .rotate()
      .resize(LOGO_PIXELS, LOGO_PIXELS, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer()
    return { mediaType: 'image/png', bytes: new Uint8Array(encoded) }
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    const description = 'The logo cannot be read as a PNG, JPEG or WebP image of at most 4 million pixels'
    throw new Failure('invalid_request', description, { cause })
  }
}

let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * One at a time: a small file can be a second of work and a hundred megabytes, on the threads that also check
 * passwords.
 */
const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
  if (waiting > MAX_WAITING) {
    const description = 'Too many logos arrive at once: try again in a moment'
    throw new Failure('too_many_attempts', description, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  waiting++
  const done = turn.then(job).finally(() => {
    waiting--
  })
  turn = done.catch(() => {})
  return done
}

export const encodeLogo = async (bytes: Uint8Array): Promise<EncodedLogo> => {
  if (bytes.length > MAX_LOGO_BYTES) throw new Failure('invalid_request', 'A logo has at most 1 MB')
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = file.toString('latin1', 0, 8)
  if (!SIGNATURES.some((signature) => start.startsWith(signature))) {
    throw new Failure('invalid_request', 'A logo is a PNG, JPEG or WebP image')
  }
  if (imagePieces(file) > MAX_IMAGE_PIECES)
    throw new Failure('invalid_request', `A logo is made of at most ${MAX_IMAGE_PIECES} chunks or segments`)
  return inTurn(() => encode(bytes))
}
