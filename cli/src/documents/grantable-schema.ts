/**
 * The part of a schema that a key or an application can use: without the fields that only people who are signed in to
 * the console reach, whose scopes nobody can grant (access-model §6), and without the types that only those led to.
 */
import type { IntrospectionField, IntrospectionQuery, IntrospectionType, IntrospectionTypeRef } from 'graphql'

interface ScopesJson {
  readonly scopes: Readonly<Record<string, { readonly isGrantable: boolean; readonly nodes: readonly string[] }>>
}

const consoleOnlyNodes = (scopesText: string): ReadonlySet<string> => {
  const { scopes } = JSON.parse(scopesText) as ScopesJson
  return new Set(Object.values(scopes).flatMap(({ isGrantable, nodes }) => (isGrantable ? [] : nodes)))
}

const namedType = (ref: IntrospectionTypeRef): string =>
  ref.kind === 'LIST' || ref.kind === 'NON_NULL' ? namedType(ref.ofType) : ref.name

const typesOfField = ({ type, args }: IntrospectionField): string[] => [
  namedType(type),
  ...args.map((argument) => namedType(argument.type)),
]

const typesIn = (type: IntrospectionType): string[] => {
  if (type.kind === 'OBJECT') return [...type.fields.flatMap(typesOfField), ...type.interfaces.map(namedType)]
  if (type.kind === 'INTERFACE') return [...type.fields.flatMap(typesOfField), ...type.possibleTypes.map(namedType)]
  if (type.kind === 'UNION') return type.possibleTypes.map(namedType)
  return type.kind === 'INPUT_OBJECT' ? type.inputFields.map((field) => namedType(field.type)) : []
}

const reachedFrom = (roots: readonly string[], types: readonly IntrospectionType[]): ReadonlySet<string> => {
  const byName = new Map(types.map((type) => [type.name, type]))
  const reached = new Set<string>()
  const waiting = [...roots]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const type = byName.get(name)
    if (!type || reached.has(name)) continue
    reached.add(name)
    waiting.push(...typesIn(type))
  }
  return reached
}

export const grantableSchema = ({ __schema }: IntrospectionQuery, scopesText: string): IntrospectionQuery => {
  const consoleOnly = consoleOnlyNodes(scopesText)
  const kept = __schema.types.map((type) =>
    type.kind === 'OBJECT'
      ? { ...type, fields: type.fields.filter(({ name }) => !consoleOnly.has(`${type.name}.${name}`)) }
      : type,
  )
  const directives = __schema.directives.flatMap(({ args }) => args.map((argument) => namedType(argument.type)))
  const roots = [__schema.queryType.name, ...(__schema.mutationType ? [__schema.mutationType.name] : []), ...directives]
  const reached = reachedFrom(roots, kept)
  const isOfLanguage = (name: string) => name.startsWith('__') || ['String', 'Boolean'].includes(name)
  return {
    __schema: { ...__schema, types: kept.filter(({ name }) => reached.has(name) || isOfLanguage(name)) },
  }
}
