/**
 * The host ends one grant, of an operator or of a person; the administrators of the operator read of it. Where the
 * host had suspended it, that is over too: the application may be connected anew, with new tokens.
 */
import { Failure } from '../../domain/failure.ts'
import { namedGrant } from '../../storage/incidents/grants.ts'
import { setSuspended } from '../../storage/incidents/suspension.ts'
import { endGrant } from '../../storage/oauth/grants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { WorldAt } from '../world.ts'

export const noSuchGrant = (): Failure => new Failure('not_found', 'There is no such grant here, or it ended before')

export const endGrantById = (at: WorldAt, grantId: string, reason: string, actor: Actor): Promise<void> =>
  at.write(async (tx) => {
    const grant = await namedGrant(tx, grantId)
    const ended = grant && (await endGrant(tx, grantId, grant.user_id, await tx.now()))
    if (!ended) throw noSuchGrant()
    await setSuspended(tx, { kind: 'grant', id: grantId }, false)
    const detail = { clientId: ended.client_id, scopes: ended.scopes, userId: ended.user_id, reason }
    await recordAudit(at, tx, actor, { action: 'grant.ended', subject: { kind: 'grant', id: grantId }, detail })
  })
