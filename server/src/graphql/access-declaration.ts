/**
 * Every node declares the scopes it needs, or that it needs none; otherwise the server does not start. The gate
 * enforces this declaration, and the descriptions in the schema are generated from it.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
} from 'graphql'
import type { Audience } from '../domain/identity/audience.ts'
import type { Scope } from '../domain/scopes.ts'

export type AccessExtensions = {
  readonly needs: readonly Scope[]
  /** Whom a node of the portal's or of support's graph is for; the route's guard admits nobody else. */
  readonly audience?: Audience
  /** For an argument whose values each need their own scopes, e.g. kinds of record. */
  readonly needsByValue?: Readonly<Record<string, readonly Scope[]>>
}

export const forMembers: { extensions: AccessExtensions } = { extensions: { needs: [], audience: 'member' } }
/** Members read it, only owners change it: the role is read again in the transaction (`services/rights-at-write`). */
export const forOwners: { extensions: AccessExtensions } = { extensions: { needs: [], audience: 'owner' } }
export const forStaff: { extensions: AccessExtensions } = { extensions: { needs: [], audience: 'staff' } }
/** All staff read; the role is read again in the transaction (`services/rights-at-write`). */
export const forReviewers: { extensions: AccessExtensions } = { extensions: { needs: [], audience: 'reviewer' } }
export const forAdministrators: { extensions: AccessExtensions } = {
  extensions: { needs: [], audience: 'administrator' },
}

export const audienceOf = (node: Declarable): Audience | undefined =>
  (node.extensions as Partial<AccessExtensions>).audience

/** Spread into the options of a type, field or argument. All of the scopes are needed. */
export const needs = (...scopes: [Scope, ...Scope[]]): { extensions: AccessExtensions } => ({
  extensions: { needs: scopes },
})

export const noScope: { extensions: AccessExtensions } = { extensions: { needs: [] } }

/**
 * Spread into the options of an argument that takes enum values: the values that are passed decide which scopes are
 * needed.
 */
export const needsByValue = (scopes: Readonly<Partial<Record<string, Scope>>>): { extensions: AccessExtensions } => ({
  extensions: {
    needs: [],
    needsByValue: Object.fromEntries(Object.entries(scopes).map(([value, scope]) => [value, scope ? [scope] : []])),
  },
})

export type Declarable = { readonly extensions: Readonly<Record<string, unknown>> }

const declared = (node: Declarable): readonly Scope[] | undefined =>
  (node.extensions as Partial<AccessExtensions>).needs

/** The scopes needed to select the field: its own and those of the returned type (data §2). */
export const scopesOfField = (field: GraphQLField<unknown, unknown>): readonly Scope[] => {
  const returned = getNamedType(field.type)
  const ofType = isObjectType(returned) ? (declared(returned) ?? []) : []
  return [...new Set([...(declared(field) ?? []), ...ofType])]
}

/** The scopes of the field and of the type it belongs to. */
export const scopesToReach = (type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): readonly Scope[] => [
  ...new Set([...(declared(type) ?? []), ...scopesOfField(field)]),
]

/** The scopes that every field of the type needs. */
export const scopesOfType = (type: GraphQLObjectType): readonly Scope[] => declared(type) ?? []

/** The scopes needed to pass the argument or input field, because its effect reveals data. */
export const scopesOfInput = (input: Declarable): readonly Scope[] => declared(input) ?? []

/** The scopes needed per value; null if the values do not matter. */
export const scopesByValue = (input: Declarable): Readonly<Record<string, readonly Scope[]>> | null =>
  (input.extensions as Partial<AccessExtensions>).needsByValue ?? null

/** Own properties only: a client may send any value, including the name of a property of `Object.prototype`. */
export const scopesOfValue = (input: Declarable, value: string): readonly Scope[] => {
  const byValue = scopesByValue(input)
  return byValue !== null && Object.hasOwn(byValue, value) ? (byValue[value] ?? []) : []
}

const accessSentence = (scopes: readonly Scope[]): string => {
  if (scopes.length === 0) return 'No scope.'
  return `Requires scope${scopes.length > 1 ? 's' : ''}: ${scopes.join(', ')}.`
}

/** The sentence for an input whose values each need their own scopes. */
const valueSentence = (byValue: Readonly<Record<string, readonly Scope[]>>): string => {
  const pairs = Object.entries(byValue).flatMap(([value, scopes]) => scopes.map((scope) => `${value} ${scope}`))
  return `Requires scope by value: ${pairs.join(', ')}.`
}

export const objectTypes = (schema: GraphQLSchema): GraphQLObjectType[] =>
  Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !isIntrospectionType(type),
  )

const isRoot = (schema: GraphQLSchema, type: GraphQLNamedType): boolean =>
  type === schema.getQueryType() || type === schema.getMutationType()

/** The gate follows object types only; a field that returns an interface or union would bypass it. */
const abstractFields = (schema: GraphQLSchema): string[] =>
  objectTypes(schema).flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isAbstractType(getNamedType(field.type)))
      .map((field) => `${type.name}.${field.name}`),
  )

/** A root field declares its own scopes; any other field is covered by its type, which must have declared. */
export const undeclaredNodes = (schema: GraphQLSchema): string[] => [
  ...abstractFields(schema),
  ...objectTypes(schema).flatMap((type) => {
    if (!isRoot(schema, type)) return declared(type) === undefined ? [type.name] : []
    return Object.values(type.getFields())
      .filter((field) => declared(field) === undefined)
      .map((field) => `${type.name}.${field.name}`)
  }),
]

/** Every scope that some type, field, argument or input field needs, or some value of it. */
export const neededScopes = (schema: GraphQLSchema): ReadonlySet<Scope> => {
  const outputs = objectTypes(schema).flatMap((type) => [type, ...Object.values(type.getFields())])
  const args = outputs.flatMap((node) => ('args' in node ? node.args : []))
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType)
  const fields = inputs.flatMap((type) => Object.values(type.getFields()))
  return new Set([...outputs, ...args, ...fields].flatMap((node) => declared(node) ?? []))
}

const withSentence = (description: string | null | undefined, sentence: string): string =>
  description ? `${description.trim()} ${sentence}` : sentence

const describeInputs = (inputs: Iterable<GraphQLArgument | GraphQLInputField>): void => {
  for (const input of inputs) {
    const scopes = scopesOfInput(input)
    const byValue = scopesByValue(input)
    if (scopes.length > 0) input.description = withSentence(input.description, accessSentence(scopes))
    if (byValue) input.description = withSentence(input.description, valueSentence(byValue))
  }
}

const describeFields = (type: GraphQLObjectType): void => {
  for (const field of Object.values(type.getFields())) {
    field.description = withSentence(field.description, accessSentence(scopesToReach(type, field)))
    describeInputs(field.args)
  }
}

/** Writes the declarations into the descriptions of every type, field and input that needs scopes. */
export const describeAccess = (schema: GraphQLSchema): void => {
  for (const type of objectTypes(schema)) {
    if (!isRoot(schema, type)) type.description = withSentence(type.description, accessSentence(declared(type) ?? []))
    describeFields(type)
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) describeInputs(Object.values(type.getFields()))
  }
}
