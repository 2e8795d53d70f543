/** Makes fields, one function per kind of value, with the limits and the messages of that kind. */
import { readEmail } from '../identity/email-address.ts'
import {
  birthDateProblems,
  countryProblems,
  nationalityProblems,
  PHONE_RULE,
  phoneProblems,
  shapeProblems,
} from '../operations/written-text.ts'
import { type Problem, textProblems } from '../problem.ts'
import { PLACE_FORMAT } from '../reference/uncoded-place.ts'
import type { Enumeration, Field, FieldLimits, FieldOptions } from './field.ts'
import { type Money, moneyProblems } from './money.ts'

/** Options of a kind of field that cannot be without these. */
type With<L extends keyof FieldLimits> = FieldOptions & Required<Pick<FieldLimits, L>>

/** A line of text; several lines where it says so. */
export const text = <const O extends With<'most'>>(options: O): Field<string, O> => ({
  type: 'text',
  options,
  limits: { most: options.most, ...(options.lines ? { lines: options.lines } : {}) },
  limit: (value: string | null, path) =>
    textProblems(path, value, {
      most: options.most,
      severalLines: options.lines === 'several',
      required: options.required === true && options.untold === undefined,
    }),
})

/** Text of one shape, e.g. a code. */
export const shaped = <const O extends With<'shape' | 'message'>>(options: O): Field<string, O> => ({
  type: 'text',
  options,
  isUpper: options.isUpper === true,
  limits: { shape: options.shape.source },
  limit: (value: string | null, path) => shapeProblems(path, value, options.shape, options.message),
})

type NamedText = <const O extends FieldOptions>(options: O) => Field<string, O>

const textOf =
  (
    name: string,
    limit: (value: string | null, path: readonly string[], today: string) => Problem[],
    format?: string,
  ): NamedText =>
  (options) => ({ type: 'text', options, limits: { [name]: true }, limit, ...(format === undefined ? {} : { format }) })

export const country = textOf('country', (value, path) => countryProblems(path, value), 'ISO 3166 alpha-2.')

export const nationality = textOf(
  'nationality',
  (value, path) => nationalityProblems(path, value),
  'ISO 3166 alpha-2, or XXA, XXB, XXC.',
)

export const phone = textOf('phone', (value, path) => phoneProblems(path, value), `${PHONE_RULE}.`)

export const email = textOf('email', (value, path) =>
  value === null || readEmail(value) !== null
    ? []
    : [{ path, message: 'An e-mail address looks like anna@alpine.example' }],
)

/** A code whose shape the hooks check. */
export const upper = <const O extends FieldOptions>(options: O): Field<string, O> => ({
  type: 'text',
  options,
  isUpper: true,
  limits: {},
})

/** Kept as it comes: what makes it right is looked up by a hook. */
export const anyText = textOf('any', () => [])

type Range = Required<Pick<FieldLimits, 'min' | 'max'>>

const rangeProblems = (
  value: number | null,
  { min, max }: Range,
  path: readonly string[],
  today: string,
): Problem[] => {
  const most = max === 'next year' ? Number(today.slice(0, 4)) + 1 : max
  return value === null || (value >= min && value <= most)
    ? []
    : [{ path, message: `${path.at(-1)} is from ${min} to ${most}` }]
}

export const whole = <const O extends FieldOptions>(options: O): Field<number, O> => {
  const { min, max } = options
  if (min === undefined || max === undefined) return { type: 'whole', options, limits: {} }
  const limit = (value: number | null, path: readonly string[], today: string) =>
    rangeProblems(value, { min, max }, path, today)
  return { type: 'whole', options, limits: { min, max }, limit }
}

/** A decimal number, as text. */
export const decimal = <const O extends With<'min' | 'max'>>(options: O): Field<string, O> => ({
  type: 'decimal',
  options,
  limits: { min: options.min, max: options.max },
  limit: (value: string | null, path, today) =>
    rangeProblems(value === null ? null : Number(value), options, path, today),
})

export const truth = <const O extends FieldOptions>(options: O): Field<boolean, O> => ({
  type: 'truth',
  options,
  limits: {},
})

/** A calendar day, e.g. 2026-11-15. */
export const day = <const O extends FieldOptions>(options: O): Field<string, O> => ({
  type: 'day',
  options,
  limits: {},
})

export const birthDate = <const O extends FieldOptions>(options: O): Field<string, O> => ({
  type: 'day',
  options,
  limits: { birth: true },
  format: 'From 1900 to today.',
  limit: (value: string | null, path, today) => birthDateProblems(path, value, today),
})

/** Milliseconds since the epoch. */
export const time = <const O extends FieldOptions>(options: O): Field<number, O> => ({
  type: 'time',
  options,
  limits: {},
})

export const oneOf = <V extends string, const O extends FieldOptions>(
  words: Enumeration<V>,
  options: O,
): Field<V, O> => ({ type: 'word', words, options, limits: {} })

/** Several words, each once. */
export const listOf = <V extends string, const O extends FieldOptions>(
  words: Enumeration<V>,
  options: O,
): Field<readonly V[], O> => ({
  type: 'words',
  words,
  options,
  limits: options.required ? { least: 1 } : {},
  limit: (value: readonly V[], path) =>
    options.required && value.length === 0 ? [{ path, message: options.message ?? 'Name at least one' }] : [],
})

/** The id of a record of the operator, or of reference data. */
export const idOf = <const O extends FieldOptions>(of: string, options: O): Field<string, O> => ({
  type: 'id',
  of,
  options,
  limits: {},
})

/** The id of an airport; inputs name it by its code. */
export const airport = <const O extends FieldOptions & { readonly as: string }>(options: O): Field<string, O> => ({
  type: 'airport',
  options,
  limits: {},
  format: `iCAO or iATA code; ${PLACE_FORMAT}.`,
})

export const money = <const O extends FieldOptions>(options: O): Field<Money, O> => ({
  type: 'value',
  object: 'Money',
  options,
  limits: { money: true },
  limit: (value: Money | null, path) => moneyProblems(path, value),
})

/** An object that a hook makes, stored as JSON. */
export const value =
  <V>() =>
  <const O extends FieldOptions>(options: O): Field<V, O> => ({ type: 'value', options, limits: {} })

/** A list that a hook makes, stored as JSON. */
export const values =
  <V>() =>
  <const O extends FieldOptions>(options: O): Field<readonly V[], O> => ({ type: 'values', options, limits: {} })

/** A list of objects of the graph, stored as JSON, e.g. of Approach. */
export const listOfObjects =
  <V>() =>
  <const O extends FieldOptions>(
    object: string,
    options: O,
    limit: (list: readonly V[], path: readonly string[]) => Problem[],
  ): Field<readonly V[], O> => ({ type: 'values', object, options, limits: {}, limit })
