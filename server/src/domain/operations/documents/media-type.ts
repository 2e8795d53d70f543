/**
 * Which contents are taken, told by their own bytes and not by what the sender calls them: nothing that a browser runs,
 * and nothing that is two things at once (threats row 246).
 */
import { JsonCheck } from './json-check.ts'

export const MEDIA_TYPES = {
  'application/pdf': { name: 'PDF', extension: 'pdf' },
  'image/png': { name: 'PNG', extension: 'png' },
  'image/jpeg': { name: 'JPEG', extension: 'jpg' },
  'image/tiff': { name: 'TIFF', extension: 'tif' },
  'text/plain': { name: 'plain text in UTF-8', extension: 'txt' },
  'text/csv': { name: 'CSV in UTF-8', extension: 'csv' },
  'application/json': { name: 'JSON in UTF-8', extension: 'json' },
} as const

export type MediaType = keyof typeof MEDIA_TYPES

export const isMediaType = (text: string): text is MediaType => Object.hasOwn(MEDIA_TYPES, text)

const HEAD_BYTES = 1024
/** An archive's end is found within so many bytes of a file's end. */
const TAIL_BYTES = 66_000

const bytesOf = (...codes: number[]): Buffer => Buffer.from(codes)
const startsWith = (head: Buffer, ...marks: Buffer[]): boolean =>
  marks.some((mark) => head.subarray(0, mark.length).equals(mark))

const PDF = Buffer.from('%PDF-')
const PDF_END = Buffer.from('%%EOF')
const PNG = bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const PNG_END = bytesOf(0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82)
const JPEG = bytesOf(0xff, 0xd8, 0xff)
const TIFF = [bytesOf(0x49, 0x49, 0x2a, 0), bytesOf(0x4d, 0x4d, 0, 0x2a)]
const ARCHIVE_END = bytesOf(0x50, 0x4b, 0x05, 0x06)
const MARKUP = /<\s*(?:!doctype|html|head|body|script|svg|iframe|\?xml|\?php)/i

const isText = (type: MediaType): boolean => type === 'text/plain' || type === 'text/csv' || type === 'application/json'

/** What its first bytes must be. */
const beginsAs = (type: MediaType, head: Buffer): boolean => {
  if (type === 'application/pdf') return startsWith(head, PDF)
  if (type === 'image/png') return startsWith(head, PNG)
  if (type === 'image/jpeg') return startsWith(head, JPEG)
  if (type === 'image/tiff') return startsWith(head, ...TIFF)
  return true
}

/** What its last bytes must be. */
const endsAs = (type: MediaType, tail: Buffer): boolean => {
  if (type === 'application/pdf') return tail.subarray(-1024).includes(PDF_END)
  return type === 'image/png' ? tail.subarray(-PNG_END.length).equals(PNG_END) : true
}

/** Control characters other than tab, line feed, form feed and carriage return. */
const isControl = (byte: number): boolean =>
  byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d

/** Looks at a file as it comes, and keeps its two ends of it only. */
export class ContentCheck {
  readonly #type: MediaType
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  readonly #json: JsonCheck | null
  #isText = true

  constructor(type: MediaType) {
    this.#type = type
    this.#json = type === 'application/json' ? new JsonCheck() : null
  }

  take(chunk: Buffer): void {
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)])
    }
    this.#tail =
      chunk.length >= TAIL_BYTES
        ? Buffer.from(chunk.subarray(-TAIL_BYTES))
        : Buffer.concat([this.#tail.subarray(-(TAIL_BYTES - chunk.length)), chunk])
    this.#json?.take(chunk)
    if (this.#isText && isText(this.#type)) this.#isText = !chunk.some(isControl) && this.#decodes(chunk)
  }

  #decodes(chunk: Buffer | undefined): boolean {
    try {
      this.#decoder.decode(chunk, { stream: chunk !== undefined })
      return true
    } catch {
      return false
    }
  }

  /** What is wrong with the whole; null where it is what it was said to be. */
  problem(): string | null {
    const type = this.#type
    const { name } = MEDIA_TYPES[type]
    if (isText(type) && !(this.#isText && this.#decodes(undefined))) return `The content is not ${name}`
    if (this.#json?.isWhole() === false) return `The content is not ${name}`
    if (!beginsAs(type, this.#head) || !endsAs(type, this.#tail)) return `The content is not ${name}`
    if (MARKUP.test(this.#head.toString('latin1'))) return `The content is not ${name} alone: it begins with markup`
    if (!isText(type) && this.#hasArchive()) return `The content is not ${name} alone: an archive hangs on it`
    return null
  }

  #hasArchive(): boolean {
    const end = this.#type === 'application/pdf' ? this.#tail.lastIndexOf(PDF_END) : 0
    return this.#tail.includes(ARCHIVE_END, Math.max(0, end))
  }
}
