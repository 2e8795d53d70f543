/** A header of the form `value; name=text; name="text"`, such as Content-Type or Content-Disposition. */
export interface HeaderValue {
  /** Lower case. */
  readonly value: string
  /** Names in lower case; the text as it stands between the quotes. */
  readonly parameters: ReadonlyMap<string, string>
}

const VALUE = /^[ \t]*([\w!#$%&'*+.^`|~/-]+)[ \t]*/
// An unquoted text ends at white space or a semicolon: clients leave boundaries with `=`, `/` or `:` unquoted.
const PARAMETER = /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))[ \t]*)?/y

/** `undefined` if the text does not have that form, or repeats a parameter. */
export function parseHeaderValue(text: string): HeaderValue | undefined {
  const head = VALUE.exec(text)
  if (!head?.[1]) return undefined
  const parameters = new Map<string, string>()
  let position = head[0].length
  while (position < text.length) {
    PARAMETER.lastIndex = position
    const found = PARAMETER.exec(text)
    if (!found) return undefined
    position = PARAMETER.lastIndex
    const name = found[1]?.toLowerCase()
    if (name === undefined) continue
    if (parameters.has(name)) return undefined
    parameters.set(name, found[2] ?? found[3] ?? '')
  }
  return { value: head[1].toLowerCase(), parameters }
}
