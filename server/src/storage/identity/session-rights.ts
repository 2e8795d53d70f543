/** The rights of a session, read inside a transaction that writes for its user (`services/rights-at-write`). */
import type { TenantReader, TenantTx } from '../handles.ts'
import { isWrittenByAnother } from '../write-guard.ts'
import { type SessionRow, toldTimes } from './sessions.ts'
import type { UserRow } from './users.ts'

export type SessionRights = Pick<UserRow, 'role_list'> & Pick<SessionRow, 'created_at' | 'last_seen_at'>

/** The rights of a session's user; none once either has ended, or the address was closed. */
const rightsOf = (tx: TenantReader, hash: string) =>
  tx.db
    .selectFrom('user_session')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.tenant_id', '=', 'user_session.tenant_id')
        .onRef('user_account.user_id', '=', 'user_session.user_id'),
    )
    .innerJoin('tenant', 'tenant.tenant_id', 'user_session.tenant_id')
    .select(['user_account.role_list', 'user_session.created_at', 'user_session.last_seen_at'])
    .where('user_session.tenant_id', '=', tx.tenantId)
    .where('user_session.hash', '=', hash)
    .where('user_session.stage', '=', 'signed-in')
    .where('user_session.ended_at', 'is', null)
    .where('user_account.removed_at', 'is', null)
    .where('user_account.suspended_at', 'is', null)
    .where('tenant.closed_at', 'is', null)

/** Reads them without a lock, for an answer that takes long and must end with them. */
export const readSessionRights = async (reader: TenantReader, hash: string): Promise<SessionRights | undefined> => {
  const rights = await rightsOf(reader, hash).executeTakeFirst()
  return rights && toldTimes(reader, rights)
}

/** Locks user and session, in this order, until the transaction ends; undefined if either is gone. */
export const lockSessionRights = async (tx: TenantTx, hash: string): Promise<SessionRights | undefined> => {
  const rights = await rightsOf(tx, hash)
    .$if(tx.kind === 'postgres', (query) => query.forNoKeyUpdate(['user_account', 'user_session']).forShare(['tenant']))
    .executeTakeFirst()
  return rights && toldTimes(tx, rights)
}

/**
 * Like `lockSessionRights` without waiting: undefined also if another transaction holds the user or the session, or if
 * this one changed them. A job that makes its own user an administrator must not find itself allowed by that.
 */
export const holdSessionRights = async (tx: TenantTx, hash: string): Promise<SessionRights | undefined> => {
  const rights = await rightsOf(tx, hash)
    .$if(tx.kind === 'postgres', (query) =>
      query
        .where(isWrittenByAnother('user_account'))
        .where(isWrittenByAnother('user_session'))
        .forShare(['user_account', 'user_session', 'tenant'])
        .skipLocked(),
    )
    .executeTakeFirst()
  return rights && toldTimes(tx, rights)
}
