/**
 * A refused mutation says why in `userErrorList`. A document that does not select it would learn nothing of a refusal,
 * so it is asked for beside what the document selects, on the same line: places in messages stay the document's own.
 */
import { type FieldNode, operationsOf, type SelectionNode } from './ast.ts'
import { parseDocument } from './parse-document.ts'
import { TokenReader } from './tokens.ts'

const SELECTION = ' userErrorList { code message path }'

export interface Asked {
  /** The document as it is sent. */
  readonly text: string
  /** Fields of the answer whose `userErrorList` the document did not ask for. */
  readonly added: readonly string[]
}

const isField = (selection: SelectionNode): selection is FieldNode => selection.kind === 'Field'

const responseName = ({ alias, name }: FieldNode): string => alias?.value ?? name.value

const selections = ({ selectionSet }: FieldNode): readonly SelectionNode[] => selectionSet?.selections ?? []

const asksForUserErrors = (field: FieldNode): boolean =>
  selections(field).some((each) => isField(each) && responseName(each) === 'userErrorList')

/** Where the selection of each field of a mutation ends: braces within parentheses are values. */
const endsOfPayloads = (text: string): number[] => {
  const tokens = new TokenReader(text)
  const ends: number[] = []
  let [braces, parentheses, isMutation] = [0, 0, false]
  while (tokens.next.kind !== 'end') {
    const { kind, text: word, at } = tokens.take()
    if (kind === 'name' && braces === 0 && parentheses === 0 && /^(query|mutation|fragment|subscription)$/.test(word))
      isMutation = word === 'mutation'
    if (kind !== 'sign') continue
    if (word === '(') parentheses++
    if (word === ')') parentheses--
    if (parentheses > 0) continue
    if (word === '{') braces++
    if (word !== '}') continue
    if (isMutation && braces === 2) ends.push(at)
    braces--
  }
  return ends
}

/** A text that cannot be read is sent as it is: the service says what is wrong with it. */
const mutationFields = (text: string): readonly FieldNode[] | null => {
  if (!/\bmutation\b/.test(text)) return null
  try {
    const mutations = operationsOf(parseDocument(text)).filter(({ operation }) => operation === 'mutation')
    const roots = mutations.flatMap(({ selectionSet }) => selectionSet.selections)
    return roots.every(isField) ? roots.filter((field) => selections(field).length > 0) : null
  } catch {
    return null
  }
}

export const withUserErrors = (text: string): Asked => {
  const fields = mutationFields(text)
  const ends = fields ? endsOfPayloads(text) : []
  if (!fields || ends.length !== fields.length) return { text, added: [] }
  const lacking = fields.map((field) => !asksForUserErrors(field))
  let sent = text
  for (const [index, end] of [...ends.entries()].toReversed())
    if (lacking[index]) sent = `${sent.slice(0, end)}${SELECTION} ${sent.slice(end)}`
  // A fragment may ask for it: then it stays in the answer.
  const added = fields.filter((field, index) => lacking[index] && selections(field).every(isField)).map(responseName)
  return { text: sent, added }
}
