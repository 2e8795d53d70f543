/** The name of a member who left; what they made says it until somebody takes it over (ADR 257). */
import { namesOfUsers } from '../../../../storage/identity/user-accounts.ts'
import { nameOf } from '../../../../storage/identity/users.ts'
import type { QueryContext } from '../../../context.ts'

/** Null for who is there. */
export const nameOfWhoLeft = async ({ loaders, reader }: QueryContext, userId: string): Promise<string | null> => {
  const user = await loaders.load('name of user', userId, (ids) => namesOfUsers(reader, ids))
  return user && user.removed_at !== null ? nameOf(user) : null
}
