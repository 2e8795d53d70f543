/**
 * Which columns of each kind of row an operation asks for, at all of its places together. One record may be reached
 * in several ways, under several aliases and at several depths: loaders fetch it once, with what all of them need.
 */
import { getNamedType } from 'graphql'
import { allColumns, Columns, type RowKind } from '../../storage/columns.ts'
import { columnsOfField, rowKindOf } from '../column-declaration.ts'
import type { Plan } from '../execution/plan.ts'
import type { WorkMeter } from '../work-meter.ts'

type AnyColumns = Columns<never>

export class AskedColumns {
  readonly #columns: ReadonlyMap<object, AnyColumns>

  constructor(columns: ReadonlyMap<object, AnyColumns>) {
    this.#columns = columns
  }

  asksFor(kind: RowKind<never>): boolean {
    return this.#columns.has(kind)
  }

  /** All of them where the operation does not reach such rows. */
  of<R>(kind: RowKind<R>): Columns<R> {
    return (this.#columns.get(kind) as Columns<R> | undefined) ?? allColumns(kind)
  }
}

/** For what runs without an operation. */
export const EVERY_COLUMN = new AskedColumns(new Map())

/** Of a plan in which nothing is skipped. */
export const askedColumns = ({ all }: Plan, meter: WorkMeter): AskedColumns => {
  const asked = new Map<RowKind<never>, Set<string>>()
  for (const { field, children } of meter.over(all)) {
    const kind = rowKindOf(getNamedType(field.type))
    if (kind === null) continue
    const columns = asked.get(kind) ?? new Set<string>()
    asked.set(kind, columns)
    for (const child of meter.over(children)) {
      for (const column of meter.over(columnsOfField(child.field))) columns.add(column)
    }
  }
  return new AskedColumns(
    new Map(meter.map([...asked], ([kind, columns]) => [kind, new Columns<never>(kind, columns)])),
  )
}
