/** The case that a member of staff acts on: locked, and as they saw it. */
import { Failure } from '../../domain/failure.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { type ApplicationRow, lastTransition, lockApplication } from '../../storage/oauth/applications.ts'
import type { Actor } from '../audit-trail.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { illegalStep } from '../providers/illegal-step.ts'
import { requireAsSeen } from './shown-dossier.ts'

/** Which member of staff acts, and as whom the logs name them. */
export interface ByStaff {
  readonly by: SignedIn
  readonly actor: Actor
}

/** The step that a member of staff saw last: somebody else's since then wins. */
export interface SeenCase {
  readonly clientId: string
  readonly seenPosition: number
}

export const requireApplication = async (tx: PlatformTx, clientId: string): Promise<ApplicationRow> => {
  const application = await lockApplication(tx, clientId)
  if (application) return application
  throw new Failure('not_found', 'There is no such application', { details: { field: 'clientId' } })
}

/** Locks the case and refuses what was decided on an older state of it (threats row 68). */
export const lockCase = async (platform: PlatformTx, { clientId, seenPosition }: SeenCase): Promise<ApplicationRow> => {
  const application = await requireApplication(platform, clientId)
  const last = await lastTransition(platform, clientId)
  if ((last?.position ?? 0) !== seenPosition) throw await illegalStep(platform, application, ['seenPosition'])
  return application
}

/** Beside the step, what was seen of the application: its provider may have changed it since (threats row 135). */
export interface SeenDossier extends SeenCase {
  readonly seenDigest: string
}

export const lockSeen = async (platform: PlatformTx, given: SeenDossier): Promise<ApplicationRow> => {
  const application = await lockCase(platform, given)
  await requireAsSeen(platform, application, given.seenDigest)
  return application
}
