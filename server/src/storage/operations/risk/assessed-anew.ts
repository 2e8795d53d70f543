/**
 * Finds flights whose risk may have changed without a change of anything near them: the operator's rules are others, or
 * the estimated end of a block has passed (data §4.5). What was assessed for that is noted, so that it is done once.
 */
import { DAY_MS } from '../../../domain/interval.ts'
import { GROUNDING_REASONS } from '../../../domain/operations/fleet/unavailability.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { PlatformReader, TenantReader, TenantTx } from '../../handles.ts'

export interface PassedBlock {
  readonly tenantId: string
  readonly unavailabilityId: string
  readonly aircraftId: string
  readonly to: number
}

/**
 * Blocks whose estimated end has passed since they were last looked at. Ends move on by whole days, so an end noted for
 * another time of day is of an estimate that was changed since.
 */
export const passedBlocks = async (reader: PlatformReader, now: number, most: number): Promise<PassedBlock[]> =>
  rowsOf<PassedBlock>(
    reader,
    fragment`select q.tenant_id as "tenantId", q.unavailability_id as "unavailabilityId", q.aircraft_id as "aircraftId", q."to"
    from unavailability q where q."to" <= ${now} and q.is_end_estimated = 1
      and q.reason ${fragment.among(GROUNDING_REASONS)}
      and (q.assessed_until is null or q.assessed_until <= ${now} or (q.assessed_until - q."to") % ${DAY_MS} <> 0)
    order by q."to", q.unavailability_id limit ${most}`,
  )

export const noteAssessedBlock = async (tx: TenantTx, unavailabilityId: string, until: number): Promise<void> => {
  await rowsOf(
    tx,
    fragment`update unavailability set assessed_until = ${until}
    where tenant_id = ${tx.tenantId} and unavailability_id = ${unavailabilityId}`,
  )
}

export interface NewRules {
  readonly tenantId: string
  readonly version: number
  /** The aircraft whose flights were assessed last; null where none was yet. */
  readonly aircraftId: string | null
}

/** Operators whose rules changed and whose flights were not all assessed since. */
export const newRules = async (reader: PlatformReader, most: number): Promise<NewRules[]> =>
  rowsOf<NewRules>(
    reader,
    fragment`select s.tenant_id as "tenantId", s.version, s.assessed_aircraft as "aircraftId" from operator_settings s
    where s.assessed_version is null or s.assessed_version <> s.version order by s.tenant_id limit ${most}`,
  )

/** Where the rules changed again meanwhile, nothing is noted: they are begun anew. */
export const noteAssessedRules = async (tx: TenantTx, version: number, aircraftId: string | null): Promise<void> => {
  const done = aircraftId === null ? version : null
  await rowsOf(
    tx,
    fragment`update operator_settings set assessed_aircraft = ${aircraftId}, assessed_version = ${done}
    where tenant_id = ${tx.tenantId} and version = ${version}`,
  )
}

/** The next aircraft, in the order of ids, that has flights planned after a time. */
export const nextPlannedAircraft = async (
  reader: TenantReader,
  after: string | null,
  from: number,
): Promise<string | null> => {
  const [row] = await rowsOf<{ id: string | null }>(
    reader,
    fragment`select min(f.aircraft_id) as id from flight f where f.tenant_id = ${reader.tenantId}
      and f.aircraft_id > ${after ?? ''} and f.off_block >= ${from}
      and f.status ${fragment.among(['OPTION', 'CONFIRMED', 'RELEASED'])}`,
  )
  return row?.id ?? null
}

/** The flights of an aircraft that are planned after a time. */
export const plannedFlightIds = async (reader: TenantReader, aircraftId: string, from: number): Promise<string[]> => {
  const rows = await rowsOf<{ id: string }>(
    reader,
    fragment`select f.flight_id as id from flight f where f.tenant_id = ${reader.tenantId}
      and f.aircraft_id = ${aircraftId} and f.off_block >= ${from}
      and f.status ${fragment.among(['OPTION', 'CONFIRMED', 'RELEASED'])}`,
  )
  return rows.map(({ id }) => id)
}
