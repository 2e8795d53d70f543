/** Why a mutation changed nothing. */
import {
  USER_ERROR_MEANINGS,
  type UserErrorCode as UserErrorName,
  type UserError as UserErrorValue,
} from '../../domain/user-error.ts'
import { wordedFor } from '../../domain/wording.ts'
import { noScope } from '../access-declaration.ts'
import { type Builder, builder } from '../builder.ts'

const VALUES = Object.fromEntries(
  Object.entries(USER_ERROR_MEANINGS).map(([code, description]) => [code, { description }]),
) as Record<UserErrorName, { description: string }>

export const userErrorNode = (graph: Builder, declared: typeof noScope) => {
  const UserErrorCode = graph.enumType('UserErrorCode', {
    description: 'The rule of the business that refused a mutation. Nothing was written.',
    values: VALUES,
  })
  return graph.objectRef<UserErrorValue>('UserError').implement({
    ...declared,
    description: 'Why a mutation changed nothing: what is wrong, and with which argument.',
    fields: (t) => ({
      code: t.expose('code', { type: UserErrorCode }),
      message: t.string({ resolve: ({ message }, _args, { principal }) => wordedFor(principal.scopes, message) }),
      path: t.stringList({ nullable: true, resolve: ({ path }) => (path === null ? null : [...path]) }),
    }),
  })
}

export const UserError = userErrorNode(builder, noScope)
