/** Logos: PNG, JPEG or WebP of at most 1 MB, decoded and re-encoded so that only pixels are served. */
import { Failure } from '../../domain/failure.ts'
import { LOGO_BYTES } from '../../domain/limits.ts'

const LOGO_PIXELS = 256
const SOURCE_PIXELS = 16_000_000
const FORMATS = new Set(['png', 'jpeg', 'webp'])

export const encodeLogo = async (bytes: Uint8Array): Promise<{ mediaType: string; bytes: Uint8Array }> => {
  if (bytes.length > LOGO_BYTES) throw new Failure('invalid_request', 'A logo has at most 1 MB')
  // Loaded on first use: registrations are rare, and the library is large.
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(bytes, { limitInputPixels: SOURCE_PIXELS })
    const { format } = await image.metadata()
    if (!FORMATS.has(format)) throw new Failure('invalid_request', 'A logo is a PNG, JPEG or WebP image')
    const encoded = await image
      .rotate()
      .resize(LOGO_PIXELS, LOGO_PIXELS, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer()
    return { mediaType: 'image/png', bytes: new Uint8Array(encoded) }
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure('invalid_request', 'The logo cannot be read as a PNG, JPEG or WebP image', { cause })
  }
}
