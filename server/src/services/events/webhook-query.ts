/** The answer to a webhook's own query, for one record, with the rights of its key and paid from its budget. */
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { Principal } from '../principal.ts'

export type QueryResult = { readonly answer: unknown } | { readonly refused: string }

export interface WebhookQueries {
  answer(tenant: Tenant, principal: Principal, query: string, entityId: string): Promise<QueryResult>
  /** What is wrong with the query for this principal; null if nothing is. */
  problem(tenant: Tenant, principal: Principal, query: string): Promise<string | null>
}
