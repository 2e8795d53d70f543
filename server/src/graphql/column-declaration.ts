/**
 * Declares which columns a field needs. A type whose objects are rows of the store names their kind (`rows`), and each
 * of its fields lists the columns that its resolver reads (`columns`); a field that exposes a property needs that
 * property's column. The server does not start if a field declares nothing, and a resolver that reads an undeclared
 * column throws (Columns).
 */
import { type GraphQLField, type GraphQLNamedType, type GraphQLSchema, isObjectType } from 'graphql'
import type { RowKind } from '../storage/columns.ts'

type AnyRowKind = RowKind<never>

declare global {
  export namespace PothosSchemaTypes {
    export interface ObjectTypeOptions<Types, Shape> {
      /** The kind of row that an object of this type is read from. */
      rows?: AnyRowKind
    }
    export interface FieldOptions<Types, ParentShape, Type, Nullable, Args, ResolveShape, ResolveReturnShape> {
      /** The fields of the row that the resolver reads. */
      columns?: readonly (keyof ParentShape & string)[]
    }
  }
}

interface DeclaredExtensions {
  readonly pothosExposedField?: string
  readonly pothosOptions?: { readonly rows?: AnyRowKind; readonly columns?: readonly string[] }
}

const declaredBy = ({ extensions }: { readonly extensions: object }): DeclaredExtensions => extensions

/** The kind of row behind the objects of a type; null if they are not rows of the store. */
export const rowKindOf = (type: GraphQLNamedType): AnyRowKind | null =>
  isObjectType(type) ? (declaredBy(type).pothosOptions?.rows ?? null) : null

const declaredColumns = (field: GraphQLField<unknown, unknown>): readonly string[] | undefined => {
  const { pothosOptions, pothosExposedField } = declaredBy(field)
  return pothosOptions?.columns ?? (pothosExposedField === undefined ? undefined : [pothosExposedField])
}

/** The columns that a field of such a type needs. */
export const columnsOfField = (field: GraphQLField<unknown, unknown>): readonly string[] => declaredColumns(field) ?? []

/** Fields of rows that declare no columns, or one that the kind does not have. */
export const undeclaredColumns = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap()).flatMap((type) => {
    const kind = rowKindOf(type)
    if (kind === null || !isObjectType(type)) return []
    return Object.values(type.getFields())
      .filter((field) => !(declaredColumns(field)?.every((column) => column in kind.fields) ?? false))
      .map((field) => `${type.name}.${field.name}`)
  })
