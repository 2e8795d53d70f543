/** Scopes that support allows an application beyond its kind, and every decision about them. */
import { applicationArea } from '../../domain/validity-area.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

/** ENDED: the last day has passed. */
export type ScopeDecisionAction = 'ALLOWED' | 'WITHDRAWN' | 'ENDED'

declare module '../engines/tables.ts' {
  interface Tables {
    scope_decision: {
      client_id: string
      position: number
      action: ScopeDecisionAction
      /** What was allowed, or what ended with it, space-delimited. */
      scopes: string
      until_at: number | null
      reason: string
      at: number
      /** The member of staff; null where a day passed. */
      staff_id: string | null
    }
  }
}

export type ScopeDecisionRow = Tables['scope_decision']

/** What may be had from now on, with the decision behind it. The caller holds the application's lock. */
export const decideExtraScopes = async (
  tx: PlatformTx,
  { scopes, until }: { readonly scopes: string; readonly until: number | null },
  decision: Omit<ScopeDecisionRow, 'position' | 'at'>,
): Promise<void> => {
  const { client_id } = decision
  await tx.db
    .updateTable('application')
    .set({ extra_scopes: scopes, extra_scopes_until: until })
    .where('client_id', '=', client_id)
    .execute()
  const last = await tx.db
    .selectFrom('scope_decision')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  const position = (last?.position ?? 0) + 1
  await tx.db
    .insertInto('scope_decision')
    .values({ ...decision, position, at: await tx.now() })
    .execute()
  tx.changeValidity(applicationArea(client_id))
}

/** The oldest first. */
export const scopeDecisions = (reader: PlatformReader, clientId: string): Promise<ScopeDecisionRow[]> =>
  reader.db.selectFrom('scope_decision').selectAll().where('client_id', '=', clientId).orderBy('position').execute()

/** The client id of an application whose extra scopes ended before a moment; undefined where none did. */
export const endedExtraScopes = async (reader: PlatformReader, now: number): Promise<string | undefined> => {
  const row = await reader.db
    .selectFrom('application')
    .select('client_id')
    .where('extra_scopes_until', 'is not', null)
    .where('extra_scopes_until', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('extra_scopes_until')
    .limit(1)
    .executeTakeFirst()
  return row?.client_id
}
