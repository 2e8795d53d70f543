/**
 * A user's own name, qualifications, duties and flights. It is flat: the operator's records cannot be reached from
 * here.
 */

import { Failure } from '../../../domain/failure.ts'
import { type UserRow, userById } from '../../../storage/identity/users.ts'
import {
  type CrewMemberOfUser,
  crewMembersOfUsers,
  qualificationsOf,
} from '../../../storage/operations/crew/crew-members.ts'
import { readingAs, type ViewReader } from '../../../storage/view.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { usually } from '../../operation/list-size.ts'
import { Qualification } from '../operations/crew/qualification.ts'
import { airport } from '../reference/airport-field.ts'

export interface OwnRecords {
  readonly user: UserRow
  readonly member: CrewMemberOfUser | null
  /** Sees only this user's records, whoever the principal is. */
  readonly reader: ViewReader
}

export const ownRecords = async ({ principal, reader }: QueryContext): Promise<OwnRecords> => {
  const { userId } = principal
  const user = userId === null ? undefined : await userById(reader, userId)
  if (!user) throw new Failure('invalid_token', 'This token belongs to no user')
  const own = readingAs(reader, { of: 'person', userId: user.user_id })
  const member = (await crewMembersOfUsers(own, [user.user_id])).get(user.user_id) ?? null
  return { user, member, reader: own }
}

const Me = builder.objectRef<OwnRecords>('Me').implement({
  ...needs('own:profile'),
  description: 'The user behind the token.',
  fields: (t) => ({
    userId: t.id({ resolve: ({ user }) => user.user_id }),
    name: t.string({ resolve: ({ user }) => user.name }),
    surname: t.string({ resolve: ({ user }) => user.surname }),
    email: t.string({ nullable: true, resolve: ({ user }) => user.email }),
    crewCode: t.string({ nullable: true, resolve: ({ member }) => member?.code ?? null }),
    baseICAO: t.string({
      nullable: true,
      resolve: ({ member }, _args, context) => (member ? airport(context, member.baseId).iCAO : null),
    }),
    qualificationList: t.field({
      ...usually(6),
      type: [Qualification],
      resolve: async ({ member, reader }) =>
        member ? ((await qualificationsOf(reader, [member.crewMemberId])).get(member.crewMemberId) ?? []) : [],
    }),
  }),
})

builder.queryField('me', (t) =>
  t.field({
    ...needs('own:profile'),
    description: 'The user behind the token.',
    type: Me,
    resolve: (_root, _args, context) => ownRecords(context),
  }),
)
