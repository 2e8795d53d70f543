/** Finds passengers whose last flight is longer ago than their operator keeps them. */
import { DAY_MS } from '../../../domain/interval.ts'
import { DEFAULT_RULES } from '../../../domain/operations/operator-rules.ts'
import type { Session } from '../../engines/engine.ts'
import { type Fragment, fragment, rowsOf } from '../../engines/fragment.ts'
import type { PlatformReader, TenantReader } from '../../handles.ts'

export interface PastPassenger {
  readonly tenantId: string
  readonly contactId: string
}

const pastAt = (kind: Session['kind'], now: Fragment, of: Fragment, most: number): Fragment => {
  const rules = fragment.raw(kind === 'postgres' ? 's.rules::json' : 's.rules')
  const days = fragment`coalesce(max(cast(${rules} ->> 'passengerRetentionDays' as integer)),
    cast(${DEFAULT_RULES.passengerRetentionDays} as integer))`
  return fragment`select c.tenant_id as "tenantId", c.contact_id as "contactId"
    from contact c
    join flight_passenger p on p.tenant_id = c.tenant_id and p.contact_id = c.contact_id
    join flight f on f.tenant_id = p.tenant_id and f.flight_id = p.flight_id
    left join operator_settings s on s.tenant_id = c.tenant_id
    where ${of} and c.kind = 'PASSENGER' and c.erased_at is null
    group by c.tenant_id, c.contact_id
    having max(f.on_block) < ${now} - ${days} * cast(${DAY_MS} as bigint)
      and max(case when f.status in ('CLOSED', 'CANCELLED') then 0 else 1 end) = 0
    order by c.tenant_id, c.contact_id limit ${most}`
}

/**
 * At most `most` of them, of whichever tenants; somebody on a flight that is still open is not among them. A sandbox
 * whose clock is ahead has its own time (events §4).
 */
export const passengersToErase = (reader: PlatformReader, now: number, most: number): Promise<PastPassenger[]> => {
  const there = fragment`(cast(${now} as bigint)
    + coalesce((select t.ahead_ms from test_clock t where t.tenant_id = c.tenant_id), 0))`
  return rowsOf<PastPassenger>(reader, pastAt(reader.kind, there, fragment`1 = 1`, most))
}

/** Those of one tenant, by a time of its own. */
export const passengersPast = (reader: TenantReader, now: number, most: number): Promise<PastPassenger[]> =>
  rowsOf<PastPassenger>(
    reader,
    pastAt(reader.kind, fragment`cast(${now} as bigint)`, fragment`c.tenant_id = ${reader.tenantId}`, most),
  )
