/**
 * An example of a query or mutation, written from the schema: a few plain fields, one level of what lies below, and a
 * variable for each argument that must be given.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { scopesOfField, scopesOfType } from '../graphql/access-declaration.ts'

const MAX_PLAIN_FIELDS = 6
/** A type with fewer is about what lies below it. */
const MIN_PLAIN_FIELDS = 3
const EXAMPLE_PAGE = 'page: { first: 2 }'

const isAskable = (field: GraphQLField<unknown, unknown>): boolean =>
  field.deprecationReason === undefined && !field.args.some(isRequiredArgument)

/** What a reader looks for first: which record it is, the version that a change must name, then what is always there. */
const interest = ({ name, type }: GraphQLField<unknown, unknown>): number => {
  if (/^(createdAt|updatedAt)$/.test(name)) return 4
  if (/Id$/.test(name)) return 0
  if (name === 'version') return 1
  return isNonNullType(type) ? 2 : 3
}

const plainFields = (type: GraphQLObjectType, most: number): string[] =>
  Object.values(type.getFields())
    .filter((field) => isAskable(field) && isLeafType(getNamedType(field.type)) && hasNoScopeOfItsOwn(type, field))
    .toSorted((a, b) => interest(a) - interest(b))
    .slice(0, most)
    .map(({ name }) => name)

const hasNoScopeOfItsOwn = (type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean =>
  scopesOfField(field).every((scope) => scopesOfType(type).includes(scope))

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)

/** A list that pages and answers hold their records in. */
const holdsRecords = (name: string): boolean => name === 'nodeList' || name === 'pageInfo' || name === 'userErrorList'

const selection = (type: GraphQLObjectType, depth: number): string[] => {
  const plain = plainFields(type, MAX_PLAIN_FIELDS)
  const below = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type)
    if (!isObjectType(inner) || !isAskable(field)) return []
    const isWanted =
      holdsRecords(field.name) || (depth === 0 && (/Payload$/.test(type.name) || plain.length < MIN_PLAIN_FIELDS))
    if (!isWanted) return []
    const lines = selection(inner, depth + 1)
    return lines.length > 0 ? [`${field.name} {`, ...indented(lines), '}'] : []
  })
  return [...plain, ...below]
}

/** Arguments that an example gives although they may be left out: without them it would say little, or nothing. */
const ALSO_GIVEN: Readonly<Record<string, readonly string[]>> = {
  accessRequestCreate: ['note'],
  accountPasskeyAdd: ['name'],
  accountPasskeyRemove: ['currentPassword'],
  accountPasskeyStart: ['currentPassword'],
  accountRecoveryCodesRenew: ['currentPassword'],
  accountSecondStepStart: ['currentPassword'],
  aircraftTypeList: ['wildcard'],
  airportList: ['wildcard'],
  apiKeyNetworkSet: ['networkList'],
  apiKeyRotate: ['overlapHours'],
  confirmationRequest: ['deviceId'],
  documentRevise: ['changeNote'],
  charterRequestList: ['filter'],
  emptyLegList: ['filter'],
  quoteList: ['filter'],
  serviceRequestList: ['filter'],
  serviceRequestStatusSet: ['result'],
  externalIdSet: ['value'],
  freeAircraftList: ['adep'],
  flightFuelUpliftRemove: ['reason'],
  myDutyList: ['interval'],
  myLogbookAnnotationSet: ['annotation'],
  myFlightList: ['interval'],
  noticeMailSet: ['noticeKindList'],
  noticeRead: ['noticeIdList'],
  typeRatingList: ['wildcard'],
}

const isGiven = (field: GraphQLField<unknown, unknown>, arg: GraphQLArgument): boolean =>
  isRequiredArgument(arg) || (ALSO_GIVEN[field.name]?.includes(arg.name) ?? false)

const givenTo = (field: GraphQLField<unknown, unknown>): readonly GraphQLArgument[] =>
  field.args.filter((arg) => isGiven(field, arg))

const argumentsOf = (field: GraphQLField<unknown, unknown>): string => {
  const given = givenTo(field).map(({ name }) => `${name}: $${name}`)
  if (field.args.some(({ name }) => name === 'page')) given.push(EXAMPLE_PAGE)
  return given.length > 0 ? `(${given.join(', ')})` : ''
}

export const exampleOf = (field: GraphQLField<unknown, unknown>, operation: 'query' | 'mutation'): string => {
  const variables = givenTo(field).map(({ name, type }) => `$${name}: ${type}`)
  const head =
    variables.length > 0 ? `${operation}(${variables.join(', ')}) {` : operation === 'query' ? '{' : `${operation} {`
  const type = getNamedType(field.type)
  const inner = isObjectType(type) ? selection(type, 0) : []
  const call = `${field.name}${argumentsOf(field)}`
  const lines = inner.length > 0 ? [`${call} {`, ...indented(inner), '}'] : [call]
  return [head, ...indented(lines), '}'].join('\n')
}
