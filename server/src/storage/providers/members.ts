/** Members of providers: users of the developer portal's realm, each of one provider, owner or not. */
import type { Tables } from '../engines/tables.ts'
import type { TenantReader, TenantTx } from '../handles.ts'
import type { UserRow } from '../identity/users.ts'
import { isWrittenByAnother } from '../write-guard.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    provider_member: {
      tenant_id: string
      user_id: string
      provider_id: string
      is_owner: number
      joined_at: number
    }
  }
}

export type MemberRow = Tables['provider_member']

export const insertMember = async (tx: TenantTx, member: Omit<MemberRow, 'tenant_id'>): Promise<void> => {
  await tx.db
    .insertInto('provider_member')
    .values({ ...member, tenant_id: tx.tenantId })
    .execute()
}

const membership = (reader: TenantReader) =>
  reader.db
    .selectFrom('provider_member')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.tenant_id', '=', 'provider_member.tenant_id')
        .onRef('user_account.user_id', '=', 'provider_member.user_id'),
    )
    .where('provider_member.tenant_id', '=', reader.tenantId)
    .where('user_account.removed_at', 'is', null)

/** Undefined where the user is of no provider. */
export const memberById = (reader: TenantReader, userId: string): Promise<MemberRow | undefined> =>
  membership(reader).selectAll('provider_member').where('provider_member.user_id', '=', userId).executeTakeFirst()

export type MemberAccount = UserRow & Pick<MemberRow, 'provider_id' | 'is_owner' | 'joined_at'>

/** The members of one provider, the longest there first. */
export const membersOf = (reader: TenantReader, providerId: string): Promise<MemberAccount[]> =>
  membership(reader)
    .selectAll('user_account')
    .select(['provider_member.provider_id', 'provider_member.is_owner', 'provider_member.joined_at'])
    .where('provider_member.provider_id', '=', providerId)
    .orderBy('provider_member.joined_at')
    .orderBy('provider_member.user_id')
    .execute()

/**
 * Locks the members of a provider in one order. Of two transactions that would each leave only the other's owner, the
 * second waits and then sees the result of the first.
 */
export const lockMembers = async (tx: TenantTx, providerId: string): Promise<MemberAccount[]> => {
  await tx.db
    .selectFrom('provider_member')
    .select('user_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('provider_id', '=', providerId)
    .orderBy('user_id')
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .execute()
  return membersOf(tx, providerId)
}

/** Locks everybody of the user's provider, in the order of `lockMembers`; undefined where the user is of no provider. */
export const lockMembership = async (tx: TenantTx, userId: string): Promise<MemberRow | undefined> => {
  const member = await memberById(tx, userId)
  if (!member) return undefined
  await lockMembers(tx, member.provider_id)
  return memberById(tx, userId)
}

/** Without waiting: undefined also if another transaction holds the member's row, or if this one changed it. */
export const holdMembership = (tx: TenantTx, userId: string): Promise<MemberRow | undefined> =>
  tx.db
    .selectFrom('provider_member')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .$if(tx.kind === 'postgres', (query) => query.where(isWrittenByAnother('provider_member')).forShare().skipLocked())
    .executeTakeFirst()

export const setOwner = async (tx: TenantTx, userId: string, isOwner: boolean): Promise<void> => {
  await tx.db
    .updateTable('provider_member')
    .set({ is_owner: isOwner ? 1 : 0 })
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .execute()
  tx.changeValidity()
}
