/**
 * Decides whether an operation may be sent again when the outcome of the first attempt is unknown. A query may. A
 * mutation may if each of its fields has an idempotency key: the server then applies it once and returns the original
 * payload (data §5.6). Nothing else may, because it could take effect twice.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentNode,
  fragmentsOf,
  type OperationNode,
  operationsOf,
  type SelectionSetNode,
  type ValueNode,
} from './ast.ts'

type Variables = Readonly<Record<string, unknown>>

const rootFields = (set: SelectionSetNode, fragments: ReadonlyMap<string, FragmentNode>, depth = 0): FieldNode[] =>
  set.selections.flatMap((selection) => {
    if (selection.kind === 'Field') return [selection]
    const inner =
      selection.kind === 'InlineFragment' ? selection.selectionSet : fragments.get(selection.name.value)?.selectionSet
    return inner && depth <= fragments.size ? rootFields(inner, fragments, depth + 1) : []
  })

const isKey = (value: ValueNode | undefined, operation: OperationNode, variables: Variables): boolean => {
  if (value?.kind === 'StringValue') return value.value !== ''
  if (value?.kind !== 'Variable') return false
  const name = value.name.value
  const given = variables[name]
  if (given !== undefined) return typeof given === 'string' && given !== ''
  const definition = operation.variableDefinitions?.find((node) => node.variable.name.value === name)
  return definition?.defaultValue?.kind === 'StringValue' && definition.defaultValue.value !== ''
}

export const isRepeatable = (
  document: DocumentNode,
  operationName: string | undefined,
  variables: Variables,
): boolean => {
  const operations = operationsOf(document)
  const operation = operations.find((node) => operationName === undefined || node.name?.value === operationName)
  if (!operation) return false
  if (operation.operation === 'query') return true
  return rootFields(operation.selectionSet, fragmentsOf(document)).every((field) =>
    isKey(field.arguments?.find(({ name }) => name.value === 'idempotencyKey')?.value, operation, variables),
  )
}
