/** The mutations of a graph, and a request for each that has valid arguments. */
import { type GraphQLField, type GraphQLSchema, isRequiredArgument } from 'graphql'
import { sampleOf } from './schema-walk.ts'

export type Mutation = GraphQLField<unknown, unknown>

export const mutationsOf = (schema: GraphQLSchema): Mutation[] =>
  Object.values(schema.getMutationType()?.getFields() ?? {})

/** By mutation and argument: what passes the checks before its transaction, where a sample of the type does not. */
export type GivenArguments = Readonly<Record<string, Readonly<Record<string, string>>>>

export const mutationText = ({ name, args }: Mutation, given: GivenArguments): string => {
  const own = given[name] ?? {}
  const sent = args.filter((each) => isRequiredArgument(each) || each.name in own)
  const list = sent.map((each) => `${each.name}: ${own[each.name] ?? sampleOf(each.type, undefined, each.name)}`)
  return `mutation { ${name}${list.length > 0 ? `(${list.join(', ')})` : ''} { userErrorList { code message path } } }`
}
