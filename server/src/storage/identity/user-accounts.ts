/** Users as administrators see them. Where only a name is needed, removed users are included. */
import type { TenantReader, TenantTx } from '../handles.ts'
import { isAdmin, type UserRow } from './users.ts'

export interface NamedUser extends Pick<UserRow, 'user_id' | 'name' | 'surname' | 'removed_at'> {}

export const namesOfUsers = async (
  reader: TenantReader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, NamedUser>> => {
  if (userIds.length === 0) return new Map()
  const users = await reader.db
    .selectFrom('user_account')
    .select(['user_id', 'name', 'surname', 'removed_at'])
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(users.map((user) => [user.user_id, user]))
}

export interface AddressedUser extends NamedUser, Pick<UserRow, 'email'> {}

export const usersWithAddress = async (
  reader: TenantReader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, AddressedUser>> => {
  if (userIds.length === 0) return new Map()
  const users = await reader.db
    .selectFrom('user_account')
    .select(['user_id', 'name', 'surname', 'removed_at', 'email'])
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(users.map((user) => [user.user_id, user]))
}

/** When each user was last seen in any session. */
export const lastSeen = async (
  reader: TenantReader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (userIds.length === 0) return new Map()
  const rows = await reader.db
    .selectFrom('user_session')
    .select((eb) => ['user_id', eb.fn.max('last_seen_at').as('seen')])
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', 'in', userIds)
    .where('stage', '=', 'signed-in')
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.seen]))
}

/**
 * Locks the rows of all administrators in one order. Of two transactions that would each leave only the other's
 * administrator, the second waits and then sees the result of the first.
 */
export const lockAdministrators = async (tx: TenantTx): Promise<UserRow[]> => {
  const users = await tx.db
    .selectFrom('user_account')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('removed_at', 'is', null)
    .where('role_list', 'like', '%ADMIN%')
    .orderBy('user_id')
    .$if(tx.kind === 'postgres', (query) => query.forNoKeyUpdate())
    .execute()
  return users.filter(isAdmin)
}
