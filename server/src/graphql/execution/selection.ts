/**
 * Tells a resolver which fields of the type it returns are selected, so that it reads no more from the store.
 *
 * `selectionOf(info)` is the selection of the field being resolved; `info` is a resolver's fourth argument.
 * - `fields` holds the names of the selected fields as the schema spells them (no aliases, no `__typename`), those
 *   behind @skip and @include included. Of a list it is the selection of its items.
 * - `at(name)` is the selection below one of these fields, merged where the field is selected several times; it is
 *   empty where the field is not selected or has no fields of its own. A resolver of a page asks for
 *   `selectionOf(info).at('nodeList')`, one of a mutation's payload for `selectionOf(info).at('contact')`.
 * - `key` is equal for equal sets of `fields`, and short: part of a loader's batch name.
 *
 * It is made when it is first asked for and kept with the compiled operation: asking again costs a property read.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql'

export interface Selection {
  readonly fields: ReadonlySet<string>
  readonly key: string
  at(name: string): Selection
}

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>

const collect = (set: SelectionSetNode, fragments: Fragments, into: Map<string, FieldNode[]>): void => {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value
      if (!name.startsWith('__')) into.set(name, [...(into.get(name) ?? []), selection])
    } else {
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value]
      if (inner) collect(inner.selectionSet, fragments, into)
    }
  }
}

const selectionBelow = (nodes: readonly FieldNode[], fragments: Fragments): Selection => {
  const fields = new Map<string, FieldNode[]>()
  for (const { selectionSet } of nodes) if (selectionSet) collect(selectionSet, fragments, fields)
  const names = new Set(fields.keys())
  return {
    fields: names,
    key: [...names].sort().join(' '),
    at: (name) => selectionBelow(fields.get(name) ?? [], fragments),
  }
}

const known = new WeakMap<readonly FieldNode[], Selection>()

export const selectionOf = ({ fieldNodes, fragments }: GraphQLResolveInfo): Selection => {
  const selection = known.get(fieldNodes) ?? selectionBelow(fieldNodes, fragments)
  known.set(fieldNodes, selection)
  return selection
}
