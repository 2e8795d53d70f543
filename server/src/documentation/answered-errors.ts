/**
 * The errors that a query or mutation can answer, as far as they follow from what it needs and what it is given. Rules
 * of a record refuse with codes of their own beside these.
 */
import { type GraphQLField, type GraphQLNamedType, getNamedType, isInputObjectType } from 'graphql'
import type { FailureCode } from '../domain/error-catalogue.ts'
import { isGrantable, type Scope } from '../domain/scopes.ts'
import type { UserErrorCode } from '../domain/user-error.ts'
import { lifeCycleOf } from './life-cycles.ts'

export interface AnsweredErrors {
  /** The request is refused as a whole. */
  readonly request: readonly FailureCode[]
  /** In `userErrorList`; null for a query. */
  readonly user: readonly UserErrorCode[] | null
}

/** Names and types of the arguments, and of the fields of those that are objects. */
const givenTo = ({ args }: GraphQLField<unknown, unknown>): ReadonlyMap<string, GraphQLNamedType> => {
  const inner = args.flatMap(({ type }) => {
    const named = getNamedType(type)
    return isInputObjectType(named) ? Object.values(named.getFields()) : []
  })
  return new Map([...args, ...inner].map(({ name, type }) => [name, getNamedType(type)]))
}

export const errorsOfQuery = (field: GraphQLField<unknown, unknown>, scopes: readonly Scope[]): AnsweredErrors => {
  const given = givenTo(field)
  // What is selected and given may need scopes where the node itself needs none.
  const request: FailureCode[] = [scopes.every(isGrantable) ? 'invalid_token' : 'not_signed_in', 'insufficient_scope']
  if (given.size > 0) request.push('bad_user_input')
  if (field.name === 'changeList') request.push('cursor_expired')
  return { request: [...request, 'rate_limited', 'cost_exceeded'], user: null }
}

export const errorsOfMutation = (field: GraphQLField<unknown, unknown>, scopes: readonly Scope[]): AnsweredErrors => {
  const given = givenTo(field)
  const names = [...given.keys()]
  const user: UserErrorCode[] = ['VALIDATION']
  if (names.some((name) => /Id(List)?$/.test(name) && name !== 'externalIdList')) user.push('NOT_FOUND')
  if (given.has('expectedVersion')) user.push('STALE_VERSION')
  if (given.has('idempotencyKey')) user.push('IDEMPOTENCY_MISMATCH')
  if (given.has('externalIdList') || field.name === 'externalIdSet') user.push('EXTERNAL_ID_TAKEN')
  if (lifeCycleOf(field.name)) user.push('ILLEGAL_TRANSITION')
  const { request } = errorsOfQuery(field, scopes)
  return { request, user }
}
