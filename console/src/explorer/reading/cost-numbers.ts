/** What costs are made of, as `scopes.json` has it. */
export interface CostNumbers {
  readonly object: number
  readonly mutation: number
  readonly pageSize: number
  readonly maxPageSize: number
  /** The rows that a list or page is taken to have, whatever is asked for; absent where that depends on the request. */
  readonly rows: ReadonlyMap<string, number>
}

interface CostJson {
  readonly cost: Omit<CostNumbers, 'rows'>
  readonly types: Readonly<Record<string, Readonly<Record<string, { readonly rows?: number }>>>>
}

export const readCostNumbers = (text: string): CostNumbers => {
  const { cost, types } = JSON.parse(text) as CostJson
  const rows = Object.entries(types).flatMap(([type, fields]) =>
    Object.entries(fields).flatMap(([name, field]): [string, number][] =>
      field.rows === undefined ? [] : [[`${type}.${name}`, field.rows]],
    ),
  )
  return { ...cost, rows: new Map(rows) }
}
