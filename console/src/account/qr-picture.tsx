/** Draws a QR code in the browser, so that the key in it never leaves the page. */
import { encode } from 'uqr'
import './qr-picture.css'

/** What version 20 holds at error correction level M (ISO/IEC 18004 table 7); finer modules are hard to scan. */
const MAX_BYTES = 666
/** Scanners need four light modules around the code. */
const QUIET_ZONE = 4

const strokes = (modules: readonly boolean[][]): string =>
  modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y + 0.5}h1` : ''))).join('')

export const QrPicture = ({ text }: { readonly text: string }) => {
  if (new TextEncoder().encode(text).length > MAX_BYTES) return null
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key below">
      <path d={strokes(data)} />
    </svg>
  )
}
