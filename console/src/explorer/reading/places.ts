/** Where in the text a path stands, for the paths that `scopesOf` tells: `flight.crewList`, `flightList(filter)`. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

export interface TextPlace {
  readonly line: number
  readonly start: number
  readonly end: number
  /** False for an argument, which cannot be taken out without changing what is asked. */
  readonly isField: boolean
}

type Places = Map<string, TextPlace>

interface Located {
  readonly loc?: { readonly start: number; readonly end: number; readonly startToken: { readonly line: number } }
}

const placeOf = ({ loc }: Located, isField: boolean): TextPlace => ({
  line: loc?.startToken.line ?? 1,
  start: loc?.start ?? 0,
  end: loc?.end ?? 0,
  isField,
})

class PlaceFinder {
  readonly places: Places = new Map()
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>

  constructor(document: DocumentNode) {
    const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]))
  }

  walk(set: SelectionSetNode, above: string, spread: readonly string[] = []): void {
    for (const node of set.selections) {
      if (node.kind === Kind.INLINE_FRAGMENT) this.walk(node.selectionSet, above, spread)
      else if (node.kind === Kind.FRAGMENT_SPREAD) this.#spread(node.name.value, above, spread)
      else {
        const path = `${above}${above && '.'}${(node.alias ?? node.name).value}`
        this.#note(path, placeOf(node as Located, true))
        for (const argument of node.arguments ?? []) {
          this.#note(`${path}(${argument.name.value})`, placeOf(argument as Located, false))
        }
        if (node.selectionSet) this.walk(node.selectionSet, path, spread)
      }
    }
  }

  #spread(name: string, above: string, spread: readonly string[]): void {
    const fragment = this.#fragments.get(name)
    if (fragment && !spread.includes(name)) this.walk(fragment.selectionSet, above, [...spread, name])
  }

  /** The first one counts: a path may stand in the text twice. */
  #note(path: string, place: TextPlace): void {
    if (!this.places.has(path)) this.places.set(path, place)
  }
}

export const placesIn = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ReadonlyMap<string, TextPlace> => {
  const finder = new PlaceFinder(document)
  finder.walk(operation.selectionSet, '')
  return finder.places
}

/** The place of the path, or of the nearest one above it: a field of an argument stands where the argument does. */
export const placeNear = (places: ReadonlyMap<string, TextPlace>, path: string): TextPlace | null => {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.search(/[.(][^.(]*$/)))) {
    const place = places.get(at)
    if (place) return place
  }
  return null
}
