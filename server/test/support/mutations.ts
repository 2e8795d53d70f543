/** The mutations of a graph, and a request for each that has valid arguments. */
import { type GraphQLField, type GraphQLSchema, isRequiredArgument } from 'graphql'
import { type ApplicationKind, isOffered, scopeCeiling } from '../../src/domain/scopes.ts'
import { scopesOfField } from '../../src/graphql/access-declaration.ts'
import { graphs } from '../../src/graphql/graphs.ts'
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

/** Those that an application of this kind may call, with the most that it may hold. */
export const mutationsFor = (kind: ApplicationKind): Mutation[] => {
  const held = new Set<string>(scopeCeiling(kind, false).filter(isOffered))
  return mutationsOf(graphs().operator).filter((field) => scopesOfField(field).every((scope) => held.has(scope)))
}

/** With variables for the arguments that are given. */
export const textOf = ({ name, args }: Mutation, given: object): string => {
  const sent = args.filter((each) => each.name in given)
  const declared = sent.map((each) => `$${each.name}: ${each.type}`).join(', ')
  const passed = sent.map((each) => `${each.name}: $${each.name}`).join(', ')
  return `mutation (${declared}) { ${name}(${passed}) { userErrorList { code message path } } }`
}
