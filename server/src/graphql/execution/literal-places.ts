/**
 * Where the literals of a document stand. A literal is known by its place among the literals of the text, from the
 * lexer to the argument that it is part of; nothing reorders them on the way. Two texts of one shape share an
 * operation, and each brings its own literals, coerced for the types that were found at these places.
 */
import { type GraphQLInputType, type GraphQLLeafType, Kind, type ValueNode } from 'graphql'
import type { WorkMeter } from '../work-meter.ts'

export interface Literal {
  readonly kind: 'Int' | 'Float' | 'String'
  readonly text: string
}

const NODE_KINDS = { Int: Kind.INT, Float: Kind.FLOAT, String: Kind.STRING } as const

const coerced = ({ kind, text }: Literal, type: GraphQLLeafType): unknown => {
  try {
    return type.parseLiteral({ kind: NODE_KINDS[kind], value: text }, {})
  } catch {
    return undefined
  }
}

export class LiteralPlaces {
  readonly #placeAt: ReadonlyMap<number, number>
  readonly #types: (GraphQLLeafType | null)[]
  #isUsable = true

  /** By the offset of each literal in the text. */
  constructor(offsets: readonly number[], meter: WorkMeter) {
    this.#placeAt = new Map(meter.map(offsets, (offset, place) => [offset, place]))
    this.#types = meter.map(offsets, () => null)
  }

  /** The place of the literal, which is of this type; null if this literal was not lifted. */
  claim(node: ValueNode, type: GraphQLInputType & GraphQLLeafType): number | null {
    const place = this.#placeAt.get(node.loc?.start ?? -1) ?? null
    if (place === null) this.#isUsable = false
    else this.#types[place] = type
    return place
  }

  /** What depends on the literals themselves, e.g. whether two fields ask for the same, is not known by the shape. */
  refuse(): void {
    this.#isUsable = false
  }

  /** Coerces the literals of a text of this shape, null if one does not fit; null where literals must stay. */
  reader(): ((literals: readonly Literal[], meter: WorkMeter) => readonly unknown[] | null) | null {
    const types = this.#types
    if (!this.#isUsable || types.includes(null)) return null
    return (literals, meter) => {
      const values = meter.map(literals, (literal, place) => coerced(literal, types[place] as GraphQLLeafType))
      return values.includes(undefined) ? null : values
    }
  }
}
