/**
 * The kinds of field that a record can have. A field says what is stored, when an input gives it and which limits hold;
 * it is data, made once at start.
 */
import type { Problem } from '../problem.ts'
import type { Scope } from '../scopes.ts'

/** A list of words with the name that it has in the graph. */
export interface Enumeration<V extends string = string> {
  readonly name: string
  readonly values: readonly V[]
  readonly says?: string
}

export const enumeration = <const V extends string>(
  name: string,
  values: readonly V[],
  says?: string,
): Enumeration<V> => ({ name, values, ...(says === undefined ? {} : { says }) })

/** Which inputs have the field: that of a new record, that of a change, both, or none. */
export type Written = 'always' | 'create' | 'update' | 'never'

/** The limits that each kind of field has of its own (fields.ts). */
export interface FieldLimits {
  /** Characters of a text. */
  readonly most?: number
  readonly lines?: 'several'
  /** The shape of a code, and what it means in a sentence. */
  readonly shape?: RegExp
  readonly message?: string
  readonly isUpper?: boolean
  readonly min?: number
  /** A number, or the year after this one. */
  readonly max?: number | 'next year'
}

export interface FieldOptions extends FieldLimits {
  /** A new record needs it, and it cannot be cleared. */
  readonly required?: boolean
  readonly written?: Written
  /** What a new record has where the input says nothing; null where absent. */
  readonly initial?: string | number | boolean
  /** Reads so where it is null: rows from before it was required. */
  readonly untold?: string
  /** Its name in inputs and in the graph, where it differs from the record's. */
  readonly as?: string
  /** The graph shows it by hand, as this field; null: the graph does not show it. */
  readonly shown?: string | null
  /** Its sentence in the graph. */
  readonly says?: string
  /** Its sentence in the inputs; that of its type where absent. */
  readonly asks?: string | { readonly create?: string; readonly update?: string }
  /** What giving it reveals or changes needs its scope. */
  readonly needs?: readonly [Scope, ...Scope[]]
  readonly needsByValue?: Readonly<Record<string, Scope>>
  /** Another value gives somebody access: whoever gives it in a session is present (access-model §10). */
  readonly asksPresence?: true
  /** What it names is the record's parent, which the creating mutation gets as an argument or in its input. */
  readonly parent?: 'argument' | 'input'
  /** What people call it. */
  readonly label?: string
  /** What files call its column, in four languages, separated by commas; absent where files do not have it. */
  readonly headings?: string
}

export type FieldType =
  | 'id'
  | 'text'
  | 'whole'
  | 'decimal'
  | 'truth'
  | 'day'
  | 'time'
  | 'word'
  | 'words'
  | 'airport'
  | 'value'
  | 'values'

/** What is wrong with a value; `today` in UTC. */
export type Limit = (value: never, path: readonly string[], today: string) => Problem[]

declare const VALUE: unique symbol

export interface Field<V = unknown, O extends FieldOptions = FieldOptions> {
  readonly type: FieldType
  readonly options: O
  /** The words of a `word` or `words`. */
  readonly words?: Enumeration
  /** The record that an `id` names. */
  readonly of?: string
  /** The graph's name of a `value` that is an object, e.g. Money. */
  readonly object?: string
  /** Written in capital letters. */
  readonly isUpper?: boolean
  /** The limits in words, for people and programs. */
  readonly limits: Readonly<Record<string, string | number | boolean>>
  readonly limit?: Limit
  /** The sentence of its inputs, where `asks` is absent. */
  readonly format?: string
  /** Of the compiler alone. */
  readonly [VALUE]?: V
}

/** The name of a field in inputs, in messages and in the graph. */
export const nameOf = (key: string, { options }: Field): string => options.as ?? key

/** The name of a field as words: `seatCount` as "Seat count". */
export const spelled = (name: string): string => {
  const words = name
    .replace(/(Id)?(List)?$/, '')
    .replace(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
    .trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** What people call a field. */
export const labelOf = (key: string, field: Field): string => field.options.label ?? spelled(nameOf(key, field))

/** The name of the graph's field that shows it; null where none does. */
export const shownName = (key: string, field: Field): string | null =>
  field.options.shown === undefined ? nameOf(key, field) : field.options.shown

export const isListed = ({ type }: Field): boolean => type === 'words' || type === 'values'

/** A record cannot be without it. */
export const isNeeded = ({ options: { required, untold, initial } }: Field): boolean =>
  (required === true && untold === undefined) || initial !== undefined

/** Its first value. */
export const initialOf = (field: Field): unknown => field.options.initial ?? (isListed(field) ? [] : null)

export const isWrittenBy = ({ options: { written = 'always' } }: Field, mutation: 'create' | 'update'): boolean =>
  written === 'always' || written === mutation
