/** Bounds on the shape of a document, checked before anything is validated, let alone run (access-model §13). */
import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'
import { Failure } from '../domain/failure.ts'
import { QUERY_ALIASES, QUERY_DEPTH, QUERY_DIRECTIVES, QUERY_ROOT_FIELDS, QUERY_SELECTIONS } from '../domain/limits.ts'

const refuse = (what: string, most: number): never => {
  throw new Failure('limit_exceeded', `The document has more than ${most} ${what}: split it into smaller requests`)
}

class DocumentMeasure {
  readonly #fragments: Map<string, FragmentDefinitionNode>
  /** Depth of each fragment, so that a fragment spread a thousand times is walked once. */
  readonly #depths = new Map<string, number>()
  #selections = 0
  #aliases = 0
  #directives = 0

  constructor(document: DocumentNode) {
    this.#fragments = new Map()
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(definition.name.value, definition)
    }
  }

  countDirectives(count: number): void {
    this.#directives += count
    if (this.#directives > QUERY_DIRECTIVES) refuse('directives', QUERY_DIRECTIVES)
  }

  /** Counts what is written and answers how deep fields nest below this selection set. */
  depthOf(set: SelectionSetNode, level: number): number {
    let deepest = 0
    for (const selection of set.selections) {
      if (++this.#selections > QUERY_SELECTIONS) refuse('selections', QUERY_SELECTIONS)
      this.countDirectives(selection.directives?.length ?? 0)
      let depth = 0
      if (selection.kind === Kind.FIELD) {
        if (selection.alias && ++this.#aliases > QUERY_ALIASES) refuse('aliases', QUERY_ALIASES)
        depth = 1 + (selection.selectionSet ? this.depthOf(selection.selectionSet, level + 1) : 0)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) depth = this.depthOf(selection.selectionSet, level)
      else depth = this.depthOfFragment(selection.name.value, level)
      deepest = Math.max(deepest, depth)
    }
    if (level + deepest > QUERY_DEPTH) refuse('levels', QUERY_DEPTH)
    return deepest
  }

  /** Counts what a fragment holds once, however often and from wherever it is spread. */
  depthOfFragment(name: string, level: number): number {
    const known = this.#depths.get(name)
    if (known !== undefined) {
      if (level + known > QUERY_DEPTH) refuse('levels', QUERY_DEPTH)
      return known
    }
    const fragment = this.#fragments.get(name)
    if (!fragment) return 0
    this.countDirectives(fragment.directives?.length ?? 0)
    // A cycle would never end: inside its own walk a fragment counts as flat; validation refuses it by name.
    this.#depths.set(name, 0)
    const depth = this.depthOf(fragment.selectionSet, level)
    this.#depths.set(name, depth)
    return depth
  }

  rootFields(set: SelectionSetNode, seen: Set<string>): number {
    let count = 0
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) count += 1
      else if (selection.kind === Kind.INLINE_FRAGMENT) count += this.rootFields(selection.selectionSet, seen)
      else count += this.#rootFieldsOfFragment(selection.name.value, seen)
      if (count > QUERY_ROOT_FIELDS) refuse('root fields', QUERY_ROOT_FIELDS)
    }
    return count
  }

  #rootFieldsOfFragment(name: string, seen: Set<string>): number {
    const fragment = this.#fragments.get(name)
    if (!fragment || seen.has(name)) return 0
    seen.add(name)
    return this.rootFields(fragment.selectionSet, seen)
  }
}

export const checkQueryLimits = (document: DocumentNode): void => {
  const measure = new DocumentMeasure(document)
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) measure.depthOfFragment(definition.name.value, 0)
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    measure.countDirectives(definition.directives?.length ?? 0)
    measure.depthOf(definition.selectionSet, 0)
    measure.rootFields(definition.selectionSet, new Set())
  }
}
