/** The name of one of the operator's users, including removed ones. */
import { type NamedUser, namesOfUsers } from '../../../storage/identity/user-accounts.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'

export const PersonName = builder.objectRef<NamedUser>('PersonName').implement({
  ...noScope,
  description: 'The name of one of the operator’s users, who may have been removed.',
  fields: (t) => ({
    userId: t.id({ resolve: ({ user_id }) => user_id }),
    name: t.exposeString('name'),
    surname: t.exposeString('surname'),
    isUser: t.boolean({ description: 'False once removed.', resolve: ({ removed_at }) => removed_at === null }),
  }),
})

export const personName = async ({ loaders, reader }: QueryContext, userId: string): Promise<NamedUser | null> =>
  (await loaders.load('name of user', userId, (ids) => namesOfUsers(reader, ids))) ?? null
