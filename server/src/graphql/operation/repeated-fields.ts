/**
 * Takes repetitions out of a document that was found within its limits. Validation compares every two selections of
 * one name with one another, so that a thousand repetitions are half a million comparisons. A field without alias,
 * arguments and directives that its selection set has named before is merged with its first mention here, as
 * execution would do it; a fragment that is spread again adds nothing.
 */
import { type DocumentNode, type FieldNode, Kind, type SelectionNode, type SelectionSetNode } from 'graphql'

const isPlain = (selection: SelectionNode): boolean => {
  if ((selection.directives?.length ?? 0) > 0 || selection.kind === Kind.INLINE_FRAGMENT) return false
  return selection.kind === Kind.FRAGMENT_SPREAD || (!selection.alias && (selection.arguments?.length ?? 0) === 0)
}

/** A field with selections and one without do not merge: validation tells which of the two is wrong. */
const mergeKey = (selection: SelectionNode): string | null => {
  if (!isPlain(selection) || selection.kind === Kind.INLINE_FRAGMENT) return null
  const hasSelections = selection.kind === Kind.FIELD && selection.selectionSet !== undefined
  return `${selection.kind} ${hasSelections} ${selection.name.value}`
}

const merged = (repetitions: readonly SelectionNode[]): SelectionNode => {
  const [first, ...others] = repetitions as [SelectionNode, ...SelectionNode[]]
  if (first.kind === Kind.FRAGMENT_SPREAD || !first.selectionSet) return first
  const sets = [first, ...(others as FieldNode[])].flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
  return { ...first, selectionSet: withoutRepetitions({ ...first.selectionSet, selections: sets }) }
}

/** Where the first of them stood, for that decides the order of the answer. */
const withoutRepetitions = (set: SelectionSetNode): SelectionSetNode => {
  const groups = Map.groupBy(set.selections, (selection) => mergeKey(selection) ?? selection)
  return { ...set, selections: [...groups.values()].map(merged) }
}

export const withoutRepeatedFields = (document: DocumentNode): DocumentNode => ({
  ...document,
  definitions: document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION
      ? { ...definition, selectionSet: withoutRepetitions(definition.selectionSet) }
      : definition,
  ),
})
