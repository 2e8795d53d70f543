/** The query of an authorization request. `state` is kept as the octets received, so that it is returned unchanged. */
import { isUtf8 } from 'node:buffer'
import { Failure } from '../../domain/failure.ts'
import { MAX_PAGE_QUERY_BYTES, MAX_PAGE_QUERY_PARAMETERS } from '../../domain/limits.ts'

/** Refused before anything is made of it: whoever sends it has shown nothing (threats row 603). */
export class LongQuery extends Failure {
  constructor() {
    const most = `${MAX_PAGE_QUERY_BYTES / 1024} KB and ${MAX_PAGE_QUERY_PARAMETERS} parameters`
    super('invalid_request', `The query is too long: it has at most ${most}`)
  }
}

export const requireShortQuery = (query: string): void => {
  if (query.length > MAX_PAGE_QUERY_BYTES) throw new LongQuery()
}

interface Pair {
  /** Null if it cannot be decoded. */
  readonly name: string | null
  readonly rawValue: string
}

const PERCENT = 0x25
const OTHER = 0x3f
const ASCII = 0x80

/** The octets that the text encodes, with a question mark for each character that should have been encoded. */
const encodedOctets = (text: string): Buffer => {
  const octets = Buffer.allocUnsafe(text.length)
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === PERCENT) {
      octets[count++] = Number.parseInt(text.slice(at + 1, at + 3), 16)
      at += 2
    } else octets[count++] = code < ASCII ? code : OTHER
  }
  return octets.subarray(0, count)
}

/** Asked before it is decoded: an exception for each broken value costs more than reading them all. */
const isDecodable = (text: string): boolean => !/%(?![0-9a-f]{2})/i.test(text) && isUtf8(encodedOctets(text))

/** Null if the octets are not UTF-8 or contain a NUL, which no parameter has and no store accepts. */
const decoded = (raw: string): string | null => {
  const spaced = raw.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced.includes('\0') ? null : spaced
  if (!isDecodable(spaced)) return null
  const text = decodeURIComponent(spaced)
  return text.includes('\0') ? null : text
}

/** The number of bytes after percent-decoding, in whatever encoding. */
const byteLength = (raw: string): number => raw.replaceAll(/%[0-9a-f]{2}/gi, 'x').length

const shownName = (name: string): string => (/^\w{1,40}$/.test(name) ? name : 'A parameter')

export class AuthorizationQuery {
  readonly raw: string
  readonly #pairs: readonly Pair[]

  constructor(raw: string) {
    requireShortQuery(raw)
    this.raw = raw
    const parts = raw.split('&').filter((part) => part !== '')
    if (parts.length > MAX_PAGE_QUERY_PARAMETERS) throw new LongQuery()
    this.#pairs = parts.map((part) => {
      const mark = part.indexOf('=')
      return {
        name: decoded(mark < 0 ? part : part.slice(0, mark)),
        rawValue: mark < 0 ? '' : part.slice(mark + 1),
      }
    })
  }

  /** The value of a parameter that is given exactly once and can be decoded; otherwise null. */
  once(name: string): string | null {
    const given = this.#pairs.filter((pair) => pair.name === name)
    return given.length === 1 ? decoded(given[0]?.rawValue ?? '') : null
  }

  /** The first parameter that is given twice (RFC 6749 §3.1). */
  repeated(): string | null {
    const seen = new Set<string>()
    for (const { name } of this.#pairs) {
      if (name === null) continue
      if (seen.has(name)) return shownName(name)
      seen.add(name)
    }
    return null
  }

  /** The name of a parameter that cannot be decoded. `state` is never decoded, as its octets are returned unchanged. */
  undecodable(): string | null {
    const broken = this.#pairs.find(
      ({ name, rawValue }) => name === null || (name !== 'state' && decoded(rawValue) === null),
    )
    return broken ? shownName(broken.name ?? '') : null
  }

  get rawState(): string | null {
    return this.#pairs.find((pair) => pair.name === 'state')?.rawValue ?? null
  }

  stateBytes(): number {
    return byteLength(this.rawState ?? '')
  }
}
