/** What the tables of links do alike: links to documents, to files of safety reports, to the table of a logbook. */
import { removeSome } from '../../bounded-removal.ts'
import type { PlatformTx, TenantTx } from '../../handles.ts'

const LINK_TABLES = ['document_link', 'safety_link', 'logbook_link'] as const

/** What every link is bound to. */
export interface BoundLink {
  readonly hash: string
  readonly credential_kind: string
  readonly credential_hash: string
  readonly expires_at: number
}

/** Whether this is its first use: only that is told to the audit log. */
export const openLink = async (
  tx: TenantTx,
  table: 'document_link' | 'safety_link',
  hash: string,
  at: number,
): Promise<boolean> => {
  const row = await tx.db
    .updateTable(table)
    .set({ opened_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .where('opened_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** At most `most` of each table; returns the most that went from one. */
export const removeLinksBefore = async (tx: PlatformTx, time: number, most: number): Promise<number> => {
  let count = 0
  for (const table of LINK_TABLES) {
    const over = { from: table, key: ['tenant_id', 'hash'], by: 'expires_at', before: time } as const
    count = Math.max(count, await removeSome(tx, over, most))
  }
  return count
}
