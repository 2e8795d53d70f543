/** The answer to a webhook's own query, for one record, with the rights of its principal and paid from its budget. */
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { Principal } from '../principal.ts'

export type QueryResult = { readonly answer: unknown; readonly cost: number | null } | { readonly refused: string }

export interface AskedQuery {
  readonly tenant: Tenant
  readonly principal: Principal
  readonly query: string
  readonly entityId: string
}

export interface WebhookQueries {
  answer(asked: AskedQuery): Promise<QueryResult>
  /** What is wrong with the query for this principal; null if nothing is. It is not run. */
  problem(asked: Omit<AskedQuery, 'entityId'>): Promise<string | null>
}
