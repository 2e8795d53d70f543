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
  /** Fields that cost more by what their arguments say. */
  readonly byArguments: ReadonlySet<string>
  /** What a value costs that is looked up each time it is asked for. */
  readonly fixedCosts: ReadonlyMap<string, number>
}

interface SearchNumbers {
  readonly cost: number
  readonly args: readonly string[]
}

interface FieldNumbers {
  readonly rows?: number
  readonly search?: SearchNumbers
  readonly costsByArguments?: true
  readonly fixedCost?: number
}

interface CostJson {
  readonly cost: Omit<CostNumbers, 'rows' | 'searches' | 'byArguments' | 'fixedCosts'>
  readonly types: Readonly<Record<string, Readonly<Record<string, FieldNumbers>>>>
}

export const readCostNumbers = (text: string): CostNumbers => {
  const { cost, types } = JSON.parse(text) as CostJson
  const rows = new Map<string, number>()
  const searches = new Map<string, SearchNumbers>()
  const byArguments = new Set<string>()
  const fixedCosts = new Map<string, number>()
  for (const [type, fields] of Object.entries(types)) {
    for (const [name, field] of Object.entries(fields)) {
      if (field.rows !== undefined) rows.set(`${type}.${name}`, field.rows)
      if (field.costsByArguments) byArguments.add(`${type}.${name}`)
      if (field.fixedCost !== undefined) fixedCosts.set(`${type}.${name}`, field.fixedCost)
      if (field.search) searches.set(`${type}.${name}`, field.search)
    }
  }
  return { ...cost, rows, searches, byArguments, fixedCosts }
}
