/** An operator's profile, and its counters for flight and trip numbers. */
import type { TenantReader, TenantTx } from '../handles.ts'

export interface OperatorProfile {
  readonly iCAO: string | null
  readonly iATA: string | null
  readonly callsign: string | null
  readonly baseIdList: readonly string[]
  readonly timezone: string
}

declare module '../engines/tables.ts' {
  interface Tables {
    operator_profile: {
      tenant_id: string
      icao: string | null
      iata: string | null
      callsign: string | null
      base_id_list: string
      timezone: string
    }
    record_counter: { tenant_id: string; name: string; value: number }
  }
}

const UNTOLD: OperatorProfile = { iCAO: null, iATA: null, callsign: null, baseIdList: [], timezone: 'Etc/UTC' }

export const operatorProfile = async (reader: TenantReader): Promise<OperatorProfile> => {
  const row = await reader.db
    .selectFrom('operator_profile')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .executeTakeFirst()
  if (!row) return UNTOLD
  const { icao, iata, callsign, base_id_list, timezone } = row
  return { iCAO: icao, iATA: iata, callsign, baseIdList: JSON.parse(base_id_list), timezone }
}

export const saveOperatorProfile = async (tx: TenantTx, profile: OperatorProfile): Promise<void> => {
  const columns = {
    icao: profile.iCAO,
    iata: profile.iATA,
    callsign: profile.callsign,
    base_id_list: JSON.stringify(profile.baseIdList),
    timezone: profile.timezone,
  }
  await tx.db
    .insertInto('operator_profile')
    .values({ tenant_id: tx.tenantId, ...columns })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(columns))
    .execute()
}

/** The next number of a series. Its row stays locked until the transaction ends, so that no number is given twice. */
export const nextNumber = async (tx: TenantTx, name: 'flight' | 'trip'): Promise<number> => {
  const row = await tx.db
    .insertInto('record_counter')
    .values({ tenant_id: tx.tenantId, name, value: 1 })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'name']).doUpdateSet((eb) => ({ value: eb('record_counter.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}
