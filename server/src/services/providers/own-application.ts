/** Finds a provider's own application; another provider's is as unknown as one that does not exist (threats row 64). */
import { Failure } from '../../domain/failure.ts'
import type { PlatformReader, PlatformTx } from '../../storage/handles.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { lockOwnApplication, ownApplication } from '../../storage/providers/provider-applications.ts'

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

/** Locks it until the transaction ends. */
export const lockOwn = async (tx: PlatformTx, providerId: string, clientId: string): Promise<ApplicationRow> => {
  const application = await lockOwnApplication(tx, providerId, clientId)
  if (!application) throw unknown()
  return application
}
