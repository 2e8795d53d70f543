/** The query of an authorization request. `state` is kept as the octets received, so that it is returned unchanged. */

interface Pair {
  /** Null if it cannot be decoded. */
  readonly name: string | null
  readonly rawValue: string
}

/** Null if the octets are not UTF-8 or contain a NUL, which no parameter has and no store accepts. */
const decoded = (raw: string): string | null => {
  try {
    const text = decodeURIComponent(raw.replaceAll('+', ' '))
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** The number of bytes after percent-decoding, in whatever encoding. */
const byteLength = (raw: string): number => raw.replaceAll(/%[0-9a-f]{2}/gi, 'x').length

const shownName = (name: string): string => (/^\w{1,40}$/.test(name) ? name : 'A parameter')

export class AuthorizationQuery {
  readonly raw: string
  readonly #pairs: readonly Pair[]

  constructor(raw: string) {
    this.raw = raw
    this.#pairs = raw
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
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
