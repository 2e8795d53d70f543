/**
 * Draws a QR code as inline SVG on the server, because the pages run no script of a library and load no image from
 * elsewhere. Error correction level M, with the quiet zone of four modules that scanners need.
 */
import { encode } from 'uqr'
import { type Html, html } from '../html.ts'

/** What version 20 holds at level M (ISO/IEC 18004 table 7). Finer modules are hard to scan from a screen. */
const MAX_BYTES = 666
const QUIET_ZONE = 4

/** Each horizontal run of dark modules becomes one stroke. */
const strokes = (modules: readonly boolean[][]): string =>
  modules
    .flatMap((row, y) =>
      [
        ...row
          .map((isDark) => (isDark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(({ index, 0: run }) => `M${index} ${y + 0.5}h${run.length}`),
    )
    .join('')

/** Null if the text is too long to draw. */
export const qrCode = (text: string): Html | null => {
  if (Buffer.byteLength(text) > MAX_BYTES) return null
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return html`<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the key below" shape-rendering="crispEdges"><path d="${strokes(data)}"/></svg>`
}
