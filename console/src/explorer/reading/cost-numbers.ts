/** What costs are made of, as `scopes.json` has it. */
export interface CostNumbers {
  readonly object: number
  readonly mutation: number
  readonly pageSize: number
  readonly maxPageSize: number
  /** The rows that a list or page is taken to have, whatever is asked for; absent where that depends on the request. */
  readonly rows: ReadonlyMap<string, number>
  /** What a field costs more if one of the arguments is given. */
  readonly searches: ReadonlyMap<string, SearchNumbers>
}

interface SearchNumbers {
  readonly cost: number
  readonly args: readonly string[]
}

interface FieldNumbers {
  readonly rows?: number
  readonly search?: SearchNumbers
}

interface CostJson {
  readonly cost: Omit<CostNumbers, 'rows' | 'searches'>
  readonly types: Readonly<Record<string, Readonly<Record<string, FieldNumbers>>>>
}

export const readCostNumbers = (text: string): CostNumbers => {
  const { cost, types } = JSON.parse(text) as CostJson
  const rows = new Map<string, number>()
  const searches = new Map<string, SearchNumbers>()
  for (const [type, fields] of Object.entries(types)) {
    for (const [name, field] of Object.entries(fields)) {
      if (field.rows !== undefined) rows.set(`${type}.${name}`, field.rows)
      if (field.search) searches.set(`${type}.${name}`, field.search)
    }
  }
  return { ...cost, rows, searches }
}
