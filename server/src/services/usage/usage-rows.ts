/** Writes tallies of any number of tenants with one statement for each table. */
import type { PlatformTx } from '../../storage/handles.ts'
import type { OfTenant } from '../../storage/usage/insert-rows.ts'
import {
  addRequestsOfTenants,
  type DocumentRow,
  noteDocumentsOfTenants,
  type RequestRow,
} from '../../storage/usage/request-log.ts'
import { type ActorSeen, addCountsOfTenants, noteActorsOfTenants } from '../../storage/usage/usage.ts'
import { type ActorTally, requestRow } from './usage-tally.ts'

export type TenantRequest = OfTenant<RequestRow>

/** The tallies are in the order in which every process writes them. */
export const writeTallies = async (tx: PlatformTx, tallies: readonly ActorTally[], named: number): Promise<void> => {
  const counts = tallies.flatMap((tally) => tally.counts().map((row) => ({ ...row, tenant_id: tally.tenantId })))
  await addCountsOfTenants(tx, counts)
  await noteActorsOfTenants(tx, lastPerActor(tallies))
  await noteDocumentsOfTenants(tx, documentsOf(tallies, named))
  await addRequestsOfTenants(tx, requestsIn(tallies, named))
}

export const requestsIn = (tallies: readonly ActorTally[], named: number): TenantRequest[] =>
  tallies
    .filter((tally) => tally.hasRequests)
    .flatMap((tally) =>
      tally.logged(named).map((request) => ({ ...requestRow(tally.actor, request), tenant_id: tally.tenantId })),
    )

/** A statement may contain each actor only once. */
const lastPerActor = (tallies: readonly ActorTally[]): OfTenant<ActorSeen>[] => {
  const seen = tallies.filter((tally) => tally.hasRequests)
  return [...Map.groupBy(seen, ({ tenantId, actor }) => `${tenantId} ${actor}`).values()].map((all) => {
    const [first] = all as [ActorTally]
    return {
      tenant_id: first.tenantId,
      actor: first.actor,
      first_at: first.first.at,
      first_request_id: first.first.requestId,
      last_at: Math.max(...all.map(({ lastAt }) => lastAt)),
    }
  })
}

/** Each text of a tenant once, in one order. */
const documentsOf = (tallies: readonly ActorTally[], named: number): OfTenant<DocumentRow>[] => {
  const rows = new Map<string, OfTenant<DocumentRow>>()
  for (const tally of tallies) {
    for (const { document, at } of tally.logged(named)) {
      if (document === null) continue
      const { documentId: document_id, text } = document
      rows.set(`${tally.tenantId} ${document_id}`, { tenant_id: tally.tenantId, document_id, text, seen_at: at })
    }
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
