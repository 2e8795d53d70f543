/** Bounds how deep a query follows the lists of the schema's own description, as graphql's rule does. */
import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'
import type { WorkMeter } from '../work-meter.ts'

const LISTS: ReadonlySet<string> = new Set(['fields', 'interfaces', 'possibleTypes', 'inputFields'])
const MAX_LIST_DEPTH = 3

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

class DepthCheck {
  readonly #fragments: Fragments
  readonly #meter: WorkMeter
  /** The depth at which each fragment was entered and found shallow enough; deeper it is looked at again. */
  readonly #passed = new Map<string, number>()

  constructor(fragments: Fragments, meter: WorkMeter) {
    this.#fragments = fragments
    this.#meter = meter
  }

  isTooDeep(set: SelectionSetNode | undefined, depth: number): boolean {
    for (const node of this.#meter.over(set?.selections)) {
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        if (this.#isFragmentTooDeep(node.name.value, depth)) return true
        continue
      }
      const below = node.kind === Kind.FIELD && LISTS.has(node.name.value) ? depth + 1 : depth
      if (below >= MAX_LIST_DEPTH || this.isTooDeep(node.selectionSet, below)) return true
    }
    return false
  }

  #isFragmentTooDeep(name: string, depth: number): boolean {
    if ((this.#passed.get(name) ?? -1) >= depth) return false
    this.#passed.set(name, depth)
    return this.isTooDeep(this.#fragments.get(name)?.selectionSet, depth)
  }
}

/** `node` is `__schema` or `__type`. */
export const isTooDeepIntrospection = (node: FieldNode, fragments: Fragments, meter: WorkMeter): boolean =>
  new DepthCheck(fragments, meter).isTooDeep(node.selectionSet, 0)
