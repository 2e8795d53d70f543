/** Grants of the demo's applications, as consent would have made them at that time, and what was used of them since. */
import { addSeconds } from '../../domain/clock.ts'
import { GRANT_REFRESH_TOKEN_IDLE_SECONDS } from '../../domain/limits.ts'
import { lastFour, makeSecret, secretHash } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { recordAudit } from '../../services/audit-trail.ts'
import { newId, type WorldAt } from '../../services/world.ts'
import { agreeGrant, findActiveGrant } from '../../storage/oauth/grants.ts'
import { insertRefreshToken } from '../../storage/oauth/refresh-tokens.ts'
import { actorsSeen } from '../../storage/usage/usage.ts'
import type { UsePlan } from '../data/use-plan.ts'
import { fromTheOffice } from './demo-people.ts'
import { fillUse } from './demo-use.ts'

/** Seconds from consent to the first request. */
const FIRST_REQUEST_SECONDS = 4

export interface DemoGrant {
  readonly clientId: string
  readonly scope: string
  /** The user whose own details it reaches; null where it is not personal. */
  readonly userId: string | null
  readonly allowedBy: string
  readonly lastUsedAt: number | null
}

/** Nobody has the secret of the refresh token. */
export const connect = (then: WorldAt<Tenant>, given: DemoGrant): Promise<void> =>
  then.write(async (tx) => {
    const { clientId, scope, userId, allowedBy, lastUsedAt } = given
    const at = await tx.now()
    const granted = { clientId, userId, scopes: scope, grantedBy: allowedBy, decidedAt: at, at }
    const { grant_id: grantId } = await agreeGrant(tx, { grantId: newId(then, 'gra'), ...granted })
    const secret = makeSecret('rt', then.realm.environment, then.randomBytes)
    await insertRefreshToken(tx, {
      refreshTokenId: newId(then, 'rt'),
      hash: secretHash(secret),
      lastFour: lastFour(secret),
      apiKeyId: null,
      grantId,
      scopes: scope,
      createdAt: at,
      expiresAt: addSeconds(lastUsedAt ?? at, GRANT_REFRESH_TOKEN_IDLE_SECONDS),
    })
    await recordAudit(then, tx, fromTheOffice(then, allowedBy), {
      action: 'consent.allowed',
      subject: { kind: 'application', id: clientId },
      detail: { scopes: scope },
    })
  })

export interface GrantUse {
  readonly clientId: string
  readonly userId: string | null
  readonly name: string
  readonly plan: UsePlan
  /** The last use, in seconds before now; 0 while it goes on. */
  readonly endedSecondsAgo: number
}

/** Fills in the use of a grant, which counts for its application, up to now or up to its last use. A grant that somebody ended in the demo stays ended. */
export const fillGrantUse = (
  at: WorldAt<Tenant>,
  { clientId, userId, name, plan, endedSecondsAgo }: GrantUse,
): Promise<void> =>
  at.write(async (tx) => {
    const grant = await findActiveGrant(tx, clientId, userId)
    if (!grant) return
    // What is no longer used stopped once, however long the demo goes on.
    if (endedSecondsAgo > 0 && (await actorsSeen(tx, [clientId])).length > 0) return
    const firstAt = addSeconds(grant.created_at, FIRST_REQUEST_SECONDS)
    const until = addSeconds(await tx.now(), -endedSecondsAgo)
    await fillUse(tx, {
      actor: clientId,
      owner: { of: 'grant_id', id: grant.grant_id, scopes: grant.scopes },
      plan,
      seed: `${at.realm.operatorId}/${name}`,
      firstAt,
      since: firstAt,
      until,
    })
  })
