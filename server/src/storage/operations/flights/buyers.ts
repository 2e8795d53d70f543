/** A flight's buyer is that of its trip (threats row 454). Rows that come from elsewhere may be from before that. */
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { TenantTx } from '../../handles.ts'

export const alignBuyers = async (tx: TenantTx): Promise<void> => {
  const buyer = fragment`(select trip.buyer from trip
    where trip.tenant_id = ${tx.tenantId} and trip.trip_id = flight.trip_id)`
  await rowsOf(
    tx,
    fragment`update flight set buyer = ${buyer}
      where flight.tenant_id = ${tx.tenantId} and coalesce(flight.buyer, '') <> coalesce(${buyer}, '')`,
  )
}
