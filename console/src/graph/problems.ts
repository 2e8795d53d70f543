/** A refusal as sentences for a form: each at its field, in the words that the form has for its fields. */
import { GraphFailure, type Refusal } from './failure.ts'

/** What a form calls its fields, by the names that the graph has for them. */
export type Labels = Readonly<Record<string, string>>

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** `phoneNumber` as "phone number": a word with a capital inside is a field of a program, whichever it is. */
const spelledOut = (text: string): string =>
  text.replace(/(?<![\w./@-])[a-z]+(?:[A-Z][a-z]+)+(?![\w(])/g, (name) =>
    name
      .replace(/(Id)?(List)?$/, '')
      .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .trim(),
  )

/** The server names fields as programs do; a person knows them by their labels. */
export const inWords = (message: string, labels: Labels = {}): string => {
  const labelled = Object.entries(labels).reduce(
    (text, [name, label]) => text.replace(new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)`, 'g'), label),
    message,
  )
  const named = spelledOut(labelled)
  const sentence = upperFirst(named.trim())
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

/** The innermost part of the path that the form has a field for: `input.timeList.2.at` is about `timeList`. */
const fieldOf = ({ path, field }: Refusal, labels: Labels): string | null =>
  path?.toReversed().find((part) => part in labels) ?? (field !== null && field in labels ? field : null)

export interface FieldProblem {
  readonly field: string
  readonly label: string
  readonly sentence: string
}

export interface Problems {
  readonly atFields: readonly FieldProblem[]
  /** What concerns no field of the form. */
  readonly others: readonly string[]
}

export const problemsOf = (error: unknown, labels: Labels): Problems => {
  const refusals = error instanceof GraphFailure ? error.refusals : []
  const told = refusals.map((refusal) => ({
    field: fieldOf(refusal, labels),
    sentence: inWords(refusal.message, labels),
  }))
  return {
    atFields: told.flatMap(({ field, sentence }) =>
      field === null ? [] : [{ field, label: labels[field] ?? field, sentence }],
    ),
    others: told.filter(({ field }) => field === null).map(({ sentence }) => sentence),
  }
}

/** A refusal's messages by the field they are about, to stand beside it. */
export const problemsByField = (error: unknown, labels?: Labels): Readonly<Record<string, string>> => {
  if (!(error instanceof GraphFailure)) return {}
  if (labels) {
    const grouped = Map.groupBy(problemsOf(error, labels).atFields, ({ field }) => field)
    return Object.fromEntries([...grouped].map(([field, told]) => [field, told.map((one) => one.sentence).join(' ')]))
  }
  return Object.fromEntries(
    error.refusals.flatMap(({ field, message }) => (field === null ? [] : [[field, inWords(message)] as const])),
  )
}
