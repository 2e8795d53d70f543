/** Reads a page's QR code like a scanner: paints the SVG's strokes as pixels and gives them to jsQR. */
import assert from 'node:assert/strict'
import jsQR from 'jsqr'

const PIXELS_PER_MODULE = 4
const CHANNELS = 4

export const readQrCode = (svg: string): string | null => {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  assert.ok(size > 0, 'the drawing has a square view box')
  const width = size * PIXELS_PER_MODULE
  const pixels = new Uint8ClampedArray(width * width * CHANNELS).fill(255)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)\.5h(\d+)/g)) {
    for (let row = 0; row < PIXELS_PER_MODULE; row++) {
      const start = ((Number(y) * PIXELS_PER_MODULE + row) * width + Number(x) * PIXELS_PER_MODULE) * CHANNELS
      pixels.fill(0, start, start + Number(length) * PIXELS_PER_MODULE * CHANNELS)
    }
  }
  return (jsQR as unknown as typeof jsQR.default)(pixels, width, width)?.data ?? null
}
