/**
 * Tokenizes GraphQL text for the document parser. Kept small because browsers load it; accepts exactly the language of
 * September 2025.
 */

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'sign' | 'end'
  /** The decoded value of a string; otherwise the text as written. */
  readonly text: string
  readonly at: number
}

/** The text is not GraphQL; the message says where. */
export class GraphQLSyntaxError extends Error {
  override readonly name = 'GraphQLSyntaxError'
  readonly line: number
  readonly column: number

  constructor(problem: string, source: string, at: number) {
    const before = source.slice(0, at).split(/\r\n|[\n\r]/)
    const column = (before.at(-1)?.length ?? 0) + 1
    super(`${problem} (line ${before.length}, column ${column})`)
    this.line = before.length
    this.column = column
  }
}

const IGNORED = /(?:[\s,\uFEFF]+|#[^\n\r]*)*/y
const NAME = /[_A-Za-z]\w*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
const STRING = /"(?:[^"\\\n\r]|\\.)*"/y
const SIGN = /\.\.\.|[!$&()[\]{}:=@|]/y

const matchAt = (pattern: RegExp, source: string, at: number): string | null => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? null
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const decodeString = (quoted: string): string =>
  quoted
    .slice(1, -1)
    .replace(/\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|(.))/g, (_whole, braced, four, other) =>
      other === undefined ? String.fromCodePoint(Number.parseInt(braced ?? four, 16)) : (ESCAPES[other] ?? other),
    )

/** The common indentation, and blank lines at either end, are not part of a block string's value. */
const decodeBlock = (raw: string): string => {
  const lines = raw.replaceAll('\\"""', '"""').split(/\r\n|[\n\r]/)
  const indents = lines.slice(1).flatMap((line) => (line.trim() === '' ? [] : [line.search(/[^ \t]/)]))
  const indent = Math.min(...indents)
  const dedented = lines.map((line, index) => (index === 0 ? line : line.slice(Number.isFinite(indent) ? indent : 0)))
  while (dedented[0]?.trim() === '') dedented.shift()
  while (dedented.at(-1)?.trim() === '') dedented.pop()
  return dedented.join('\n')
}

export class TokenReader {
  readonly #source: string
  #at = 0
  #next: Token

  constructor(source: string) {
    this.#source = source
    this.#next = this.#read()
  }

  get next(): Token {
    return this.#next
  }

  /** Takes the next token, whatever it is. */
  take(): Token {
    const taken = this.#next
    this.#next = this.#read()
    return taken
  }

  /** Takes the punctuator or word if it comes next. */
  skip(text: string): boolean {
    const isNext = this.isAt(text)
    if (isNext) this.take()
    return isNext
  }

  isAt(text: string): boolean {
    const { kind, text: found } = this.#next
    return (kind === 'sign' || kind === 'name') && found === text
  }

  expect(text: string): void {
    if (!this.skip(text)) this.fail(`Expected "${text}"`)
  }

  name(): string {
    if (this.#next.kind !== 'name') this.fail('Expected a name')
    return this.take().text
  }

  /** `open item item … close`; nothing where `open` does not come next. */
  list<T>(open: string, close: string, item: () => T): T[] {
    const items: T[] = []
    if (!this.skip(open)) return items
    while (!this.skip(close)) items.push(item())
    return items
  }

  fail(problem: string): never {
    const { kind, text, at } = this.#next
    const found = kind === 'end' ? 'the end of the text' : kind === 'string' ? 'a string' : `"${text}"`
    throw new GraphQLSyntaxError(`${problem}, found ${found}`, this.#source, at)
  }

  #read(): Token {
    this.#at += matchAt(IGNORED, this.#source, this.#at)?.length ?? 0
    const at = this.#at
    if (at >= this.#source.length) return { kind: 'end', text: '', at }
    if (this.#source.startsWith('"""', at)) return { kind: 'string', text: decodeBlock(this.#blockString(at)), at }
    const quoted = this.#match(STRING)
    if (quoted !== null) return { kind: 'string', text: decodeString(quoted), at }
    const kinds = { name: NAME, number: NUMBER, sign: SIGN } as const
    for (const [kind, pattern] of Object.entries(kinds) as ['name' | 'number' | 'sign', RegExp][]) {
      const text = this.#match(pattern)
      if (text !== null) return { kind, text, at }
    }
    throw new GraphQLSyntaxError(`Unexpected ${JSON.stringify(this.#source[at])}`, this.#source, at)
  }

  #match(pattern: RegExp): string | null {
    const text = matchAt(pattern, this.#source, this.#at)
    this.#at += text?.length ?? 0
    return text
  }

  #blockString(at: number): string {
    let end = this.#source.indexOf('"""', at + 3)
    while (end > 0 && this.#source[end - 1] === '\\') end = this.#source.indexOf('"""', end + 3)
    if (end < 0) throw new GraphQLSyntaxError('A block string does not end', this.#source, at)
    this.#at = end + 3
    return this.#source.slice(at + 3, end)
  }
}
