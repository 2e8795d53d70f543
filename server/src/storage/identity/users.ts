/** The users of an operator, per tenant. */
import type { TenantReader, TenantTx } from '../handles.ts'
import { removeOperatorCodesAllowedBy } from '../oauth/authorization-codes.ts'
import type { ViewReader } from '../view.ts'
import { removeInvitationsSentBy } from './invitations.ts'

export interface UserRow {
  tenant_id: string
  user_id: string
  email: string
  name: string
  surname: string
  /** Space-delimited; `ADMIN` is required to grant consent. */
  role_list: string
  password_hash: string | null
  totp_secret: string | null
  totp_confirmed_at: number | null
  totp_last_step: number | null
  /** While a second step is being set up: when it began, and the hash of the session that began it. */
  totp_started_at: number | null
  totp_started_by: string | null
  created_at: number
  removed_at: number | null
  /** Signs in nowhere until it is taken back. */
  suspended_at: number | null
}

declare module '../engines/tables.ts' {
  interface Tables {
    user_account: UserRow
  }
}

export const isAdmin = (user: Pick<UserRow, 'role_list'>): boolean => user.role_list.split(' ').includes('ADMIN')

/**
 * Whether this account opens a door at all: nobody does who was invited and has no password yet (a passkey comes after
 * it), nor anybody while suspended. `removed_at` is not asked: those are read nowhere.
 */
export const canSignIn = (user: Pick<UserRow, 'password_hash' | 'suspended_at'>): boolean =>
  user.password_hash !== null && user.suspended_at === null

export const hasSecondStep = (user: Pick<UserRow, 'totp_secret' | 'totp_confirmed_at'>): boolean =>
  user.totp_confirmed_at !== null && user.totp_secret !== null

/**
 * The id of an account by this address that is suspended, removed ones included: a suspension is lifted by whoever made
 * it, and not by removing the account and making another (threats row 635).
 */
