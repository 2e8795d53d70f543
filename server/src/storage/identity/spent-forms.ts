/** Tickets of submitted forms, kept for as long as the form could be submitted again. */

import { removeSome } from '../bounded-removal.ts'
import type { PlatformTx, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    spent_form: { tenant_id: string; nonce: string; expires_at: number }
  }
}

interface SpentForm {
  readonly nonce: string
  readonly expiresAt: number
}

/** True for one of several submissions with the same ticket, in any process. */
export const spendForm = async (tx: TenantTx, { nonce, expiresAt }: SpentForm): Promise<boolean> => {
  const spent = await tx.db
    .insertInto('spent_form')
    .values({ tenant_id: tx.tenantId, nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'nonce']).doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return spent !== undefined
}

export const removeSpentFormsBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'spent_form', key: ['tenant_id', 'nonce'], by: 'expires_at', before: time }, most)
