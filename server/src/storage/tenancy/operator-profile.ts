/** An operator's profile, and its counters for flight and trip numbers. */
import type { TenantReader, TenantTx } from '../handles.ts'

export interface OperatorProfile {
  readonly iCAO: string | null
  readonly iATA: string | null
  readonly callsign: string | null
  readonly baseIdList: readonly string[]
  readonly timezone: string
  readonly aocNumber: string | null
}

export interface VersionedProfile extends OperatorProfile {
  readonly version: number
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
      aoc_number: string | null
      version: number
    }
    record_counter: { tenant_id: string; name: string; value: number }
  }
}

const UNTOLD: VersionedProfile = {
  iCAO: null,
  iATA: null,
  callsign: null,
  baseIdList: [],
  timezone: 'Etc/UTC',
  aocNumber: null,
  version: 1,
}

export const operatorProfile = async (reader: TenantReader): Promise<VersionedProfile> => {
  const row = await reader.db
    .selectFrom('operator_profile')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .executeTakeFirst()
  if (!row) return UNTOLD
  const { icao, iata, callsign, base_id_list, timezone, aoc_number, version } = row
  const baseIdList: string[] = JSON.parse(base_id_list)
  return { iCAO: icao, iATA: iata, callsign, baseIdList, timezone, aocNumber: aoc_number, version }
}

const columnsOf = (profile: OperatorProfile) => ({
  icao: profile.iCAO,
  iata: profile.iATA,
  callsign: profile.callsign,
  base_id_list: JSON.stringify(profile.baseIdList),
  timezone: profile.timezone,
  aoc_number: profile.aocNumber,
})

/** For demo and sandbox data, which replaces whatever was there. */
export const saveOperatorProfile = async (tx: TenantTx, profile: OperatorProfile): Promise<void> => {
  const columns = columnsOf(profile)
  await tx.db
    .insertInto('operator_profile')
    .values({ tenant_id: tx.tenantId, ...columns, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('tenant_id')
        .doUpdateSet((eb) => ({ ...columns, version: eb('operator_profile.version', '+', 1) })),
    )
    .execute()
}

/** Writes the next version if the expected one still stands; false where it does not. */
export const changeOperatorProfile = async (
  tx: TenantTx,
  profile: OperatorProfile,
  expected: number,
): Promise<boolean> => {
  const columns = { ...columnsOf(profile), version: expected + 1 }
  const written = await tx.db
    .insertInto('operator_profile')
    .values({ tenant_id: tx.tenantId, ...columns })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet(columns).where('operator_profile.version', '=', expected),
    )
    .returning('version')
    .executeTakeFirst()
  return written !== undefined
}

export type NumberSeries =
  | 'charterRequest'
  | 'emptyLeg'
  | 'flight'
  | 'quote'
  | 'safetyReport'
  | 'serviceRequest'
  | 'trip'
  | 'visit'

/** The next number of a series. Its row stays locked until the transaction ends, so that no number is given twice. */
export const nextNumber = async (tx: TenantTx, name: NumberSeries): Promise<number> => {
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

/** The row of the counters that holds no count, but what numbers are scattered by. */
const NUMBER_KEY = 'key'

/** The operator's key of numbers: made with `random` where there is none yet. Later it is read without a lock. */
export const numberKey = async (tx: TenantTx, random: number): Promise<number> => {
  const known = await tx.db
    .selectFrom('record_counter')
    .select('value')
    .where('tenant_id', '=', tx.tenantId)
    .where('name', '=', NUMBER_KEY)
    .executeTakeFirst()
  if (known) return known.value
  const made = await tx.db
    .insertInto('record_counter')
    .values({ tenant_id: tx.tenantId, name: NUMBER_KEY, value: random })
    // Who waited for another's COMMIT reads the key of that one.
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'name']).doUpdateSet((eb) => ({ value: eb.ref('record_counter.value') })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return made.value
}