export const suspendedByEmail = async (reader: TenantReader, email: string): Promise<string | undefined> => {
  const row = await reader.db
    .selectFrom('user_account')
    .select('user_id')
    .where('tenant_id', '=', reader.tenantId)
    .where('email', '=', email)
    .where('suspended_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.user_id
}

/** What became of a new account: the address is taken, or was suspended here, and there is none. */
export type InsertedUser = 'inserted' | 'taken' | 'suspended'

export const insertUser = async (
  tx: TenantTx,
  user: Pick<UserRow, 'user_id' | 'email' | 'name' | 'surname' | 'role_list' | 'password_hash'>,
): Promise<InsertedUser> => {
  const inserted = await tx.db
    .insertInto('user_account')
    .values({
      ...user,
      tenant_id: tx.tenantId,
      totp_secret: null,
      totp_confirmed_at: null,
      totp_last_step: null,
      totp_started_at: null,
      totp_started_by: null,
      created_at: await tx.now(),
      removed_at: null,
      suspended_at: null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).where('removed_at', 'is', null).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!inserted) return 'taken'
  // Asked once the row is there: whoever removed the one before has committed, and so has whoever suspended it.
  if ((await suspendedByEmail(tx, user.email)) === undefined) return 'inserted'
  await tx.db
    .deleteFrom('user_account')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', user.user_id)
    .execute()
  return 'suspended'
}

export const userByEmail = (reader: TenantReader, email: string): Promise<UserRow | undefined> =>
  reader.db
    .selectFrom('user_account')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** The ids of everybody who has or had an account by this address. */
export const idsOfAddress = async (reader: TenantReader, email: string): Promise<string[]> => {
  const rows = await reader.db
    .selectFrom('user_account')
    .select('user_id')
    .where('tenant_id', '=', reader.tenantId)
    .where('email', '=', email)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Which of these addresses have or had an account here; those that never had one are missing. */
export const accountsOfAddresses = async (
  reader: TenantReader,
  emails: readonly string[],
): Promise<ReadonlyMap<string, 'there' | 'removed'>> => {
  if (emails.length === 0) return new Map()
  const rows = await reader.db
    .selectFrom('user_account')
    .select(['email', 'removed_at'])
    .where('tenant_id', '=', reader.tenantId)
    .where('email', 'in', emails)
    .execute()
  const there = rows.filter((row) => row.removed_at === null)
  return new Map([
    ...rows.map(({ email }) => [email, 'removed'] as const),
    ...there.map(({ email }) => [email, 'there'] as const),
  ])
}

export const userById = (reader: TenantReader, userId: string): Promise<UserRow | undefined> =>
  reader.db
    .selectFrom('user_account')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Ordered by surname. A view narrower than the whole operator sees no users. */
export const allUsers = async (reader: ViewReader): Promise<UserRow[]> =>
  reader.view.of !== 'operator'
    ? []
    : reader.db
        .selectFrom('user_account')
        .selectAll()
        .where('tenant_id', '=', reader.tenantId)
        .where('removed_at', 'is', null)
        .orderBy('surname')
        .orderBy('user_id')
        .execute()

/** Everybody of a realm, by name. */
export const peopleOf = (reader: TenantReader): Promise<UserRow[]> =>
  reader.db
    .selectFrom('user_account')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('user_id')
    .execute()

/** Locks the user's row: what is decided on it holds until the transaction ends. */
export const lockUser = (tx: TenantTx, userId: string): Promise<UserRow | undefined> =>
  tx.db
    .selectFrom('user_account')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .$if(tx.kind === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

/** The name of a user, who may have been removed since. */
export const userName = async (reader: TenantReader, userId: string): Promise<string> => {
  const user = await reader.db
    .selectFrom('user_account')
    .select(['name', 'surname'])
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return nameOf(user)
}

export const nameOf = (user: Pick<UserRow, 'name' | 'surname'>): string => `${user.name} ${user.surname}`.trim()

export const administrators = async (reader: TenantReader): Promise<UserRow[]> => {
  const users = await reader.db
    .selectFrom('user_account')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('removed_at', 'is', null)
    .where('role_list', 'like', '%ADMIN%')
    .orderBy('name')
    .execute()
  return users.filter(isAdmin)
}

export type UserChange = Partial<
  Pick<
    UserRow,
    | 'role_list'
    | 'password_hash'
    | 'totp_secret'
    | 'totp_confirmed_at'
    | 'totp_last_step'
    | 'totp_started_at'
    | 'totp_started_by'
    | 'removed_at'
  >
>

const mayNoLongerGrant = ({ role_list, removed_at }: UserChange): boolean =>
  (removed_at ?? null) !== null || (role_list !== undefined && !isAdmin({ role_list }))

/**
 * Changes a user and tells every process, because roles and removal decide the validity of grants and sessions. Unused
 * codes that the user allowed for the operator and invitations that they sent end when they lose the right to it, and
 * stay ended if they get it back.
 */
export const changeUser = async (tx: TenantTx, userId: string, change: UserChange): Promise<void> => {
  await tx.db
    .updateTable('user_account')
    .set(change)
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .execute()
  if (mayNoLongerGrant(change)) {
    await removeOperatorCodesAllowedBy(tx, userId)
    await removeInvitationsSentBy(tx, userId)
  }
  tx.changeValidity()
}

/** True if this time step is later than the last one used, so that a TOTP code counts only once. */
export const claimTotpStep = async (tx: TenantTx, userId: string, step: number): Promise<boolean> => {
  const claimed = await tx.db
    .updateTable('user_account')
    .set({ totp_last_step: step })
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/**
 * Stores the same password hashed with other parameters; sessions stay. Does nothing if the password has changed
 * meanwhile.
 */
export const replacePasswordHash = async (
  tx: TenantTx,
  userId: string,
  before: string,
  after: string,
): Promise<void> => {
  await tx.db
    .updateTable('user_account')
    .set({ password_hash: after })
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('password_hash', '=', before)
    .execute()
}
