/** The rights of a session, read inside a transaction that writes for its user (`services/rights-at-write`). */
import type { TenantTx } from '../handles.ts'
import type { UserRow } from './users.ts'

/** The rights of a session's user; none once either has ended. */
const rightsOf = (tx: TenantTx, hash: string) =>
  tx.db
    .selectFrom('user_session')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.tenant_id', '=', 'user_session.tenant_id')
        .onRef('user_account.user_id', '=', 'user_session.user_id'),
    )
    .select('user_account.role_list')
    .where('user_session.tenant_id', '=', tx.tenantId)
    .where('user_session.hash', '=', hash)
    .where('user_session.stage', '=', 'signed-in')
    .where('user_session.ended_at', 'is', null)
    .where('user_account.removed_at', 'is', null)
    .where('user_account.suspended_at', 'is', null)

type SessionRights = Pick<UserRow, 'role_list'>

/** Locks user and session, in this order, until the transaction ends; undefined if either is gone. */
export const lockSessionRights = (tx: TenantTx, hash: string): Promise<SessionRights | undefined> =>
  rightsOf(tx, hash)
    .$if(tx.kind === 'postgres', (query) => query.forNoKeyUpdate(['user_account', 'user_session']))
    .executeTakeFirst()

/** Like `lockSessionRights` without waiting: undefined also if another transaction holds the user or the session. */
export const holdSessionRights = (tx: TenantTx, hash: string): Promise<SessionRights | undefined> =>
  rightsOf(tx, hash)
    .$if(tx.kind === 'postgres', (query) => query.forShare(['user_account', 'user_session']).skipLocked())
    .executeTakeFirst()
