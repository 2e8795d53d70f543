/**
 * Rewrites a document for paging: the cursor becomes a variable, and `pageInfo` is selected if it is missing. So
 * `paginate` and the command line's `--all` work with the same document as a single page does.
 */
import { Misuse } from '../failures.ts'
import type { ArgumentNode, FieldNode, OperationNode, SelectionNode, ValueNode } from './ast.ts'
import { parseDocument } from './parse-document.ts'
import { printDocument } from './print-document.ts'

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
  if (page && page.kind !== 'ObjectValue') throw new Misuse('Name the variable of the page $page')
  const kept = page?.fields.filter(({ name }) => name.value !== 'after') ?? []
  const after = { kind: 'ObjectField', name: named('after'), value: AFTER } as const
  const others = given.filter(({ name }) => name.value !== 'page')
  return [...others, argument('page', { kind: 'ObjectValue', fields: [...kept, after] })]
}

const withPageInfo = (field: FieldNode): FieldNode => ({
  ...field,
  selectionSet: {
    kind: 'SelectionSet',
    selections: [
      ...(field.selectionSet?.selections.filter((selection) => !isField(selection, 'pageInfo')) ?? []),
      PAGE_INFO,
    ],
  },
})

const hasPageInfo = (field: FieldNode): boolean =>
  field.selectionSet?.selections.some(
    (selection) => isField(selection, 'pageInfo') && selects(selection, 'endCursor') && selects(selection, 'hasMore'),
  ) ?? false

const CURSOR_VARIABLES = ['page', 'after']

const pagedOperation = (operation: OperationNode): OperationNode => {
  const variables = operation.variableDefinitions ?? []
  const hasCursor = variables.some(({ variable }) => CURSOR_VARIABLES.includes(variable.name.value))
  const { selections } = operation.selectionSet
  const lists = selections.filter(
    (selection): selection is FieldNode => selection.kind === 'Field' && selects(selection, 'nodeList'),
  )
  const [list] = lists
  // A list within a fragment is left to whoever wrote it.
  if (hasCursor && (!list || hasPageInfo(list))) return operation
  if (lists.length !== 1 || !list || operation.operation !== 'query')
    throw new Misuse(`Pages need a query of one list with nodeList; this one has ${lists.length}`)
  const paged = withPageInfo(hasCursor ? list : { ...list, arguments: withCursor(list) })
  const type = { kind: 'NamedType', name: named('String') } as const
  const definition = { kind: 'VariableDefinition', variable: AFTER, type } as const
  return {
    ...operation,
    variableDefinitions: hasCursor ? variables : [...variables, definition],
    selectionSet: {
      kind: 'SelectionSet',
      selections: selections.map((selection) => (selection === list ? paged : selection)),
    },
  }
}

export const pagedDocument = (text: string, operationName?: string): string => {
  const document = parseDocument(text)
  const definitions = document.definitions.map((node) =>
    node.kind === 'OperationDefinition' && (operationName === undefined || node.name?.value === operationName)
      ? pagedOperation(node)
      : node,
  )
  const isSame = definitions.every((node, index) => node === document.definitions[index])
  return isSame ? text : printDocument({ kind: 'Document', definitions })
}
