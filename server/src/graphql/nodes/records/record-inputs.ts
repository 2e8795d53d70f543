/** The inputs of a described record: of a new one, of a change, and of a search. */
import type { Interval } from '../../../domain/interval.ts'
import type { AnyDescription, InputOf, PatchOf } from '../../../domain/records/description.ts'
import { type Field, isWrittenBy, nameOf } from '../../../domain/records/field.ts'
import type { Filter } from '../../../domain/records/filter.ts'
import { PLACE_FORMAT } from '../../../domain/reference/uncoded-place.ts'
import type { AnySearch, ValueOf, WordsNow } from '../../../storage/records/described-search.ts'
import { needs, needsByValue } from '../../access-declaration.ts'
import { builder, type GraphTypes } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { askedList, MAX_VALUES } from '../asked-list.ts'
import { askedExternalId, ExternalIdInput } from '../external-id.ts'
import { askedInterval, IntervalInput } from '../interval.ts'
import { badInput } from '../page.ts'
import { askedAirportId } from '../reference/airport-field.ts'
import { givenType } from './field-type.ts'
import { enumOf } from './record-enum.ts'

type InputRef<T> = PothosSchemaTypes.InputObjectRef<GraphTypes, T>

/** The options of an input field or argument, whose types only the description knows. */
type Options = never

const described = (text: string | undefined) => (text === undefined ? {} : { description: text })

const sentenceOf = ({ options: { asks }, format }: Field, mutation: 'create' | 'update'): string | undefined =>
  (typeof asks === 'object' ? asks[mutation] : asks) ?? format

const scopesOf = ({ options: { needs: scopes, needsByValue: byValue } }: Field) => ({
  ...(scopes ? needs(...scopes) : {}),
  ...(byValue ? needsByValue(byValue) : {}),
})

/** Fields that an input has and the record does not. */
export type MoreInputs = Readonly<Record<string, unknown>>

const inputFields = ({ fields }: AnyDescription, mutation: 'create' | 'update'): [string, object][] =>
  Object.entries(fields)
    .filter(([, field]) => isWrittenBy(field, mutation) && field.options.parent !== 'argument')
    .map(([key, field]) => {
      const { required, initial } = field.options
      const isRequired = mutation === 'create' && required === true && initial === undefined
      return [
        nameOf(key, field),
        {
          ...scopesOf(field),
          type: givenType(field),
          ...(isRequired ? { required: true } : {}),
          ...(mutation === 'create' && initial !== undefined ? { defaultValue: initial } : {}),
          ...described(sentenceOf(field, mutation)),
        },
      ]
    })

const inputOf = (name: string, fields: readonly (readonly [string, object])[], description?: string) =>
  builder.inputType(name, {
    ...described(description),
    fields: (t) => ({
      ...Object.fromEntries(fields.map(([field, options]) => [field, t.field(options as Options)])),
      externalIdList: t.field({ type: [ExternalIdInput] }),
    }),
  })

/** The input of a new record. `more` are fields that the record does not have. */
export const createInput = <D extends AnyDescription>(
  description: D,
  more: Readonly<Record<string, object>> = {},
): InputRef<InputOf<D>> => {
  const name = description.names?.createInput ?? `${description.name}Input`
  return inputOf(name, [...inputFields(description, 'create'), ...Object.entries(more)]) as unknown as InputRef<
    InputOf<D>
  >
}

export const updateInput = <D extends AnyDescription>(
  description: D,
  more: Readonly<Record<string, object>> = {},
): InputRef<PatchOf<D>> => {
  const { id, name, patch = 'What is absent stays, null clears.' } = description
  const own: [string, object][] = id.isInInput ? [[id.field, { type: 'ID', required: true }]] : []
  const fields = [...own, ...inputFields(description, 'update'), ...Object.entries(more)]
  return inputOf(`${name}UpdateInput`, fields, patch ?? undefined) as unknown as InputRef<PatchOf<D>>
}

const fieldOf = ({ file, fields }: AnyDescription, key: string): Field => {
  const field = fields[key]
  if (!field) throw new Error(`${file}: there is no field ${key}`)
  return field
}

type Given = never

interface Argument {
  readonly options: object
  /** What the store is asked for. */
  readonly read: (value: Given, context: QueryContext, name: string) => unknown
}

const asIs = (value: Given): unknown => value
const asList = (values: Given, _context: QueryContext, name: string): unknown => askedList(values, name)
const asAirport = (code: Given, context: QueryContext, name: string): unknown => askedAirportId(context, code, name)
const asCode = (text: string): string => text.trim().toUpperCase()

const intervalUpTo = (maxDays: number | undefined): Argument => ({
  options: { type: IntervalInput },
  read: (interval: Interval) => askedInterval(interval, maxDays ?? 0),
})

