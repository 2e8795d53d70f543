/** Reads `scopes.json`, in which the service lists what every field and input needs (ADR 37). */

export interface FieldScopes {
  /** The name of the type, without list and non-null marks. */
  readonly type: string
  readonly scopes: readonly string[]
  readonly args: ReadonlyMap<string, InputScopes>
}

export interface InputScopes {
  readonly type: string
  /** Needed if the input is named at all. */
  readonly scopes: readonly string[]
  /** Needed if the input has this enum value. */
  readonly byValue: ReadonlyMap<string, readonly string[]>
}

export interface SchemaScopes {
  readonly roots: ReadonlyMap<string, string>
  readonly types: ReadonlyMap<string, ReadonlyMap<string, FieldScopes>>
  readonly inputs: ReadonlyMap<string, ReadonlyMap<string, InputScopes>>
}

/** The text is not that of a `scopes.json`. */
export class NotScopes extends Error {
  override readonly name = 'NotScopes'
  constructor(cause?: unknown) {
    super('This is not the text of a scopes.json: get it with "airside schema pull" or from /scopes.json', { cause })
  }
}

type Named<T> = Readonly<Record<string, T>>

interface InputJson {
  readonly type: string
  readonly scopes?: readonly string[]
  readonly scopesByValue?: Named<readonly string[]>
}

interface FieldJson extends InputJson {
  readonly args?: Named<InputJson>
}

interface ScopesJson {
  readonly operations: Named<string>
  readonly types: Named<Named<FieldJson>>
  readonly inputs: Named<Named<InputJson>>
}

/** Maps instead of objects, because a document may ask for a field named like a member of Object.prototype. */
const mapOf = <T, U>(named: Named<T>, make: (item: T) => U): ReadonlyMap<string, U> => {
  if (typeof named !== 'object' || named === null) throw new NotScopes()
  return new Map(Object.entries(named).map(([name, item]) => [name, make(item)]))
}

const inputOf = ({ type, scopes = [], scopesByValue = {} }: InputJson): InputScopes => ({
  type,
  scopes,
  byValue: mapOf(scopesByValue, (list) => list),
})

const fieldOf = ({ type, scopes = [], args = {} }: FieldJson): FieldScopes => ({
  type,
  scopes,
  args: mapOf(args, inputOf),
})

/** Throws `NotScopes` where the text is something else. */
export const readScopes = (text: string): SchemaScopes => {
  try {
    const { operations, types, inputs } = JSON.parse(text) as ScopesJson
    return {
      roots: mapOf(operations, (type) => type),
      types: mapOf(types, (fields) => mapOf(fields, fieldOf)),
      inputs: mapOf(inputs, (fields) => mapOf(fields, inputOf)),
    }
  } catch (error) {
    throw error instanceof NotScopes ? error : new NotScopes(error)
  }
}
