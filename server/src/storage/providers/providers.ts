/** Application providers: companies whose members register applications. */
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'
import type { ApplicationRow } from '../oauth/applications.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    provider: {
      provider_id: string
      name: string
      created_at: number
      /** The sandbox operator of its own, made at the first registration. */
      sandbox_operator_id: string | null
      /** When its members were warned that it will be removed. */
      sandbox_warned_at: number | null
    }
  }
}

export type ProviderRow = Tables['provider']

export const insertProvider = async (
  tx: PlatformTx,
  provider: Omit<ProviderRow, 'sandbox_operator_id' | 'sandbox_warned_at'>,
): Promise<void> => {
  await tx.db
    .insertInto('provider')
    .values({ ...provider, sandbox_operator_id: null, sandbox_warned_at: null })
    .execute()
}

export const allProviders = (reader: PlatformReader): Promise<ProviderRow[]> =>
  reader.db.selectFrom('provider').selectAll().orderBy('name').orderBy('provider_id').execute()

export const providerById = (reader: PlatformReader, providerId: string): Promise<ProviderRow | undefined> =>
  reader.db.selectFrom('provider').selectAll().where('provider_id', '=', providerId).executeTakeFirst()

/**
 * Who an application is by, for operators: its provider's company. Its contact is a text that any member can type, so
 * it counts only where the host registered the application.
 */
export const providerNameOf = async (
  reader: PlatformReader,
  { provider_id, contact }: Pick<ApplicationRow, 'provider_id' | 'contact'>,
): Promise<string> => (provider_id === null ? contact : ((await providerById(reader, provider_id))?.name ?? contact))

/** Locks the provider's row, so that of two first registrations one makes the sandbox operator. */
export const lockProvider = (tx: PlatformTx, providerId: string): Promise<ProviderRow | undefined> =>
  tx.db
    .selectFrom('provider')
    .selectAll()
    .where('provider_id', '=', providerId)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

/** The provider whose sandbox this operator was can have another; the operator goes on saying whose it was. */
export const forgetSandbox = async (tx: PlatformTx, operatorId: string): Promise<void> => {
  await tx.db
    .updateTable('operator')
    .set(({ selectFrom }) => ({
      provider_id: selectFrom('provider').select('provider.provider_id').where('sandbox_operator_id', '=', operatorId),
    }))
    .where('operator_id', '=', operatorId)
    .where('provider_id', 'is', null)
    .execute()
  await tx.db
    .updateTable('provider')
    .set({ sandbox_operator_id: null, sandbox_warned_at: null })
    .where('sandbox_operator_id', '=', operatorId)
    .execute()
}

export const changeProvider = async (
  tx: PlatformTx,
  providerId: string,
  change: Partial<Pick<ProviderRow, 'name' | 'sandbox_operator_id' | 'sandbox_warned_at'>>,
): Promise<void> => {
  await tx.db.updateTable('provider').set(change).where('provider_id', '=', providerId).execute()
}