const joinedArgument = ({ type, given, words, maxDays }: Extract<Filter, { by: 'joined' }>): Argument => {
  if (given === 'text') return { options: { type: 'String' }, read: asIs }
  if (type === 'interval') return intervalUpTo(maxDays)
  if (type === 'wordsNow') {
    const read = (values: Given, { world, tenant }: QueryContext, name: string): WordsNow => ({
      words: askedList(values, name) ?? [],
      now: world.now(tenant.tenantId),
    })
    return { options: { type: [enumOf(words ?? { name: '', values: [] })] }, read }
  }
  if (type === 'word') return { options: { type: enumOf(words ?? { name: '', values: [] }) }, read: asIs }
  if (type === 'airport')
    return { options: { type: 'String', description: `iCAO or iATA code; ${PLACE_FORMAT}.` }, read: asAirport }
  const types = {
    id: 'ID',
    text: 'String',
    texts: ['String'],
    day: 'Date',
    truth: 'Boolean',
    whole: 'Int',
    time: 'DateTime',
  } as const
  return { options: { type: types[type] }, read: type === 'texts' ? asList : asIs }
}

const argumentOf = (description: AnyDescription, filter: Filter): Argument => {
  if (filter.by === 'ids') return { options: { type: ['ID'], description: `At most ${MAX_VALUES}.` }, read: asList }
  if (filter.by === 'text') return { options: { type: 'String' }, read: asIs }
  if (filter.by === 'joined') return joinedArgument(filter)
  if (filter.by === 'overlap') return intervalUpTo(filter.maxDays)
  if (filter.by === 'present') return { options: { type: 'Boolean' }, read: asIs }
  const field = fieldOf(description, filter.field)
  const type = givenType(field)
  if (filter.by === 'among') return { options: { type: [type] }, read: asList }
  if (filter.by === 'lists') return { options: { type }, read: asList }
  if (field.type === 'airport') return { options: { type, ...described(field.format) }, read: asAirport }
  return { options: { type }, read: field.isUpper ? asCode : asIs }
}

const optionsOf = ({ needs: scopes, needsByValue: byValue, says }: Filter, { options }: Argument): object => ({
  ...options,
  ...(scopes ? needs(...scopes) : {}),
  ...(byValue ? needsByValue(byValue) : {}),
  ...described(says),
})

const FOUND_BY: readonly (readonly [string, object])[] = [
  ['externalId', { type: ExternalIdInput }],
  ['updatedSince', { type: 'DateTime' }],
]

type Asked = Readonly<Record<string, unknown>>

/** Makes of what a filter was given what the store is asked for. */
export type ReadFilters<D extends AnyDescription> = {
  readonly [K in keyof D['filters']]?: (
    given: D['filters'][K] extends { readonly given: 'text' } ? string : ValueOf<D['filters'][K]>,
    context: QueryContext,
    asked: Asked,
  ) => ValueOf<D['filters'][K]>
}

type AnyReader = (given: never, context: QueryContext, asked: Asked) => unknown

/** What a list takes as its filter, and how that becomes a search. */
export const filterOf = <D extends AnyDescription>(description: D, byHand: ReadFilters<D> = {}) => {
  const { name, names, filters, filtersAs = 'optional', needsOneOf } = description
  const more = byHand as Readonly<Partial<Record<string, AnyReader>>>
  const readers = Object.entries(filters).map(([filter, options]) => {
    const { read } = argumentOf(description, options)
    const then = more[filter]
    const readMore = (asked: Asked, ...of: Parameters<typeof read>) => {
      const value = read(...of)
      return then ? then(value as never, of[1], asked) : value
    }
    return { filter, read: readMore }
  })
  const fields = [
    ...Object.entries(filters).map(
      ([filter, options]) => [filter, optionsOf(options, argumentOf(description, options))] as const,
    ),
    ...FOUND_BY,
  ]
  const within = filtersAs === 'arguments' ? '' : 'filter.'
  const neededOne = needsOneOf && `one of ${needsOneOf.join(', ')}.`

  const searchOf = (context: QueryContext, asked: Asked): AnySearch => {
    if (needsOneOf?.every((filter) => asked[filter] === null || asked[filter] === undefined)) {
      throw badInput(`filter needs ${neededOne}`)
    }
    const search: Record<string, unknown> = {
      externalId: askedExternalId(asked.externalId as typeof ExternalIdInput.$inferInput),
      updatedSince: asked.updatedSince ?? null,
    }
    for (const { filter, read } of readers) {
      const value = asked[filter]
      search[filter] =
        value === null || value === undefined ? null : read(asked, value as Given, context, `${within}${filter}`)
    }
    return search
  }

  const type =
    filtersAs === 'arguments'
      ? null
      : builder.inputType(names?.filter ?? `${name}Filter`, {
          ...described(neededOne && `Needs ${neededOne}`),
          fields: (t) => Object.fromEntries(fields.map(([field, options]) => [field, t.field(options as Options)])),
        })
  return { type, fields, searchOf }
}
