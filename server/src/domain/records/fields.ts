import { birthDateProblems, countryProblems, nationalityProblems } from '../operations/written-text.ts'
import { type Problem, textProblems } from '../problem.ts'
import type { Enumeration, Field, FieldLimits, FieldOptions } from './field.ts'

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

export const oneOf = <V extends string, const O extends FieldOptions>(
  words: Enumeration<V>,
  options: O,
): Field<V, O> => ({ type: 'word', words, options, limits: {} })

/** The id of a record of the operator, or of reference data. */
export const idOf = <const O extends FieldOptions>(of: string, options: O): Field<string, O> => ({
  type: 'id',
  of,
  options,
  limits: {},
})
