/**
 * Which columns of each kind of row an operation asks for, at all of its places together. One record may be reached
 * in several ways, under several aliases and at several depths: loaders fetch it once, with what all of them need.
 */
import { type GraphQLNamedType, getNamedType } from 'graphql'
import { allColumns, Columns, type RowKind } from '../../storage/columns.ts'
import { columnsOfField, rowKindOf } from '../column-declaration.ts'
import type { MetField } from './operation-walk.ts'

type AnyColumns = Columns<never>

export class AskedColumns {
  readonly #columns: ReadonlyMap<object, AnyColumns>

  constructor(columns: ReadonlyMap<object, AnyColumns>) {
    this.#columns = columns
  }

  /** All of them where the operation does not reach such rows. */
  of<R>(kind: RowKind<R>): Columns<R> {
    return (this.#columns.get(kind) as Columns<R> | undefined) ?? allColumns(kind)
  }
}

/** For what runs without an operation. */
export const EVERY_COLUMN = new AskedColumns(new Map())

/** Fragments share fields: each is visited once. */
export const askedColumns = (fields: readonly MetField[]): AskedColumns => {
  const asked = new Map<RowKind<never>, Set<string>>()
  const visited = new Set<MetField>()

  const askFor = (type: GraphQLNamedType, children: readonly MetField[]): void => {
    const kind = rowKindOf(type)
    if (kind === null) return
    const columns = asked.get(kind) ?? new Set<string>()
    asked.set(kind, columns)
    for (const { field } of children) for (const column of columnsOfField(field)) columns.add(column)
  }

  const visit = (field: MetField): void => {
    if (visited.has(field)) return
    visited.add(field)
    askFor(getNamedType(field.field.type), field.children)
    for (const child of field.children) visit(child)
  }

  for (const field of fields) visit(field)
  return new AskedColumns(new Map([...asked].map(([kind, columns]) => [kind, new Columns<never>(kind, columns)])))
}
