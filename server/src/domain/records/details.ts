/** The details of a record before and after an input: what is blank, what an input changes, and what is wrong with it. */
import type { Problem } from '../problem.ts'
import type { AnyDescription, Fields } from './description.ts'
import { type Field, initialOf, isListed, isNeeded, isWrittenBy, nameOf } from './field.ts'

type Details = Readonly<Record<string, unknown>>
type Input = Readonly<Record<string, unknown>>

const written = ({ type, isUpper }: Field, given: unknown): unknown => {
  if (type === 'words') return [...new Set((given ?? []) as readonly string[])]
  if (type === 'values') return given ?? []
  if (typeof given !== 'string' || type !== 'text') return given
  return isUpper ? given.trim().toUpperCase() : given.trim()
}

/** What a record has of which nothing was said. */
export const blankDetails = (fields: Fields): Details =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, initialOf(field)]))

/** What an input gives, field by field of the record; an airport is still its code. */
export const givenFields = (
  fields: Fields,
  input: Input,
  mutation: 'create' | 'update',
): ReadonlyMap<string, unknown> => {
  const given = new Map<string, unknown>()
  for (const [key, field] of Object.entries(fields)) {
    const value = input[nameOf(key, field)]
    if (value === undefined || !isWrittenBy(field, mutation)) continue
    if (value === null && isNeeded(field)) continue
    given.set(key, value === null && !isListed(field) ? null : written(field, value))
  }
  return given
}

/** Names, as inputs have them, of what a change cannot clear. */
export const neededNames = ({ fields }: Pick<AnyDescription, 'fields'>): string[] => [
  ...Object.entries(fields)
    .filter(([, field]) => isWrittenBy(field, 'update') && (isNeeded(field) || field.options.required === true))
    .map(([key, field]) => nameOf(key, field)),
  'externalIdList',
]

/** Whether a limit of a named field depends on the day: a date of birth, a year of manufacture. */
export const dependsOnToday = (
  { fields }: Pick<AnyDescription, 'fields'>,
  isNamed: (key: string) => boolean,
): boolean =>
  Object.entries(fields).some(
    ([key, { limits }]) => isNamed(key) && (limits.birth === true || limits.max === 'next year'),
  )

/**
 * What is wrong with details, as far as an input names them: what was stored under earlier rules stays until it is
 * written again. A rule between fields is checked where the input names one of them.
 */
export const problemsOf = (
  { fields, rules = [] }: Pick<AnyDescription, 'fields' | 'rules'>,
  record: object,
  isNamed: (key: string) => boolean,
  today: string,
): Problem[] => {
  const details = record as Details
  return [
    ...Object.entries(fields).flatMap(([key, field]) =>
      field.limit && isNamed(key) ? field.limit(details[key] as never, [nameOf(key, field)], today) : [],
    ),
    ...rules.flatMap(({ of, problems }) => (of.some(isNamed) ? problems(details) : [])),
  ]
}
