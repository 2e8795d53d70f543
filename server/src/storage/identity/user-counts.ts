/** Counts what users have, such as passkeys. */
import { fragment, rowsOf } from '../engines/fragment.ts'
import type { TenantReader } from '../handles.ts'
import { oneOf } from '../record-kind.ts'

/** How many rows each of these users has; users without any are left out. */
export const countByUser = async (
  reader: TenantReader,
  table: 'passkey' | 'recovery_code',
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (userIds.length === 0) return new Map()
  const rows = await rowsOf<{ user_id: string; count: number }>(
    reader,
    fragment`select user_id, count(*) as count from ${fragment.raw(table)}
    where tenant_id = ${reader.tenantId} and ${oneOf('user_id', userIds)} group by user_id`,
  )
  return new Map(rows.map(({ user_id, count }) => [user_id, count]))
}
