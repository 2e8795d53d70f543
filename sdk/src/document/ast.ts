/** A parsed document in the format of graphql-js, so that typed documents of any library fit. */

export interface NameNode {
  readonly kind: 'Name'
  readonly value: string
}

export interface NamedTypeNode {
  readonly kind: 'NamedType'
  readonly name: NameNode
}

export type TypeNode =
  | NamedTypeNode
  | { readonly kind: 'ListType'; readonly type: TypeNode }
  | { readonly kind: 'NonNullType'; readonly type: TypeNode }

export interface VariableNode {
  readonly kind: 'Variable'
  readonly name: NameNode
}

export interface ObjectFieldNode {
  readonly kind: 'ObjectField'
  readonly name: NameNode
  readonly value: ValueNode
}

export type ValueNode =
  | VariableNode
  | { readonly kind: 'IntValue' | 'FloatValue' | 'StringValue' | 'EnumValue'; readonly value: string }
  | { readonly kind: 'BooleanValue'; readonly value: boolean }
  | { readonly kind: 'NullValue' }
  | { readonly kind: 'ListValue'; readonly values: readonly ValueNode[] }
  | { readonly kind: 'ObjectValue'; readonly fields: readonly ObjectFieldNode[] }

export interface ArgumentNode {
  readonly kind: 'Argument'
  readonly name: NameNode
  readonly value: ValueNode
}

export interface DirectiveNode {
  readonly kind: 'Directive'
  readonly name: NameNode
  readonly arguments?: readonly ArgumentNode[] | undefined
}

export interface SelectionSetNode {
  readonly kind: 'SelectionSet'
  readonly selections: readonly SelectionNode[]
}

export interface FieldNode {
  readonly kind: 'Field'
  readonly alias?: NameNode | undefined
  readonly name: NameNode
  readonly arguments?: readonly ArgumentNode[] | undefined
  readonly directives?: readonly DirectiveNode[] | undefined
  readonly selectionSet?: SelectionSetNode | undefined
}

export interface FragmentSpreadNode {
  readonly kind: 'FragmentSpread'
  readonly name: NameNode
  readonly directives?: readonly DirectiveNode[] | undefined
}

export interface InlineFragmentNode {
  readonly kind: 'InlineFragment'
  readonly typeCondition?: NamedTypeNode | undefined
  readonly directives?: readonly DirectiveNode[] | undefined
  readonly selectionSet: SelectionSetNode
}

export type SelectionNode = FieldNode | FragmentSpreadNode | InlineFragmentNode

export interface VariableDefinitionNode {
  readonly kind: 'VariableDefinition'
  readonly variable: VariableNode
  readonly type: TypeNode
  readonly defaultValue?: ValueNode | undefined
  readonly directives?: readonly DirectiveNode[] | undefined
}

export interface OperationNode {
  readonly kind: 'OperationDefinition'
  readonly operation: 'query' | 'mutation' | 'subscription'
  readonly name?: NameNode | undefined
  readonly variableDefinitions?: readonly VariableDefinitionNode[] | undefined
  readonly directives?: readonly DirectiveNode[] | undefined
  readonly selectionSet: SelectionSetNode
}

export interface FragmentNode {
  readonly kind: 'FragmentDefinition'
  readonly name: NameNode
  readonly typeCondition: NamedTypeNode
  readonly directives?: readonly DirectiveNode[] | undefined
  readonly selectionSet: SelectionSetNode
}

export interface DocumentNode {
  readonly kind: 'Document'
  readonly definitions: readonly (OperationNode | FragmentNode)[]
}

export const operationsOf = (document: DocumentNode): OperationNode[] =>
  document.definitions.filter((node) => node.kind === 'OperationDefinition')

export const fragmentsOf = (document: DocumentNode): ReadonlyMap<string, FragmentNode> =>
  new Map(document.definitions.flatMap((node) => (node.kind === 'FragmentDefinition' ? [[node.name.value, node]] : [])))
