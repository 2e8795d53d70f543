/**
 * Reads JSON byte by byte as it comes, to its end (RFC 8259): parsing a file of 25 MB whole would hold everybody up, and
 * looking at its first letter lets anything pass (threats row 314). That it is UTF-8 is checked elsewhere.
 */

const MAX_LEVELS = 200
/** No number or word is longer. */
const MAX_WORD = 400

type Awaited = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/** What a byte is outside of strings, looked up: this runs for every byte of a file. */
const tableOf = (letters: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => (letters.test(String.fromCharCode(byte)) ? 1 : 0))
const IS_WORD = tableOf(/[-+.0-9a-zA-Z]/)
const IS_SPACE = tableOf(/[ \n\r\t]/)
const IS_HEX = tableOf(/[0-9a-fA-F]/)
const IS_ESCAPED = tableOf(/["\\/bfnrt]/)

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SMALL_U = 0x75

/** Where a string holds something else than letters that stand for themselves: most of a file is passed here. */
const endOfPlainText = (chunk: Uint8Array, from: number): number => {
  let at = from
  for (; at < chunk.length; at++) {
    const byte = chunk[at] as number
    if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) break
  }
  return at
}

export class JsonCheck {
  readonly #levels: string[] = []
  #awaited: Awaited = 'value'
  /** Where a string stands: outside, inside, after a backslash, or how many digits of \\u are still to come. */
  #string: 'outside' | 'inside' | 'escaped' | number = 'outside'
  #isKey = false
  #word = ''
  #isWrong = false
  #isBegun = false

  take(chunk: Uint8Array): void {
    // Everything that JSON is built of is ASCII: other bytes stand in strings only.
    for (let at = 0; at < chunk.length && !this.#isWrong; at++) {
      if (this.#string === 'inside') at = endOfPlainText(chunk, at)
      const byte = chunk[at]
      if (byte === undefined) return
      if (this.#string !== 'outside') this.#inString(byte)
      else if (this.#word !== '' || IS_SPACE[byte] === 0) this.#outside(byte)
    }
  }

  /** Whether all that came is one value, an object or a list. */
  isWhole(): boolean {
    return !this.#isWrong && this.#string === 'outside' && this.#awaited === 'nothing' && this.#word === ''
  }

  #inString(byte: number): void {
    if (typeof this.#string === 'number') {
      if (IS_HEX[byte] === 0) this.#isWrong = true
      this.#string = this.#string === 1 ? 'inside' : this.#string - 1
    } else if (this.#string === 'escaped') {
      if (byte !== SMALL_U && IS_ESCAPED[byte] === 0) this.#isWrong = true
      this.#string = byte === SMALL_U ? 4 : 'inside'
    } else if (byte === BACKSLASH) this.#string = 'escaped'
    else if (byte === QUOTE) this.#endString()
    else this.#isWrong = true
  }

  #outside(byte: number): void {
    if (IS_WORD[byte] === 1) {
      this.#inWord(String.fromCharCode(byte))
      return
    }
    if (this.#word !== '') this.#endWord()
    if (IS_SPACE[byte] === 1) return
    // A byte order mark.
    if (!this.#isBegun && (byte === 0xef || byte === 0xbb || byte === 0xbf)) return
    this.#isBegun = true
    const letter = String.fromCharCode(byte)
    if (letter === '"') this.#beginString()
    else if (letter === '{' || letter === '[') this.#open(letter)
    else if (letter === '}' || letter === ']') this.#close(letter)
    else if (letter === ':' && this.#awaited === 'colon') this.#awaited = 'value'
    else if (letter === ',' && this.#awaited === 'comma or end') {
      this.#awaited = this.#levels.at(-1) === '{' ? 'key' : 'value'
    } else this.#isWrong = true
  }

  #endString(): void {
    this.#string = 'outside'
    if (this.#isKey) this.#awaited = 'colon'
    else this.#ended()
  }

  #awaitsValue(): boolean {
    return this.#awaited === 'value' || this.#awaited === 'value or end'
  }

  #beginString(): void {
    this.#isKey = this.#awaited === 'key' || this.#awaited === 'key or end'
    if (this.#isKey || (this.#awaitsValue() && this.#levels.length > 0)) this.#string = 'inside'
    else this.#isWrong = true
  }

  #open(letter: '{' | '['): void {
    if (!this.#awaitsValue() || this.#levels.length >= MAX_LEVELS) this.#isWrong = true
    this.#levels.push(letter)
    this.#awaited = letter === '{' ? 'key or end' : 'value or end'
  }

  #close(letter: '}' | ']'): void {
    const opened = this.#levels.pop()
    const mayEnd =
      this.#awaited === 'comma or end' || this.#awaited === (letter === '}' ? 'key or end' : 'value or end')
    if (!mayEnd || opened !== (letter === '}' ? '{' : '[')) this.#isWrong = true
    this.#ended()
  }

  /** A word at the top is no document. */
  #inWord(letter: string): void {
    if (!this.#awaitsValue() || this.#levels.length === 0 || this.#word.length >= MAX_WORD) this.#isWrong = true
    this.#isBegun = true
    this.#word += letter
  }

  #endWord(): void {
    if (!WORD.test(this.#word)) this.#isWrong = true
    this.#word = ''
    this.#ended()
  }

  #ended(): void {
    this.#awaited = this.#levels.length === 0 ? 'nothing' : 'comma or end'
  }
}
