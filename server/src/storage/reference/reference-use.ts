/** Which reference records are used by operators' records, in all tenants: an import must not remove them. */
import { type RawBuilder, sql } from 'kysely'
import type { PlatformReader } from '../handles.ts'

const idsFrom = async (reader: PlatformReader, query: RawBuilder<{ id: string | null }>): Promise<string[]> =>
  (await query.execute(reader.db)).rows.flatMap(({ id }) => id ?? [])

export const usedAircraftTypeIds = async (reader: PlatformReader): Promise<ReadonlySet<string>> =>
  new Set(await idsFrom(reader, sql`select distinct acft_type_id as id from aircraft`))

/** Lists are stored as JSON, and few distinct ones exist. */
const LISTS = [
  sql<{ id: string | null }>`select distinct alternate_id_list as id from flight`,
  sql<{ id: string | null }>`select distinct base_id_list as id from operator_profile`,
]

export const usedAirportIds = async (reader: PlatformReader): Promise<ReadonlySet<string>> => {
  const single = await idsFrom(
    reader,
    sql`select base_id as id from aircraft union select base_id from crew_member
      union select adep_id from flight union select ades_id from flight union select diverted_to_id from flight
      union select airport_id from contact`,
  )
  const lists: string[] = []
  for (const query of LISTS) lists.push(...(await idsFrom(reader, query)))
  return new Set([...single, ...lists.flatMap((list) => JSON.parse(list) as string[])])
}
