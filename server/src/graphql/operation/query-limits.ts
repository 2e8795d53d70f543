/** Bounds on the shape of a document, checked before anything is validated, let alone run (access-model §13). */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { Failure } from '../../domain/failure.ts'
import {
  MAX_QUERY_ALIASES,
  MAX_QUERY_DEPTH,
  MAX_QUERY_DIRECTIVES,
  MAX_QUERY_EXPANDED_SELECTIONS,
  MAX_QUERY_ROOT_FIELDS,
} from '../../domain/limits.ts'
import type { WorkMeter } from '../work-meter.ts'

const refuse = (what: string, most: number): never => {
  throw new Failure('limit_exceeded', `The document has more than ${most} ${what}: split it into smaller requests`)
}

/** How deep fields nest in a selection set, and how many selections it is with every fragment written out. */
interface Extent {
  readonly depth: number
  readonly selections: number
}

const EMPTY: Extent = { depth: 0, selections: 0 }

class DocumentMeasure {
  readonly #fragments: Map<string, FragmentDefinitionNode>
  /** Of each fragment, so that one that is spread a thousand times is walked once; null while it is walked. */
  readonly #extents = new Map<string, Extent | null>()
  readonly #meter: WorkMeter
  #aliases = 0
  #directives = 0

  constructor(document: DocumentNode, meter: WorkMeter) {
    this.#meter = meter
    this.#fragments = new Map()
    for (const definition of meter.over(document.definitions)) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(definition.name.value, definition)
    }
  }

  countDirectives(count: number): void {
    this.#directives += count
    if (this.#directives > MAX_QUERY_DIRECTIVES) refuse('directives', MAX_QUERY_DIRECTIVES)
  }

  /** Counts what is written, and answers what it comes to. */
  extentOf(set: SelectionSetNode, level: number): Extent {
    let depth = 0
    let selections = 0
    for (const selection of this.#meter.over(set.selections)) {
      const extent = this.#extentOfSelection(selection, level)
      depth = Math.max(depth, extent.depth)
      selections += 1 + extent.selections
      if (selections > MAX_QUERY_EXPANDED_SELECTIONS) {
        refuse('selections, its fragments written out', MAX_QUERY_EXPANDED_SELECTIONS)
      }
    }
    if (level + depth > MAX_QUERY_DEPTH) refuse('levels', MAX_QUERY_DEPTH)
    return { depth, selections }
  }

  #extentOfSelection(selection: SelectionNode, level: number): Extent {
    this.countDirectives(selection.directives?.length ?? 0)
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.extentOfFragment(selection.name.value, level)
    if (selection.kind === Kind.INLINE_FRAGMENT) return this.extentOf(selection.selectionSet, level)
    if (selection.alias && ++this.#aliases > MAX_QUERY_ALIASES) refuse('aliases', MAX_QUERY_ALIASES)
    const below = selection.selectionSet ? this.extentOf(selection.selectionSet, level + 1) : EMPTY
    return { depth: 1 + below.depth, selections: below.selections }
  }

  /** Walks a fragment once, however often and from wherever it is spread. */
  extentOfFragment(name: string, level: number): Extent {
    const known = this.#extents.get(name)
    if (known) {
      if (level + known.depth > MAX_QUERY_DEPTH) refuse('levels', MAX_QUERY_DEPTH)
      return known
    }
    if (known === null) refuse(`levels, for fragment ${name} spreads itself`, MAX_QUERY_DEPTH)
    const fragment = this.#fragments.get(name)
    if (!fragment) return EMPTY
    this.countDirectives(fragment.directives?.length ?? 0)
    this.#extents.set(name, null)
    const extent = this.extentOf(fragment.selectionSet, level)
    this.#extents.set(name, extent)
    return extent
  }

  rootFields(set: SelectionSetNode, seen: Set<string>): number {
    let count = 0
    for (const selection of this.#meter.over(set.selections)) {
      if (selection.kind === Kind.FIELD) count += 1
      else if (selection.kind === Kind.INLINE_FRAGMENT) count += this.rootFields(selection.selectionSet, seen)
      else count += this.#rootFieldsOfFragment(selection.name.value, seen)
      if (count > MAX_QUERY_ROOT_FIELDS) refuse('root fields', MAX_QUERY_ROOT_FIELDS)
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

/** Returns how many selections all operations have together, with fragments written out: what is planned and compiled. */
export const checkQueryLimits = (document: DocumentNode, meter: WorkMeter): number => {
  const measure = new DocumentMeasure(document, meter)
  let selections = 0
  for (const definition of meter.over(document.definitions)) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) measure.extentOfFragment(definition.name.value, 0)
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    measure.countDirectives(definition.directives?.length ?? 0)
    selections += measure.extentOf(definition.selectionSet, 0).selections
    if (selections > MAX_QUERY_EXPANDED_SELECTIONS) {
      refuse('selections, its fragments written out in every operation', MAX_QUERY_EXPANDED_SELECTIONS)
    }
    measure.rootFields(definition.selectionSet, new Set())
  }
  return selections
}
