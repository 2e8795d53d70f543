/** A schema whose one field returns its arguments exactly, with every input type that a literal can have. */
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql'
import { literalOf, parseDate } from '../../src/graphql/scalars.ts'

const noScope = { extensions: { needs: [] } }

const Color = new GraphQLEnumType({ name: 'Color', values: { RED: {}, GREEN: {}, BLUE: { value: 3 } } })
const DateScalar = new GraphQLScalarType({ name: 'Date', parseValue: parseDate, parseLiteral: literalOf(parseDate) })

const Filter: GraphQLInputObjectType = new GraphQLInputObjectType({
  name: 'Filter',
  fields: () => ({
    text: { type: GraphQLString, defaultValue: 'none' },
    count: { type: GraphQLInt },
    ratio: { type: GraphQLFloat },
    id: { type: GraphQLID },
    color: { type: Color },
    anyOf: { type: new GraphQLList(new GraphQLNonNull(Filter)) },
  }),
})

/** As JSON, names in order, so that equal arguments give equal texts; infinity is told from null. */
const spelledOut = (args: unknown): string =>
  JSON.stringify(args, (_name, value) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return `<${value}>`
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })

const Query: GraphQLObjectType = new GraphQLObjectType({
  name: 'Query',
  fields: () => ({
    show: {
      type: GraphQLString,
      ...noScope,
      args: {
        text: { type: GraphQLString },
        count: { type: GraphQLInt, defaultValue: 7 },
        ratio: { type: GraphQLFloat },
        id: { type: GraphQLID },
        yes: { type: GraphQLBoolean },
        color: { type: Color },
        day: { type: DateScalar },
        counts: { type: new GraphQLList(GraphQLInt) },
        texts: { type: new GraphQLList(new GraphQLList(GraphQLString)) },
        filter: { type: Filter },
        needed: { type: new GraphQLNonNull(GraphQLString), defaultValue: 'given' },
      },
      resolve: (_root, args) => spelledOut(args),
    },
    again: { type: new GraphQLNonNull(Query), ...noScope, resolve: () => ({}) },
  }),
  ...noScope,
})

export const argumentSchema = new GraphQLSchema({ query: Query })
