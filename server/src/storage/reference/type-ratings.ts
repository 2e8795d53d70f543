/** The stored type ratings. Qualifications name them by code, so a rating that an import lacks is simply gone. */
import type { TypeRatingRecord } from '../../domain/reference/type-rating.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'
import { chunks, lockReferenceSets, recordSet } from './reference.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    type_rating: { code: string; record: string }
  }
}

export const replaceTypeRatings = async (
  tx: PlatformTx,
  records: readonly TypeRatingRecord[],
  source: string,
): Promise<void> => {
  await lockReferenceSets(tx)
  await tx.db.deleteFrom('type_rating').execute()
  const rows = records.map((record) => ({ code: record.ratingCode, record: JSON.stringify(record) }))
  for (const part of chunks(rows)) await tx.db.insertInto('type_rating').values(part).execute()
  await recordSet(tx, 'type-ratings', source)
}

export const readTypeRatings = async (reader: PlatformReader): Promise<TypeRatingRecord[]> =>
  (await reader.db.selectFrom('type_rating').select('record').execute()).map(({ record }) => JSON.parse(record))
