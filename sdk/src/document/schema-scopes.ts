/**
 * What a schema's text says of scopes. The server writes into each description, from the declaration that it
 * enforces, "Requires scope: x." or "No scope." as the last sentence (access-model §7); here it is read back, so
 * that the scopes of a document are known without a server.
 */
import { TokenReader } from './tokens.ts'

export interface FieldScopes {
  /** The name of the type, without list and non-null signs. */
  readonly type: string
  readonly scopes: readonly string[]
  readonly args: ReadonlyMap<string, InputScopes>
}

export interface InputScopes {
  readonly type: string
  /** Needed where the input is named at all. */
  readonly scopes: readonly string[]
  /** Needed where it takes this enum value. */
  readonly byValue: ReadonlyMap<string, string>
}

export interface SchemaScopes {
  readonly roots: Readonly<Record<string, string>>
  readonly types: ReadonlyMap<string, ReadonlyMap<string, FieldScopes>>
  readonly inputs: ReadonlyMap<string, ReadonlyMap<string, InputScopes>>
}

const SCOPES = /(?:^|\s)Requires scopes?: ([^\s,]+(?:, [^\s,]+)*)\.$/
const SCOPES_BY_VALUE = /(?:^|\s)Requires scope by value: (\w+ [^\s,]+(?:, \w+ [^\s,]+)*)\.$/

const scopesIn = (description: string): readonly string[] => SCOPES.exec(description.trim())?.[1]?.split(', ') ?? []

const inputScopesIn = (description: string): Omit<InputScopes, 'type'> => {
  const text = description.trim()
  const pairs = SCOPES_BY_VALUE.exec(text)?.[1]?.split(', ') ?? []
  return {
    scopes: scopesIn(text.replace(SCOPES_BY_VALUE, '')),
    byValue: new Map(pairs.map((pair) => pair.split(' ') as [string, string])),
  }
}

class SchemaReader {
  readonly #tokens: TokenReader
  readonly #roots: Record<string, string> = { query: 'Query', mutation: 'Mutation' }
  readonly #types = new Map<string, Map<string, FieldScopes>>()
  readonly #inputs = new Map<string, Map<string, InputScopes>>()

  constructor(text: string) {
    this.#tokens = new TokenReader(text)
  }

  read(): SchemaScopes {
    while (this.#tokens.next.kind !== 'end') {
      this.#description()
      this.#tokens.skip('extend')
      this.#definition()
    }
    return { roots: this.#roots, types: this.#types, inputs: this.#inputs }
  }

  #definition(): void {
    const keyword = this.#tokens.name()
    if (keyword === 'schema') this.#schema()
    else if (keyword === 'directive') this.#directiveDefinition()
    else this.#typeDefinition(keyword, this.#tokens.name())
  }

  #typeDefinition(keyword: string, name: string): void {
    if (keyword === 'type' || keyword === 'interface') this.#objectType(name)
    else if (keyword === 'input') this.#inputType(name)
    else if (keyword === 'enum') this.#enumType()
    else if (keyword === 'union') this.#unionType()
    else if (keyword === 'scalar') this.#directives()
    else this.#tokens.fail(`"${keyword}" begins no definition of a schema`)
  }

  #schema(): void {
    this.#directives()
    this.#tokens.list('{', '}', () => {
      const operation = this.#tokens.name()
      this.#tokens.expect(':')
      this.#roots[operation] = this.#tokens.name()
    })
  }

  #directiveDefinition(): void {
    this.#tokens.expect('@')
    this.#tokens.name()
    this.#arguments()
    this.#tokens.skip('repeatable')
    this.#tokens.expect('on')
    this.#names('|')
  }

  #objectType(name: string): void {
    if (this.#tokens.skip('implements')) this.#names('&')
    this.#directives()
    const fields = this.#types.get(name) ?? new Map<string, FieldScopes>()
    this.#types.set(name, fields)
    this.#tokens.list('{', '}', () => {
      const scopes = scopesIn(this.#description())
      const field = this.#tokens.name()
      const args = this.#arguments()
      this.#tokens.expect(':')
      fields.set(field, { scopes, args, type: this.#type() })
      this.#directives()
    })
  }

  #inputType(name: string): void {
    this.#directives()
    const fields = this.#inputs.get(name) ?? new Map<string, InputScopes>()
    this.#inputs.set(name, fields)
    this.#tokens.list('{', '}', () => fields.set(...this.#input()))
  }

  #enumType(): void {
    this.#directives()
    this.#tokens.list('{', '}', () => {
      this.#description()
      this.#tokens.name()
      this.#directives()
    })
  }

  #unionType(): void {
    this.#directives()
    if (this.#tokens.skip('=')) this.#names('|')
  }

  #arguments(): ReadonlyMap<string, InputScopes> {
    return new Map(this.#tokens.list('(', ')', () => this.#input()))
  }

  #input(): [string, InputScopes] {
    const scopes = inputScopesIn(this.#description())
    const name = this.#tokens.name()
    this.#tokens.expect(':')
    const type = this.#type()
    if (this.#tokens.skip('=')) this.#skipValue()
    this.#directives()
    return [name, { type, ...scopes }]
  }

  #type(): string {
    const isList = this.#tokens.skip('[')
    const name = isList ? this.#type() : this.#tokens.name()
    if (isList) this.#tokens.expect(']')
    this.#tokens.skip('!')
    return name
  }

  #directives(): void {
    while (this.#tokens.skip('@')) {
      this.#tokens.name()
      this.#tokens.list('(', ')', () => this.#skipNamedValue())
    }
  }

  #skipNamedValue(): void {
    this.#tokens.name()
    this.#tokens.expect(':')
    this.#skipValue()
  }

  #skipValue(): void {
    if (this.#tokens.isAt('[')) this.#tokens.list('[', ']', () => this.#skipValue())
    else if (this.#tokens.isAt('{')) this.#tokens.list('{', '}', () => this.#skipNamedValue())
    else this.#tokens.take()
  }

  #names(separator: string): void {
    this.#tokens.skip(separator)
    do this.#tokens.name()
    while (this.#tokens.skip(separator))
  }

  #description(): string {
    return this.#tokens.next.kind === 'string' ? this.#tokens.take().text : ''
  }
}

/** Throws `GraphQLSyntaxError` where the text is no schema. */
export const readSchemaScopes = (schemaText: string): SchemaScopes => new SchemaReader(schemaText).read()
