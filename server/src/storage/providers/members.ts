/** Members of providers: users of the developer portal's realm, each of one provider, owner or not. */
import type { Tables } from '../engines/tables.ts'
import type { TenantReader, TenantTx } from '../handles.ts'
import type { UserRow } from '../identity/users.ts'

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

export const setOwner = async (tx: TenantTx, userId: string, isOwner: boolean): Promise<void> => {
  await tx.db
    .updateTable('provider_member')
    .set({ is_owner: isOwner ? 1 : 0 })
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .execute()
}
