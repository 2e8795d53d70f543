/**
 * Declares what a computed field of a record follows. Everything that a record shows is told in the feed of that record,
 * or the field says under which kinds its changes are told (data §4.14, ADR 152). A resolver that does not take the
 * context has nothing but its row, so that its field is stored; one that does says what it follows (`follows`), and the
 * server does not start if it says nothing. A field that shows records follows those by its type.
 */
import { type GraphQLField, type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { ENTITY_KINDS, type EntityKind } from '../domain/entity-kind.ts'
import type { AnyDescription } from '../domain/records/description.ts'
import { objectTypes } from './access-declaration.ts'
import { rowKindOf } from './column-declaration.ts'

/** What changes without any record of the operator. */
const OUTSIDE = {
  TIME: 'the time',
  ACCOUNTS: 'names of people, applications and keys',
  REFERENCE: 'reference data',
} as const

/** A kind of the feed, or what is outside it. */
export type Followed = EntityKind | keyof typeof OUTSIDE

declare global {
  export namespace PothosSchemaTypes {
    export interface FieldOptions<Types, ParentShape, Type, Nullable, Args, ResolveShape, ResolveReturnShape> {
      /** What a computed field follows; empty where only who asks decides. */
      follows?: readonly Followed[]
    }
  }
}

type AnyField = GraphQLField<unknown, unknown>

interface DeclaredExtensions {
  readonly pothosOptions?: {
    readonly follows?: readonly Followed[]
    readonly resolve?: (...args: never[]) => unknown
  }
}

const optionsOf = ({ extensions }: AnyField) => (extensions as DeclaredExtensions).pothosOptions ?? {}

/** The description of the record that the objects of a type are; undefined where they are something else. */
export const describedBy = (type: GraphQLObjectType): AnyDescription | undefined => {
  const kind = rowKindOf(type)
  if (kind === null || !('description' in kind)) return undefined
  const description = kind.description as AnyDescription
  return description.name === type.name ? description : undefined
}

/** Types of reference data, which the host keeps. */
const REFERENCE_TYPES: ReadonlySet<string> = new Set(['Airport', 'AircraftType'])

/** What the type of a field says alone; null where it says nothing. */
const followedByType = (field: AnyField): readonly Followed[] | null => {
  const shown = getNamedType(field.type)
  if (!isObjectType(shown)) return null
  if (REFERENCE_TYPES.has(shown.name)) return ['REFERENCE']
  const description = describedBy(shown)
  return description ? [description.entity as EntityKind] : null
}

const takesContext = (field: AnyField): boolean => (optionsOf(field).resolve?.length ?? 0) > 2

/** What a field of a record leads to that is no record itself. */
const valueType = (field: AnyField): GraphQLObjectType | null => {
  const shown = getNamedType(field.type)
  return isObjectType(shown) && followedByType(field) === null ? shown : null
}

const fieldsOf = (type: GraphQLObjectType): AnyField[] => Object.values(type.getFields())

/** Described types, and the types of values that they lead to. */
const shownTypes = (schema: GraphQLSchema): GraphQLObjectType[] => {
  const found = new Set(objectTypes(schema).filter((type) => describedBy(type) !== undefined))
  // A set goes on to what is added while it is walked.
  for (const type of found) {
    for (const field of fieldsOf(type)) {
      const value = valueType(field)
      if (value) found.add(value)
    }
  }
  return [...found]
}

/** Fields that can show more than their row and do not say what they follow. */
export const undeclaredFollows = (schema: GraphQLSchema): string[] =>
  shownTypes(schema).flatMap((type) =>
    fieldsOf(type)
      .filter((field) => takesContext(field) && !optionsOf(field).follows && followedByType(field) === null)
      .map((field) => `${type.name}.${field.name}`),
  )

/** What a field declares, with what the values that it leads to declare. */
const followsOf = (field: AnyField): readonly Followed[] => {
  const value = valueType(field)
  return [...(optionsOf(field).follows ?? []), ...(value ? fieldsOf(value).flatMap(followsOf) : [])]
}

/** A field of a described record. */
export interface FollowingField {
  readonly description: AnyDescription
  readonly field: AnyField
  /** Kinds of the feed that it says it follows. */
  readonly declared: readonly EntityKind[]
  /** With those of the records that it leads to. */
  readonly kinds: readonly EntityKind[]
}

const KINDS: ReadonlySet<string> = new Set(ENTITY_KINDS)
const isKind = (followed: Followed): followed is EntityKind => KINDS.has(followed)

/** Every field of every described record, with the kinds that it follows. */
export const followingFields = (schema: GraphQLSchema): FollowingField[] =>
  objectTypes(schema).flatMap((type) => {
    const description = describedBy(type)
    if (!description) return []
    return fieldsOf(type).map((field) => {
      const declared = [...new Set(followsOf(field).filter(isKind))]
      return { description, field, declared, kinds: [...declared, ...(followedByType(field) ?? []).filter(isKind)] }
    })
  })

const inWords = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')

const sentencesOf = (followed: readonly Followed[]): string[] => {
  const kinds = followed.filter(isKind)
  const others = followed.flatMap((each) => (isKind(each) ? [] : [OUTSIDE[each]]))
  const told = kinds.length > 1 ? 'those kinds' : 'that kind'
  return [
    ...(kinds.length > 0 ? [`Follows ${inWords(kinds)}: its changes are told under ${told}, not of this record.`] : []),
    ...(others.length > 0 ? [`Follows ${inWords(others)}.`] : []),
  ]
}

/** Writes the declarations into the descriptions of the fields. */
export const describeFollows = (schema: GraphQLSchema): void => {
  for (const field of shownTypes(schema).flatMap(fieldsOf)) {
    const { follows = [] } = optionsOf(field)
    if (follows.length > 0)
      field.description = [field.description?.trim(), ...sentencesOf(follows)].filter(Boolean).join(' ')
  }
}
