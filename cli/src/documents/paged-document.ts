/**
 * Rewrites a document for paging: the cursor becomes a variable, and `pageInfo` is selected if it is missing. So
 * `--all` works with the same document as without it.
 */
import {
  type ArgumentNode,
  type FieldNode,
  type OperationNode,
  parseDocument,
  printDocument,
  type SelectionNode,
  type ValueNode,
} from '@airside/client/scopes'
import { misuse } from '../problem.ts'

const AFTER: ValueNode = { kind: 'Variable', name: { kind: 'Name', value: 'after' } }
const named = (value: string) => ({ kind: 'Name', value }) as const

const isField = (selection: SelectionNode, name: string): selection is FieldNode =>
  selection.kind === 'Field' && selection.name.value === name

const selects = (field: FieldNode, name: string): boolean =>
  field.selectionSet?.selections.some((selection) => isField(selection, name)) ?? false

const leaf = (name: string): FieldNode => ({ kind: 'Field', name: named(name) })

const PAGE_INFO: FieldNode = {
  ...leaf('pageInfo'),
  selectionSet: { kind: 'SelectionSet', selections: [leaf('endCursor'), leaf('hasMore')] },
}

/** `page: {…, after: $after}`; the change feed takes `after` itself. */
const withCursor = (field: FieldNode): readonly ArgumentNode[] => {
  const given = field.arguments ?? []
  const argument = (name: string, value: ValueNode): ArgumentNode => ({ kind: 'Argument', name: named(name), value })
  if (field.name.value === 'changeList') {
    return [...given.filter(({ name }) => name.value !== 'after'), argument('after', AFTER)]
  }
  const page = given.find(({ name }) => name.value === 'page')?.value
  if (page && page.kind !== 'ObjectValue')
    throw misuse('Name the variable of the page $page, so that --all can fill it in')
  const kept = page?.fields.filter(({ name }) => name.value !== 'after') ?? []
  const after = { kind: 'ObjectField', name: named('after'), value: AFTER } as const
  const others = given.filter(({ name }) => name.value !== 'page')
  return [...others, argument('page', { kind: 'ObjectValue', fields: [...kept, after] })]
}

const pagedField = (field: FieldNode): FieldNode => ({
  ...field,
  arguments: withCursor(field),
  selectionSet: {
    kind: 'SelectionSet',
    selections: [
      ...(field.selectionSet?.selections.filter((selection) => !isField(selection, 'pageInfo')) ?? []),
      PAGE_INFO,
    ],
  },
})

const pagedOperation = (operation: OperationNode): OperationNode => {
  const variables = operation.variableDefinitions ?? []
  if (variables.some(({ variable }) => ['page', 'after'].includes(variable.name.value))) return operation
  const lists = operation.selectionSet.selections.filter(
    (selection): selection is FieldNode => selection.kind === 'Field' && selects(selection, 'nodeList'),
  )
  if (lists.length !== 1 || operation.operation !== 'query') {
    throw misuse(`--all needs a query of one list with nodeList; this one has ${lists.length}`)
  }
  const selections = operation.selectionSet.selections.map((selection) =>
    selection === lists[0] ? pagedField(selection as FieldNode) : selection,
  )
  const type = { kind: 'NamedType', name: named('String') } as const
  const definition = { kind: 'VariableDefinition', variable: AFTER, type } as const
  return {
    ...operation,
    variableDefinitions: [...variables, definition],
    selectionSet: { kind: 'SelectionSet', selections },
  }
}

export const pagedDocument = (text: string, operationName: string | undefined): string => {
  const document = parseDocument(text)
  const definitions = document.definitions.map((node) =>
    node.kind === 'OperationDefinition' && (operationName === undefined || node.name?.value === operationName)
      ? pagedOperation(node)
      : node,
  )
  return printDocument({ kind: 'Document', definitions })
}
