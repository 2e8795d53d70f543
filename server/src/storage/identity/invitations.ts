/**
 * Invitations to set a password: an id for the link, the hash of a single-use code, and a few tries. A user has at most
 * one open invitation.
 */

import { removeSome } from '../bounded-removal.ts'
import { isStillOpen } from '../engines/engine.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    user_invitation: {
      tenant_id: string
      invitation_id: string
      user_id: string
      code_hash: string
      /** Null for invitations from before this was kept. Staff of support are no users here. */
      invited_by: string | null
      created_at: number
      expires_at: number
      used_at: number | null
      tries: number
    }
  }
}

export type InvitationRow = Tables['user_invitation']

export const insertInvitation = async (
  tx: TenantTx,
  invitation: Pick<
    InvitationRow,
    'invitation_id' | 'user_id' | 'code_hash' | 'invited_by' | 'created_at' | 'expires_at'
  >,
): Promise<void> => {
  await tx.db
    .insertInto('user_invitation')
    .values({ ...invitation, tenant_id: tx.tenantId, used_at: null, tries: 0 })
    .execute()
}

/** Called when a later invitation is sent and when the user is removed. */
export const removeInvitationsOf = async (tx: TenantTx, userId: string): Promise<void> => {
  await tx.db
    .deleteFrom('user_invitation')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** What a user sent ends when they lose the right to send it; another administrator can invite again. */
export const removeInvitationsSentBy = async (tx: TenantTx, userId: string): Promise<void> => {
  await tx.db
    .deleteFrom('user_invitation')
    .where('tenant_id', '=', tx.tenantId)
    .where('invited_by', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

const unused = (reader: TenantReader) =>
  reader.db
    .selectFrom('user_invitation')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('used_at', 'is', null)

export const openInvitation = (reader: TenantReader, invitationId: string): Promise<InvitationRow | undefined> =>
  unused(reader).where('invitation_id', '=', invitationId).where(isStillOpen(reader)).executeTakeFirst()

export const openInvitations = async (
  reader: TenantReader,
  userIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, InvitationRow>> => {
  if (userIds.length === 0) return new Map()
  const rows = await unused(reader).where('user_id', 'in', userIds).where('expires_at', '>', now).execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Counts a try before its code is judged, and locks the row; undefined if no try is left. */
export const claimTry = (tx: TenantTx, invitationId: string, maxTries: number): Promise<InvitationRow | undefined> =>
  tx.db
    .updateTable('user_invitation')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tenant_id', '=', tx.tenantId)
    .where('invitation_id', '=', invitationId)
    .where('used_at', 'is', null)
    .where(isStillOpen(tx))
    .where('tries', '<', maxTries)
    .returningAll()
    .executeTakeFirst()

export const markInvitationUsed = async (tx: TenantTx, invitationId: string, at: number): Promise<void> => {
  await tx.db
    .updateTable('user_invitation')
    .set({ used_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('invitation_id', '=', invitationId)
    .execute()
}

export const removeInvitationsExpiredBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'user_invitation', key: ['tenant_id', 'invitation_id'], by: 'expires_at', before: time }, most)
