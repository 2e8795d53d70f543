/**
 * Where an error is in the text that the user wrote. With --all another text is sent: the user's, written anew with a
 * cursor. A word that occurs equally often in both texts is found by counting its occurrences.
 */

export interface Place {
  readonly line: number
  readonly column: number
}

/** Strings and comments are passed over; they hold no words of the language. */
const WORDS = /"""[\s\S]*?"""|"(?:[^"\\\n\r]|\\.)*"|#[^\n\r]*|[_A-Za-z]\w*/g

const offsetOf = (text: string, { line, column }: Place): number => {
  const lines = text.split('\n')
  return lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0) + column - 1
}

const placeOf = (text: string, offset: number): Place => {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const occurrences = (text: string, word: string): number[] =>
  [...text.matchAll(WORDS)].flatMap((found) => (found[0] === word ? [found.index] : []))

/** Undefined where the place is in something that the user did not write. */
export const ownPlace = (own: string, sent: string, place: Place): Place | undefined => {
  if (own === sent) return place
  const offset = offsetOf(sent, place)
  const word = /^[_A-Za-z]\w*/.exec(sent.slice(offset))?.[0]
  if (word === undefined) return undefined
  const [there, here] = [occurrences(sent, word), occurrences(own, word)]
  const found = there.length === here.length ? here[there.indexOf(offset)] : undefined
  return found === undefined ? undefined : placeOf(own, found)
}
