/**
 * The schema builder and the scalars. Nodes are in `nodes/`, one file per concept with its type, queries and mutations.
 */
import SchemaBuilder from '@pothos/core'
import type { QueryContext } from './context.ts'
import { composeStrings, literalOf, parseDate, parseDateTime, parseDecimal } from './scalars.ts'

export interface SchemaTypes {
  Context: QueryContext
  DefaultFieldNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    /** Milliseconds since the epoch internally, RFC 3339 in requests and responses. */
    DateTime: { Input: number; Output: number }
    Date: { Input: string; Output: string }
    Decimal: { Input: string; Output: string }
  }
}

type Builder = InstanceType<typeof SchemaBuilder<SchemaTypes>>

/** The types of the graph, with what Pothos adds to them. */
export type GraphTypes = Builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never

const addScalars = (builder: Builder): void => {
  composeStrings()
  builder.scalarType('DateTime', {
    description:
      'RFC 3339, UTC only, always ends in Z, second precision: fractions of a second are dropped (09:30:00.999Z is 09:30:00Z). Any other offset is refused.',
    serialize: (value) => `${new Date(value).toISOString().slice(0, 19)}Z`,
    parseValue: parseDateTime,
    parseLiteral: literalOf(parseDateTime),
  })

  builder.scalarType('Date', {
    description: 'A calendar day, e.g. 2026-11-15.',
    serialize: (value) => value,
    parseValue: parseDate,
    parseLiteral: literalOf(parseDate),
  })

  builder.scalarType('Decimal', {
    description: 'Decimal as string, e.g. "12850.00".',
    serialize: (value) => value,
    parseValue: parseDecimal,
    parseLiteral: literalOf(parseDecimal),
  })
}

/** Operators', providers' and support's graphs are built apart, by the same rules. */
export const newBuilder = (): Builder => {
  const builder: Builder = new SchemaBuilder<SchemaTypes>({ defaultFieldNullability: false })
  builder.queryType({})
  builder.mutationType({})
  addScalars(builder)
  return builder
}

/** The graph of operators' data. */
export const builder = newBuilder()

export type { Builder }
