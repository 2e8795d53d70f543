/** Parses the text of a document into nodes. It knows the grammar, not the schema. */
import type {
  ArgumentNode,
  DirectiveNode,
  DocumentNode,
  FieldNode,
  FragmentNode,
  NamedTypeNode,
  NameNode,
  ObjectFieldNode,
  OperationNode,
  SelectionNode,
  SelectionSetNode,
  TypeNode,
  ValueNode,
  VariableDefinitionNode,
  VariableNode,
} from './ast.ts'
import { TokenReader } from './tokens.ts'

const OPERATIONS = ['query', 'mutation', 'subscription'] as const
const CONSTANTS: Readonly<Record<string, ValueNode>> = {
  true: { kind: 'BooleanValue', value: true },
  false: { kind: 'BooleanValue', value: false },
  null: { kind: 'NullValue' },
}

class DocumentParser {
  readonly #tokens: TokenReader

  constructor(text: string) {
    this.#tokens = new TokenReader(text)
  }

  document(): DocumentNode {
    const definitions: (OperationNode | FragmentNode)[] = []
    while (this.#tokens.next.kind !== 'end') definitions.push(this.#definition())
    if (definitions.length === 0) this.#tokens.fail('Expected an operation')
    return { kind: 'Document', definitions }
  }

  #definition(): OperationNode | FragmentNode {
    if (this.#tokens.isAt('{')) {
      return { kind: 'OperationDefinition', operation: 'query', selectionSet: this.#selectionSet() }
    }
    if (this.#tokens.skip('fragment')) return this.#fragment()
    const operation = OPERATIONS.find((word) => this.#tokens.skip(word))
    if (!operation) this.#tokens.fail('Expected query, mutation, fragment or "{"')
    return {
      kind: 'OperationDefinition',
      operation,
      name: this.#tokens.next.kind === 'name' ? this.#name() : undefined,
      variableDefinitions: this.#tokens.list('(', ')', () => this.#variableDefinition()),
      directives: this.#directives(),
      selectionSet: this.#selectionSet(),
    }
  }

  #fragment(): FragmentNode {
    return {
      kind: 'FragmentDefinition',
      name: this.#name(),
      typeCondition: this.#typeCondition() ?? this.#tokens.fail('Expected "on"'),
      directives: this.#directives(),
      selectionSet: this.#selectionSet(),
    }
  }

  #selectionSet(): SelectionSetNode {
    if (!this.#tokens.isAt('{')) this.#tokens.fail('Expected "{"')
    const selections = this.#tokens.list('{', '}', () => this.#selection())
    if (selections.length === 0) this.#tokens.fail('A selection cannot be empty')
    return { kind: 'SelectionSet', selections }
  }

  #selection(): SelectionNode {
    if (!this.#tokens.skip('...')) return this.#field()
    if (this.#tokens.next.kind === 'name' && !this.#tokens.isAt('on')) {
      return { kind: 'FragmentSpread', name: this.#name(), directives: this.#directives() }
    }
    return {
      kind: 'InlineFragment',
      typeCondition: this.#typeCondition(),
      directives: this.#directives(),
      selectionSet: this.#selectionSet(),
    }
  }

  #field(): FieldNode {
    const first = this.#name()
    const second = this.#tokens.skip(':') ? this.#name() : null
    return {
      kind: 'Field',
      alias: second ? first : undefined,
      name: second ?? first,
      arguments: this.#arguments(),
      directives: this.#directives(),
      selectionSet: this.#tokens.isAt('{') ? this.#selectionSet() : undefined,
    }
  }

  #typeCondition(): NamedTypeNode | undefined {
    return this.#tokens.skip('on') ? { kind: 'NamedType', name: this.#name() } : undefined
  }

  #variableDefinition(): VariableDefinitionNode {
    const variable = this.#variable()
    this.#tokens.expect(':')
    return {
      kind: 'VariableDefinition',
      variable,
      type: this.#type(),
      defaultValue: this.#tokens.skip('=') ? this.#value() : undefined,
      directives: this.#directives(),
    }
  }

  #variable(): VariableNode {
    this.#tokens.expect('$')
    return { kind: 'Variable', name: this.#name() }
  }

  #type(): TypeNode {
    const type: TypeNode = this.#tokens.skip('[')
      ? { kind: 'ListType', type: this.#listed() }
      : { kind: 'NamedType', name: this.#name() }
    return this.#tokens.skip('!') ? { kind: 'NonNullType', type } : type
  }

  #listed(): TypeNode {
    const type = this.#type()
    this.#tokens.expect(']')
    return type
  }

  #arguments(): ArgumentNode[] {
    return this.#tokens.list('(', ')', () => ({ kind: 'Argument', ...this.#namedValue() }))
  }

  #namedValue(): { name: NameNode; value: ValueNode } {
    const name = this.#name()
    this.#tokens.expect(':')
    return { name, value: this.#value() }
  }

  #directives(): DirectiveNode[] {
    const directives: DirectiveNode[] = []
    while (this.#tokens.skip('@')) {
      directives.push({ kind: 'Directive', name: this.#name(), arguments: this.#arguments() })
    }
    return directives
  }

  #value(): ValueNode {
    const { kind, text } = this.#tokens.next
    if (kind === 'sign') return this.#structuredValue(text)
    if (kind === 'end') this.#tokens.fail('Expected a value')
    this.#tokens.take()
    if (kind === 'string') return { kind: 'StringValue', value: text }
    if (kind === 'number') return { kind: /^-?\d+$/.test(text) ? 'IntValue' : 'FloatValue', value: text }
    return CONSTANTS[text] ?? { kind: 'EnumValue', value: text }
  }

  #structuredValue(sign: string): ValueNode {
    if (sign === '$') return this.#variable()
    if (sign === '[') return { kind: 'ListValue', values: this.#tokens.list('[', ']', () => this.#value()) }
    if (sign !== '{') this.#tokens.fail('Expected a value')
    const field = (): ObjectFieldNode => ({ kind: 'ObjectField', ...this.#namedValue() })
    return { kind: 'ObjectValue', fields: this.#tokens.list('{', '}', field) }
  }

  #name(): NameNode {
    return { kind: 'Name', value: this.#tokens.name() }
  }
}

/** Throws `GraphQLSyntaxError` if the text is not a document. */
export const parseDocument = (text: string): DocumentNode => new DocumentParser(text).document()
