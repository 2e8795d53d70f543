/** A QR code drawn here: the key in it never leaves the page. */
import { qrModules } from '../../../server/src/pages/identity/qr-code.ts'
import './qr-picture.css'

/** Scanners need four light modules around. */
const QUIET = 4

const strokes = (modules: readonly (readonly (0 | 1)[])[]): string =>
  modules
    .flatMap((row, y) =>
      [...row.join('').matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${index + QUIET} ${y + QUIET + 0.5}h${run.length}`,
      ),
    )
    .join('')

export const QrPicture = ({ text }: { readonly text: string }) => {
  const modules = qrModules(text)
  if (modules === null) return null
  const size = modules.length + 2 * QUIET
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key below">
      <path d={strokes(modules)} />
    </svg>
  )
}
