/**
 * Sign-ups and invitations of providers' members that wait for the code of a message. The account is made when the
 * code was right, so that neither shows whether an address has one already.
 */

import { removeSome } from '../bounded-removal.ts'
import { isStillOpen } from '../engines/engine.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    member_sign_up: {
      tenant_id: string
      sign_up_id: string
      email: string
      name: string
      surname: string
      /** The company that signs up; null for an invitation. */
      company: string | null
      /** The provider that invites; null for a sign-up. */
      provider_id: string | null
      invited_by: string | null
      /** Chosen at sign-up; somebody invited chooses it with the code. */
      password_hash: string | null
      code_hash: string
      created_at: number
      expires_at: number
      tries: number
    }
  }
}

export type SignUpRow = Tables['member_sign_up']

export const insertSignUp = async (tx: TenantTx, signUp: Omit<SignUpRow, 'tenant_id' | 'tries'>): Promise<void> => {
  await tx.db
    .insertInto('member_sign_up')
    .values({ ...signUp, tenant_id: tx.tenantId, tries: 0 })
    .execute()
}

/** What was sent before confirms nothing any more. */
export const replaceCode = async (
  tx: TenantTx,
  signUpId: string,
  code: Pick<SignUpRow, 'code_hash' | 'created_at' | 'expires_at'>,
): Promise<void> => {
  await tx.db
    .updateTable('member_sign_up')
    .set({ ...code, tries: 0 })
    .where('tenant_id', '=', tx.tenantId)
    .where('sign_up_id', '=', signUpId)
    .execute()
}

/** A provider's later invitation voids its earlier ones to the address. */
export const removeInvitations = async (tx: TenantTx, email: string, providerId: string): Promise<void> => {
  await tx.db
    .deleteFrom('member_sign_up')
    .where('tenant_id', '=', tx.tenantId)
    .where('email', '=', email)
    .where('provider_id', '=', providerId)
    .execute()
}

/**
 * Locks everything that waits for the address of this one, in the order of their ids: whoever makes the account removes
 * them all, and two that do so at once would deadlock.
 */
export const lockSignUpsBeside = async (tx: TenantTx, signUpId: string): Promise<void> => {
  await tx.db
    .selectFrom('member_sign_up')
    .select('sign_up_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('email', '=', ({ selectFrom }) =>
      selectFrom('member_sign_up as this_one')
        .select('this_one.email')
        .where('this_one.tenant_id', '=', tx.tenantId)
        .where('this_one.sign_up_id', '=', signUpId),
    )
    .orderBy('sign_up_id')
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .execute()
}

/**
 * Ends what was confirmed, and the other sign-ups for its address. Invitations of other providers stay: whoever sent
 * them must not learn that the address has an account, and they make no second one.
 */
export const removeConfirmed = async (tx: TenantTx, { sign_up_id, email }: SignUpRow): Promise<void> => {
  await tx.db
    .deleteFrom('member_sign_up')
    .where('tenant_id', '=', tx.tenantId)
    .where('email', '=', email)
    .where((eb) => eb.or([eb('provider_id', 'is', null), eb('sign_up_id', '=', sign_up_id)]))
    .execute()
}

/** What a member sent ends when they lose the right to send it; another owner can invite again. */
export const removeInvitationsBy = async (tx: TenantTx, userId: string): Promise<void> => {
  await tx.db
    .deleteFrom('member_sign_up')
    .where('tenant_id', '=', tx.tenantId)
    .where('invited_by', '=', userId)
    .execute()
}

export const openSignUp = (reader: TenantReader, signUpId: string): Promise<SignUpRow | undefined> =>
  reader.db
    .selectFrom('member_sign_up')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('sign_up_id', '=', signUpId)
    .where(isStillOpen(reader))
    .executeTakeFirst()

/** Counts a try before its code is judged, and locks the row; undefined where no try is left. */
export const claimSignUpTry = (tx: TenantTx, signUpId: string, maxTries: number): Promise<SignUpRow | undefined> =>
  tx.db
    .updateTable('member_sign_up')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tenant_id', '=', tx.tenantId)
    .where('sign_up_id', '=', signUpId)
    .where(isStillOpen(tx))
    .where('tries', '<', maxTries)
    .returningAll()
    .executeTakeFirst()

/** Invitations of a provider that wait, latest first. */
export const openInvitationsOf = (reader: TenantReader, providerId: string, now: number): Promise<SignUpRow[]> =>
  reader.db
    .selectFrom('member_sign_up')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('provider_id', '=', providerId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('sign_up_id')
    .execute()

/** False where there is no such invitation of this provider. */
export const withdrawInvitation = async (tx: TenantTx, providerId: string, signUpId: string): Promise<boolean> => {
  const removed = await tx.db
    .deleteFrom('member_sign_up')
    .where('tenant_id', '=', tx.tenantId)
    .where('provider_id', '=', providerId)
    .where('sign_up_id', '=', signUpId)
    .returning('sign_up_id')
    .executeTakeFirst()
  return removed !== undefined
}

export const removeSignUpsExpiredBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'member_sign_up', key: ['tenant_id', 'sign_up_id'], by: 'expires_at', before: time }, most)
