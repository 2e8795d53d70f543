/** The operator's users. */
import { isRole, ROLES } from '../../../domain/identity/roles.ts'
import { allUsers, type UserRow } from '../../../storage/identity/users.ts'
import { crewMembersOfUsers } from '../../../storage/operations/crew/crew-members.ts'
import { unrestricted } from '../../../storage/view.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'

const Role = builder.enumType('Role', { values: ROLES })

const User = builder.objectRef<UserRow>('User').implement({
  ...noScope,
  description: 'A user of the operator, who can sign in.',
  fields: (t) => ({
    userId: t.id({ resolve: ({ user_id }) => user_id }),
    name: t.exposeString('name'),
    surname: t.exposeString('surname'),
    email: t.exposeString('email', { nullable: true }),
    roleList: t.field({ type: [Role], resolve: ({ role_list }) => role_list.split(' ').filter(isRole) }),
    crewMemberId: t.id({
      nullable: true,
      resolve: async ({ user_id }, _args, { loaders, reader }) => {
        const load = (ids: readonly string[]) => crewMembersOfUsers(unrestricted(reader), ids)
        return (await loaders.load('crew member of user', user_id, load))?.crewMemberId ?? null
      },
    }),
  }),
})

builder.queryField('userList', (t) =>
  t.field({
    ...needs('contact:read'),
    description: 'The operator’s users, by surname.',
    type: [User],
    resolve: (_root, _args, { reader }) => allUsers(reader),
  }),
)
