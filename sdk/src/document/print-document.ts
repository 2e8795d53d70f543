/** Prints nodes as text: a typed document is an object, and the query endpoint reads a string. */
import type {
  ArgumentNode,
  DirectiveNode,
  DocumentNode,
  FragmentNode,
  OperationNode,
  SelectionNode,
  SelectionSetNode,
  TypeNode,
  ValueNode,
  VariableDefinitionNode,
} from './ast.ts'

const printType = (type: TypeNode): string => {
  if (type.kind === 'NamedType') return type.name.value
  return type.kind === 'ListType' ? `[${printType(type.type)}]` : `${printType(type.type)}!`
}

const printValue = (value: ValueNode): string => {
  switch (value.kind) {
    case 'Variable':
      return `$${value.name.value}`
    case 'StringValue':
      // The escapes of JSON are escapes of GraphQL.
      return JSON.stringify(value.value)
    case 'NullValue':
      return 'null'
    case 'ListValue':
      return `[${value.values.map(printValue).join(', ')}]`
    case 'ObjectValue':
      return `{${value.fields.map((field) => `${field.name.value}: ${printValue(field.value)}`).join(', ')}}`
    default:
      return String(value.value)
  }
}

const printArguments = (list: readonly ArgumentNode[] = []): string =>
  list.length === 0 ? '' : `(${list.map(({ name, value }) => `${name.value}: ${printValue(value)}`).join(', ')})`

const printDirectives = (list: readonly DirectiveNode[] = []): string =>
  list.map((directive) => ` @${directive.name.value}${printArguments(directive.arguments)}`).join('')

const printSelection = (selection: SelectionNode): string => {
  const directives = printDirectives(selection.directives)
  if (selection.kind === 'FragmentSpread') return `...${selection.name.value}${directives}`
  if (selection.kind === 'InlineFragment') {
    const on = selection.typeCondition ? ` on ${selection.typeCondition.name.value}` : ''
    return `...${on}${directives} ${printSelections(selection.selectionSet)}`
  }
  const alias = selection.alias ? `${selection.alias.value}: ` : ''
  const below = selection.selectionSet ? ` ${printSelections(selection.selectionSet)}` : ''
  return `${alias}${selection.name.value}${printArguments(selection.arguments)}${directives}${below}`
}

const printSelections = (set: SelectionSetNode): string => `{ ${set.selections.map(printSelection).join(' ')} }`

const printVariable = ({ variable, type, defaultValue, directives }: VariableDefinitionNode): string =>
  `$${variable.name.value}: ${printType(type)}${defaultValue ? ` = ${printValue(defaultValue)}` : ''}${printDirectives(directives)}`

const printDefinition = (node: OperationNode | FragmentNode): string => {
  const rest = `${printDirectives(node.directives)} ${printSelections(node.selectionSet)}`
  if (node.kind === 'FragmentDefinition')
    return `fragment ${node.name.value} on ${node.typeCondition.name.value}${rest}`
  const variables = node.variableDefinitions ?? []
  const list = variables.length === 0 ? '' : `(${variables.map(printVariable).join(', ')})`
  return `${node.operation}${node.name ? ` ${node.name.value}` : ''}${list}${rest}`
}

export const printDocument = (document: DocumentNode): string => document.definitions.map(printDefinition).join('\n')
