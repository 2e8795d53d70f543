/** The bytes of a QR code: the text with its header, padding and Reed-Solomon error correction, interleaved. */

interface VersionShape {
  readonly correctionPerBlock: number
  /** Data codewords of each block. */
  readonly blocks: readonly number[]
}

/** Level M, versions 1 to 10 (ISO/IEC 18004 table 9). */
const VERSIONS: readonly VersionShape[] = [
  { correctionPerBlock: 10, blocks: [16] },
  { correctionPerBlock: 16, blocks: [28] },
  { correctionPerBlock: 26, blocks: [44] },
  { correctionPerBlock: 18, blocks: [32, 32] },
  { correctionPerBlock: 24, blocks: [43, 43] },
  { correctionPerBlock: 16, blocks: [27, 27, 27, 27] },
  { correctionPerBlock: 18, blocks: [31, 31, 31, 31] },
  { correctionPerBlock: 22, blocks: [38, 38, 39, 39] },
  { correctionPerBlock: 22, blocks: [36, 36, 36, 37, 37] },
  { correctionPerBlock: 26, blocks: [43, 43, 43, 43, 44] },
]

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Mode and length take 12 bits, and 20 from version 10 on. */
const headerBytes = (version: number): number => (version < 10 ? 2 : 3)

const capacity = (shape: VersionShape, version: number): number => sum(shape.blocks) - headerBytes(version)

export const MOST_BYTES = 213

/** Powers of 2 in GF(256) modulo x⁸+x⁴+x³+x²+1, and their logarithms. */
const EXP = new Uint8Array(255)
const LOG = new Uint8Array(256)
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value
  LOG[value] = power
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0)
}

const product = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (EXP[((LOG[a] ?? 0) + (LOG[b] ?? 0)) % 255] ?? 0)

/** The product of (x - 2⁰)(x - 2¹)…, highest power first, its leading 1 left out. */
const generator = (degree: number): number[] => {
  let terms = [1]
  for (let power = 0; power < degree; power++) {
    const shifted = [...terms, 0]
    terms = shifted.map((term, index) => term ^ product(terms[index - 1] ?? 0, EXP[power] ?? 0))
  }
  return terms.slice(1)
}

const correction = (data: Uint8Array, degree: number): Uint8Array => {
  const divisor = generator(degree)
  const rest = [...data, ...new Array<number>(degree).fill(0)]
  for (let at = 0; at < data.length; at++) {
    const factor = rest[at] ?? 0
    divisor.forEach((term, index) => {
      rest[at + 1 + index] = (rest[at + 1 + index] ?? 0) ^ product(term, factor)
    })
  }
  return Uint8Array.from(rest.slice(data.length))
}

/** Byte mode (0100), the length, the bytes, then zeros to a whole byte and the two padding bytes in turn. */
const padded = (bytes: Uint8Array, version: number, length: number): Uint8Array => {
  const lengthBits = version < 10 ? 8 : 16
  const bits = `0100${bytes.length.toString(2).padStart(lengthBits, '0')}${[...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')}0000`
  const filled = bits.slice(0, length * 8)
  const used = (filled.match(/.{1,8}/g) ?? []).map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2))
  return Uint8Array.from({ length }, (_, index) => used[index] ?? ((index - used.length) % 2 === 0 ? 0xec : 0x11))
}

/** First codeword of every block, second of every block, and so on; a shorter block is passed over at the end. */
const interleaved = (blocks: readonly Uint8Array[]): number[] => {
  const longest = Math.max(...blocks.map((block) => block.length))
  return Array.from({ length: longest }, (_, index) => blocks.map((block) => block[index]))
    .flat()
    .filter((byte) => byte !== undefined)
}

/** The smallest version that holds the bytes (at most `MOST_BYTES`), and all its codewords in drawing order. */
export const codewords = (bytes: Uint8Array): { version: number; data: Uint8Array } => {
  const index = VERSIONS.findIndex((shape, at) => bytes.length <= capacity(shape, at + 1))
  const shape = VERSIONS[index]
  if (shape === undefined) throw new RangeError(`A QR code of ours holds ${MOST_BYTES} bytes, not ${bytes.length}`)
  const all = padded(bytes, index + 1, sum(shape.blocks))
  let start = 0
  const blocks = shape.blocks.map((length) => {
    start += length
    return all.subarray(start - length, start)
  })
  const corrections = blocks.map((block) => correction(block, shape.correctionPerBlock))
  return { version: index + 1, data: Uint8Array.from([...interleaved(blocks), ...interleaved(corrections)]) }
}
