/** Application providers: companies whose members register applications. */
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    provider: { provider_id: string; name: string; created_at: number }
  }
}

export type ProviderRow = Tables['provider']

export const insertProvider = async (tx: PlatformTx, provider: ProviderRow): Promise<void> => {
  await tx.db.insertInto('provider').values(provider).execute()
}

export const allProviders = (reader: PlatformReader): Promise<ProviderRow[]> =>
  reader.db.selectFrom('provider').selectAll().orderBy('name').orderBy('provider_id').execute()

export const providerById = (reader: PlatformReader, providerId: string): Promise<ProviderRow | undefined> =>
  reader.db.selectFrom('provider').selectAll().where('provider_id', '=', providerId).executeTakeFirst()
