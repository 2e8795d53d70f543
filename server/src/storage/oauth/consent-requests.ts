/** What a user was shown on the consent page and may decide once: session, all parameters, scopes (access-model §4). */

import { removeSome } from '../bounded-removal.ts'
import { isStillOpen, nowIn } from '../engines/engine.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    consent_request: {
      tenant_id: string
      consent_request_id: string
      session_hash: string
      user_id: string
      client_id: string
      redirect_uri: string
      /** The encoded octets of `state` as received; null if none was sent. */
      raw_state: string | null
      scopes: string
      code_challenge: string | null
      created_at: number
      expires_at: number
      decided_at: number | null
    }
  }
}

export type ConsentRequestRow = Tables['consent_request']

export const insertConsentRequest = async (
  tx: TenantTx,
  request: Omit<ConsentRequestRow, 'tenant_id' | 'decided_at'>,
): Promise<void> => {
  await tx.db
    .insertInto('consent_request')
    .values({ ...request, tenant_id: tx.tenantId, decided_at: null })
    .execute()
}

/** The request while it can still be decided by this session. */
export const readConsentRequest = (
  reader: TenantReader,
  consentRequestId: string,
  sessionHash: string,
): Promise<ConsentRequestRow | undefined> =>
  reader.db
    .selectFrom('consent_request')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('consent_request_id', '=', consentRequestId)
    .where('session_hash', '=', sessionHash)
    .where('decided_at', 'is', null)
    .where(isStillOpen(reader))
    .executeTakeFirst()

/** Deletes and returns the request, so that of several decisions, in any process, only one gets it. */
export const takeConsentRequest = (
  tx: TenantTx,
  consentRequestId: string,
  sessionHash: string,
): Promise<ConsentRequestRow | undefined> =>
  tx.db
    .updateTable('consent_request')
    .set({ decided_at: nowIn(tx) })
    .where('tenant_id', '=', tx.tenantId)
    .where('consent_request_id', '=', consentRequestId)
    .where('session_hash', '=', sessionHash)
    .where('decided_at', 'is', null)
    .where(isStillOpen(tx))
    .returningAll()
    .executeTakeFirst()

export const removeConsentRequestsBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(
    tx,
    { from: 'consent_request', key: ['tenant_id', 'consent_request_id'], by: 'expires_at', before: time },
    most,
  )
