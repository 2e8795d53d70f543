/**
 * A QR code as inline SVG (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 10, which is 213 bytes
 * and enough for an otpauth address. Drawn here because a page without script can use neither a library in the
 * browser nor anyone else's image.
 */
import { type Html, html } from '../html.ts'
import { codewords, MOST_BYTES } from './qr-codewords.ts'

/** Centres of the alignment patterns, by version (ISO/IEC 18004 annex E). */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]

/** Dark is 1, light 0, undefined not yet drawn. */
type Modules = (0 | 1 | undefined)[][]

const bit = (value: number, index: number): 0 | 1 => ((value >>> index) & 1 ? 1 : 0)

/** Appends the remainder of a binary polynomial division: the BCH codes of format and version information. */
const withRemainder = (value: number, degree: number, generator: number): number => {
  let rest = value << degree
  for (let at = 31 - Math.clz32(rest); at >= degree; at = 31 - Math.clz32(rest)) rest ^= generator << (at - degree)
  return (value << degree) | rest
}

const set = (modules: Modules, x: number, y: number, dark: boolean | 0 | 1): void => {
  const row = modules[y]
  if (row !== undefined && x >= 0 && x < row.length) row[x] = dark ? 1 : 0
}

/** Rings around a centre: the finder's and the alignment pattern's dark rings differ by distance only. */
const drawRings = (modules: Modules, centreX: number, centreY: number, reach: number, light: readonly number[]) => {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      set(modules, centreX + dx, centreY + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
    }
  }
}

const drawPatterns = (modules: Modules, version: number): void => {
  const last = modules.length - 1
  for (let at = 0; at <= last; at++) {
    set(modules, at, 6, at % 2 === 0)
    set(modules, 6, at, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [last - 3, 3],
    [3, last - 3],
  ] as const) {
    drawRings(modules, x, y, 4, [2, 4])
  }
  const centres = ALIGNMENT[version - 1] ?? []
  for (const x of centres) {
    for (const y of centres) {
      const onFinder = (x === 6 && y === 6) || (x === 6 && y === last - 6) || (x === last - 6 && y === 6)
      if (!onFinder) drawRings(modules, x, y, 2, [1])
    }
  }
}

/** Level M (00) with mask 0 (000), twice around the finders; from version 7 on, the version twice as well. */
const drawInformation = (modules: Modules, version: number): void => {
  const last = modules.length - 1
  const format = withRemainder(0b00_000, 10, 0b10100110111) ^ 0b101010000010010
  const inwards = [0, 1, 2, 3, 4, 5, 7, 8]
  for (let at = 0; at < 8; at++) {
    set(modules, 8, inwards[at] ?? 0, bit(format, at))
    set(modules, last - at, 8, bit(format, at))
  }
  for (let at = 8; at < 15; at++) {
    set(modules, at === 8 ? 7 : 14 - at, 8, bit(format, at))
    set(modules, 8, last - 14 + at, bit(format, at))
  }
  set(modules, 8, last - 7, 1)
  if (version < 7) return
  const code = withRemainder(version, 12, 0b1111100100101)
  for (let at = 0; at < 18; at++) {
    set(modules, last - 10 + (at % 3), Math.floor(at / 3), bit(code, at))
    set(modules, Math.floor(at / 3), last - 10 + (at % 3), bit(code, at))
  }
}

/** Two columns at a time from the right, up and down in turn, past whatever is drawn; mask 0 flips every other module. */
const drawData = (modules: Modules, data: Uint8Array): void => {
  const size = modules.length
  let at = 0
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const upwards = ((right < 7 ? right + 1 : right) & 2) === ((size - 1) & 2)
    for (let step = 0; step < size * 2; step++) {
      const y = upwards ? size - 1 - (step >> 1) : step >> 1
      const x = right - (step & 1)
      if (modules[y]?.[x] !== undefined) continue
      const dark = bit(data[at >> 3] ?? 0, 7 - (at & 7))
      set(modules, x, y, dark ^ ((x + y) % 2 === 0 ? 1 : 0) ? 1 : 0)
      at++
    }
  }
}

/** The modules, row by row, without the quiet zone; null where the text is too long. */
export const qrModules = (text: string): (0 | 1)[][] | null => {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > MOST_BYTES) return null
  const { version, data } = codewords(bytes)
  const size = 17 + 4 * version
  const modules: Modules = Array.from({ length: size }, () => Array(size).fill(undefined))
  drawPatterns(modules, version)
  drawInformation(modules, version)
  drawData(modules, data)
  return modules as (0 | 1)[][]
}

/** Each run of dark modules is one horizontal stroke. */
const strokes = (modules: (0 | 1)[][]): string =>
  modules
    .flatMap((row, y) =>
      [...row.join('').matchAll(/1+/g)].map(({ index, 0: run }) => `M${index + 4} ${y + 4.5}h${run.length}`),
    )
    .join('')

/** With the quiet zone of four modules that scanners need; null where the text is too long to draw. */
export const qrCode = (text: string): Html | null => {
  const modules = qrModules(text)
  if (modules === null) return null
  const size = modules.length + 8
  return html`<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the key below" shape-rendering="crispEdges"><path d="${strokes(modules)}"/></svg>`
}
