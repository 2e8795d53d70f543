/** Finds a provider's own application; another provider's is as unknown as one that does not exist (threats row 64). */
import { Failure } from '../../domain/failure.ts'
import { MAX_CHANGES_PER_APPLICATION_AND_HOUR } from '../../domain/limits.ts'
import type { PlatformReader, PlatformTx } from '../../storage/handles.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { applicationsOf, lockOwnApplication, ownApplication } from '../../storage/providers/provider-applications.ts'
import type { ProviderRow } from '../../storage/providers/providers.ts'
import { spendOrRefuse } from '../identity/allowance.ts'

const unknown = (): Failure =>
  new Failure('not_found', 'There is no such application here', { details: { field: 'clientId' } })

export const requireOwn = async (
  reader: PlatformReader,
  providerId: string,
  clientId: string,
): Promise<ApplicationRow> => {
  const application = await ownApplication(reader, providerId, clientId)
  if (!application) throw unknown()
  return application
}

/**
 * Locks it until the transaction ends, for something that a member does with it. How often is limited for each
 * application, so that nobody fills logs and mailboxes by aliases of one request (threats row 140). Ending a secret at
 * once is never refused for that: `isUrgent`.
 */
export const lockOwn = async (
  tx: PlatformTx,
  providerId: string,
  clientId: string,
  isUrgent = false,
): Promise<ApplicationRow> => {
  const application = await lockOwnApplication(tx, providerId, clientId)
  if (!application) throw unknown()
  if (isUrgent) return application
  const times = MAX_CHANGES_PER_APPLICATION_AND_HOUR
  const allowance = { subject: `changes of ${clientId}`, times, seconds: 3600 }
  await spendOrRefuse(tx, allowance, `An application is changed at most ${times} times an hour`)
  return application
}

/** The one that its members work on most likely; undefined while there is none. */
export const newestApplicationOf = async (
  reader: PlatformReader,
  { provider_id }: Pick<ProviderRow, 'provider_id'>,
): Promise<ApplicationRow | undefined> => (await applicationsOf(reader, provider_id)).at(-1)
