/** The tables of operators' data as the store itself knows them, in an order in which foreign keys let them be filled. */
import type { Session } from '../../engines/engine.ts'

export interface ColumnShape {
  readonly name: string
  readonly type: 'text' | 'integer' | 'bytes'
  /** Cannot be null. */
  readonly isRequired: boolean
  readonly hasDefault: boolean
}

export interface TableShape {
  readonly table: string
  /** Without the tenant's. */
  readonly columns: readonly ColumnShape[]
  /** The primary key without the tenant's column. */
  readonly key: readonly string[]
  /** The tables that its rows refer to. */
  readonly refersTo: readonly string[]
}

interface ColumnRow {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly required: number
  readonly preset: number
  /** The place in the primary key, from 1; 0 outside of it. */
  readonly place: number
}

const COLUMNS = {
  sqlite: `select m.name as "table", i.name as "column", lower(i.type) as type, i."notnull" as required,
      i.dflt_value is not null as preset, i.pk as place
    from sqlite_master m, pragma_table_info(m.name) i where m.type = 'table' order by m.name, i.cid`,
  postgres: `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
      a.attnotnull::int as required, a.atthasdef::int as preset,
      coalesce(array_position(x.indkey::int2[], a.attnum) + 1, 0) as place
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index x on x.indrelid = c.oid and x.indisprimary
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname, a.attnum`,
} as const

const REFERENCES = {
  sqlite: `select distinct m.name as "table", f."table" as target
    from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`,
  postgres: `select distinct c.relname as "table", t.relname as target from pg_constraint f
    join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
    where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace`,
} as const

const TENANT = 'tenant_id'
const TYPES: Readonly<Record<string, ColumnShape['type']>> = { blob: 'bytes', bytea: 'bytes', text: 'text' }

const shapeOf = (table: string, rows: readonly ColumnRow[], refersTo: readonly string[]): TableShape => ({
  table,
  columns: rows
    .filter(({ column }) => column !== TENANT)
    .map(({ column, type, required, preset }) => ({
      name: column,
      type: TYPES[type] ?? 'integer',
      isRequired: required === 1,
      hasDefault: preset === 1,
    })),
  key: rows
    .filter(({ column, place }) => place > 0 && column !== TENANT)
    .toSorted((a, b) => a.place - b.place)
    .map(({ column }) => column),
  refersTo,
})

/** What is referred to comes first; else by name. */
const inOrder = (shapes: readonly TableShape[]): TableShape[] => {
  const byName = new Map(shapes.map((shape) => [shape.table, shape]))
  const ordered = new Set<TableShape>()
  const place = (shape: TableShape): void => {
    if (ordered.has(shape)) return
    for (const name of shape.refersTo) {
      const other = byName.get(name)
      if (other && other !== shape) place(other)
    }
    ordered.add(shape)
  }
  for (const shape of shapes.toSorted((a, b) => (a.table < b.table ? -1 : 1))) place(shape)
  return [...ordered]
}

/** Every table with a tenant's column but the list of tenants itself. */
export const tenantTableShapes = async ({ execute, kind }: Session): Promise<TableShape[]> => {
  const columns = Map.groupBy((await execute<ColumnRow>(COLUMNS[kind], [])).rows, ({ table }) => table)
  const references = await execute<{ table: string; target: string }>(REFERENCES[kind], [])
  const shapes = [...columns]
    .filter(([table, rows]) => table !== 'tenant' && rows.some(({ column }) => column === TENANT))
    .map(([table, rows]) => {
      const targets = references.rows
        .filter((each) => each.table === table)
        .map(({ target }) => target)
        .toSorted()
      return shapeOf(
        table,
        rows,
        targets.filter((target) => target !== 'tenant'),
      )
    })
  return inOrder(shapes)
}
