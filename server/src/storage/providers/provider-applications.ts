/** Applications as their provider and support see and change them. */
import type { ApplicationMode } from '../../domain/oauth/application-mode.ts'
import { applicationArea } from '../../domain/validity-area.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'
import type { ApplicationRow } from '../oauth/applications.ts'
import { removeUnusedCodesExceptTo } from '../oauth/authorization-codes.ts'

/** An application of another provider is undefined, like one that does not exist (threats row 64). */
export const ownApplication = (
  reader: PlatformReader,
  providerId: string,
  clientId: string,
): Promise<ApplicationRow | undefined> =>
  reader.db
    .selectFrom('application')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('provider_id', '=', providerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const lockOwnApplication = (
  tx: PlatformTx,
  providerId: string,
  clientId: string,
): Promise<ApplicationRow | undefined> =>
  tx.db
    .selectFrom('application')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('provider_id', '=', providerId)
    .where('deleted_at', 'is', null)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

/** Oldest first. */
export const applicationsOf = (reader: PlatformReader, providerId: string): Promise<ApplicationRow[]> =>
  reader.db
    .selectFrom('application')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('client_id')
    .execute()

export const countApplicationsOf = async (reader: PlatformReader, providerId: string): Promise<number> => {
  const counted = await reader.db
    .selectFrom('application')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('provider_id', '=', providerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return counted?.count ?? 0
}

/** In one of the modes, or all; newest first. */
export const applicationsInModes = (
  reader: PlatformReader,
  modes: readonly ApplicationMode[],
  most: number,
): Promise<ApplicationRow[]> =>
  modes.length === 0
    ? Promise.resolve([])
    : reader.db
        .selectFrom('application')
        .selectAll()
        .where('mode', 'in', modes)
        .where('deleted_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('client_id')
        .limit(most)
        .execute()

export type ApplicationChange = Partial<
  Pick<
    ApplicationRow,
    | 'name'
    | 'redirect_uri_list'
    | 'description'
    | 'phone_number'
    | 'phone_confirmed_at'
    | 'contact'
    | 'website'
    | 'connect_url'
    | 'secrets_blocked_until'
  >
>

/**
 * The caller holds the application's lock. Codes that were sent to a redirect URI that is registered no longer end with
 * it: they must not work again once it is back (threats row 396).
 */
export const changeApplication = async (tx: PlatformTx, clientId: string, change: ApplicationChange): Promise<void> => {
  await tx.db.updateTable('application').set(change).where('client_id', '=', clientId).execute()
  if (change.redirect_uri_list !== undefined) {
    await removeUnusedCodesExceptTo(tx, clientId, JSON.parse(change.redirect_uri_list) as string[])
  }
  tx.changeValidity(applicationArea(clientId))
}

/** Ends a live secret now or at a later time, never later than it would have ended; false where there is none by this hash. */
export const endApplicationSecret = async (
  tx: PlatformTx,
  clientId: string,
  hash: string,
  end: { readonly revoked_at: number } | { readonly expires_at: number },
): Promise<boolean> => {
  const ended = await tx.db
    .updateTable('application_secret')
    .set(end)
    .where('client_id', '=', clientId)
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .$if('expires_at' in end, (query) =>
      query.where((eb) =>
        eb.or([eb('expires_at', 'is', null), eb('expires_at', '>=', 'expires_at' in end ? end.expires_at : 0)]),
      ),
    )
    .returning('hash')
    .executeTakeFirst()
  if (ended) tx.changeValidity(applicationArea(clientId))
  return ended !== undefined
}
