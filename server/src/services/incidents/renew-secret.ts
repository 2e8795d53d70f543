/** A new client secret in place of those that may be known: the old ones end at once, or after a chosen time. */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import { lastFour } from '../../domain/secret.ts'
import { lockApplication } from '../../storage/oauth/applications.ts'
import { endApplicationSecret } from '../../storage/providers/provider-applications.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { addSecret, liveSecrets } from '../oauth/applications.ts'
import { tellCredentialChange } from '../providers/credentials/credential-news.ts'
import type { World } from '../world.ts'

export interface Renewal {
  readonly clientId: string
  /** How long the newest of the old secrets still works; others end at once. */
  readonly overlapHours: number
  readonly reason: string
}

/** Returns the secret, which is never shown again. */
export const renewSecret = (
  world: World,
  { clientId, overlapHours, reason }: Renewal,
  actor: Actor,
): Promise<{ readonly clientSecret: string; readonly ended: number }> =>
  world.storage.writePlatform(async (tx) => {
    const application = await lockApplication(tx, clientId)
    if (!application) throw new Failure('not_found', `There is no application ${clientId}`)
    const now = await tx.now()
    const live = await liveSecrets(tx, clientId, now)
    const until = addSeconds(now, overlapHours * 3600)
    for (const [index, { hash, expires_at }] of live.entries()) {
      const keeps = index === 0 && overlapHours > 0
      if (!keeps) await endApplicationSecret(tx, clientId, hash, { revoked_at: now })
      else await endApplicationSecret(tx, clientId, hash, { expires_at: Math.min(until, expires_at ?? until) })
    }
    const { clientSecret } = await addSecret(world, tx, application, actor)
    await recordAudit(world, tx, actor, {
      action: 'application.secret-renewed',
      subject: { kind: 'application', id: clientId },
      detail: { reason, overlapHours, ended: live.map(({ last_four }) => last_four) },
    })
    const what = `A client secret that ends in ${lastFour(clientSecret)} was made in place of the earlier ones`
    await tellCredentialChange(world, tx, application, { what, by: 'the host' })
    return { clientSecret, ended: live.length }
  })
