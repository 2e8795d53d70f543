/**
 * Writes `server/records.json` from the descriptions of records and the graph that follows from them: what a program
 * needs to list, show, make, change and delete each kind. The console imports it.
 */
import { writeFileSync } from 'node:fs'
import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredInputField,
} from 'graphql'
import { RECORDS } from '../server/src/domain/records/all-records.ts'
import type { AnyDescription } from '../server/src/domain/records/description.ts'
import { type Field, isNeeded, labelOf, nameOf, shownName, spelled } from '../server/src/domain/records/field.ts'
import type { Filter } from '../server/src/domain/records/filter.ts'
import { pathOfKind, pluralOf } from '../server/src/domain/records/kind-path.ts'
import { buildSchema } from '../server/src/graphql/schema.ts'

const FILE = new URL('../server/records.json', import.meta.url)

const lowerFirst = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

/** What a mutation that makes, changes or deletes takes; null where the graph has no such mutation. */
const mutationOf = (schema: GraphQLSchema, name: string) => {
  const mutation = schema.getMutationType()?.getFields()[name]
  if (!mutation) return null
  const input = getNamedType(mutation.args.find((argument) => argument.name === 'input')?.type)
  return {
    name,
    arguments: Object.fromEntries(
      mutation.args.filter((argument) => argument.name !== 'idempotencyKey').map((one) => [one.name, String(one.type)]),
    ),
    /** Which fields it takes, and which of them it needs. */
    takes: isInputObjectType(input)
      ? Object.values(input.getFields()).map((field) => ({ name: field.name, isNeeded: isRequiredInputField(field) }))
      : [],
  }
}

type Mutation = ReturnType<typeof mutationOf>

/** What a field of a type shows: a value, or an object that needs a selection. */
const shownBy = (schema: GraphQLSchema, { name }: AnyDescription, shown: string | null) => {
  const type = schema.getType(name)
  const of: GraphQLOutputType | undefined =
    shown !== null && isObjectType(type) ? type.getFields()[shown]?.type : undefined
  if (shown === null || of === undefined) return null
  const isList = isListType(getNullableType(of))
  return { name: shown, type: getNamedType(of).name, isObject: !isLeafType(getNamedType(of)), isList }
}

const takes = (mutation: Mutation, name: string) => mutation?.takes.find((field) => field.name === name)

const fieldOf = (key: string, field: Field, description: AnyDescription, graph: Graph) => {
  const name = nameOf(key, field)
  return {
    /** In inputs. */
    name,
    label: labelOf(key, field),
    type: field.type,
    ...(field.words ? { words: field.words.values } : {}),
    ...(field.of ? { of: field.of } : {}),
    limits: field.limits,
    /** A change cannot clear it. */
    isNeeded: isNeeded(field) || field.options.required === true,
    /** Whether the mutation that makes one takes it, and needs it. */
    inCreate: takes(graph.create, name) !== undefined,
    isAsked: takes(graph.create, name)?.isNeeded === true,
    inUpdate: takes(graph.update, name) !== undefined,
    /** The argument of the mutation that makes one, beside its input. */
    isArgument: graph.create !== null && name !== 'input' && name in graph.create.arguments,
    shown: shownBy(graph.schema, description, shownName(key, field)),
  }
}

/** The type of each filter of a list, in the graph's words. */
const filterTypes = (schema: GraphQLSchema, list: string): Readonly<Record<string, string>> => {
  const args = schema.getQueryType()?.getFields()[list]?.args ?? []
  const filter = getNamedType(args.find(({ name }) => name === 'filter')?.type)
  const taken = isInputObjectType(filter) ? Object.values(filter.getFields()) : args
  return Object.fromEntries(taken.map(({ name, type }) => [name, String(type)]))
}

const filterOf = (name: string, filter: Filter, { fields }: AnyDescription) => {
  const [key, field] = ('field' in filter && Object.entries(fields).find(([one]) => one === filter.field)) || []
  const words = (filter.by === 'joined' ? filter.words : field?.words)?.values
  const type = filter.by === 'joined' ? filter.type : (field?.type ?? filter.by)
  const label = key && field ? labelOf(key, field) : spelled(name)
  return {
    name,
    by: filter.by,
    type,
    label: filter.by === 'before' || (filter.by === 'joined' && type === 'day') ? spelled(name) : label,
    ...(words ? { words } : {}),
    ...(field?.of ? { of: field.of } : {}),
  }
}

interface Graph {
  readonly schema: GraphQLSchema
  readonly create: Mutation
  readonly update: Mutation
}

const recordOf = (schema: GraphQLSchema) => (description: AnyDescription) => {
  const { name, entity, noun, says, id, read, write, order, filters, filtersAs = 'optional' } = description
  const one = lowerFirst(name)
  const graph = {
    schema,
    create: mutationOf(schema, description.names?.create ?? `${one}Create`),
    update: mutationOf(schema, `${one}Update`),
  }
  const types = filterTypes(schema, `${one}List`)
  const mutationNamed = (mutation: Mutation) => mutation && { name: mutation.name, arguments: mutation.arguments }
  return {
    name,
    entity,
    noun,
    plural: pluralOf(description),
    /** In the addresses of pages. */
    path: pathOfKind(description),
    says,
    scopes: { read, write },
    isTalkedAbout: description.conversation !== undefined,
    id: { field: id.field, isInInput: id.isInInput === true || takes(graph.update, id.field) !== undefined },
    queries: { one, list: `${one}List` },
    mutations: {
      create: mutationNamed(graph.create),
      update: mutationNamed(graph.update),
      delete: mutationNamed(mutationOf(schema, `${one}Delete`)),
    },
    /** The graph’s fields that name a record to people. */
    calledBy: description.calledBy.map((key) => shownName(key, description.fields[key] as Field)),
    listed: description.listed?.map((key) => nameOf(key, description.fields[key] as Field)) ?? null,
    orderedBy: order.field,
    filters: {
      as: filtersAs,
      ...(filtersAs === 'arguments' ? {} : { type: description.names?.filter ?? `${name}Filter` }),
      needsOneOf: description.needsOneOf ?? [],
      list: Object.entries(filters).map(([filter, options]) => ({
        ...filterOf(filter, options, description),
        takes: types[filter],
      })),
    },
    fields: Object.entries(description.fields).map(([key, field]) => fieldOf(key, field, description, graph)),
  }
}

export const recordText = (): string => {
  const schema = buildSchema()
  return `${JSON.stringify({ records: RECORDS.map(recordOf(schema)) }, null, 2)}\n`
}

if (import.meta.main) writeFileSync(FILE, recordText())
