/**
 * What becomes of grants when scopes beyond an application's kind end, by decision or by their day: they are taken out
 * for good, so that allowing them again later gives them to nobody without a new consent (ADR 200, threats row 329).
 */
import {
  commonScopes,
  intersection,
  joinScopes,
  NO_SCOPES,
  parseScopes,
  type ScopeSet,
  without,
} from '../../domain/scopes.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { lockOperatorGrant, narrowGrantScopes, narrowRefreshTokens } from '../../storage/oauth/add-ons.ts'
import { type ApplicationRow, lockApplication } from '../../storage/oauth/applications.ts'
import { decideExtraScopes, endedExtraScopes } from '../../storage/oauth/extra-scopes.ts'
import { tenantsConnectedTo } from '../../storage/oauth/grants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { mailMembers } from '../providers/staff-mail.ts'
import type { Randomness } from '../world.ts'

/** How often the job looks for a day that has passed. Nothing waits for it: what ended does not count. */
export const EXTRA_SCOPES_MS = 60_000

interface NarrowedGrants {
  readonly clientId: string
  /** By the tenant's own time: in a sandbox whose clock is ahead a day has passed sooner (threats row 357). */
  readonly endedAt: (now: number) => ScopeSet
  readonly reason: string
}

/**
 * Takes scopes out of every grant of the application and out of its tokens. Each operator reads so in its audit log;
 * webhooks tell the application. The caller holds the application's lock, as the exchange of a code does.
 */
export const narrowGrants = async (
  world: Randomness,
  tx: PlatformTx,
  { clientId, endedAt, reason }: NarrowedGrants,
  actor: Actor,
): Promise<void> => {
  for (const tenantId of await tenantsConnectedTo(tx, clientId)) {
    const there = tx.inTenant(tenantId)
    const grant = await lockOperatorGrant(there, clientId)
    const now = await there.now()
    const ended = endedAt(now)
    if (!grant || intersection(parseScopes(grant.scopes), ended) === NO_SCOPES) continue
    const after = joinScopes(without(parseScopes(grant.scopes), ended))
    await narrowGrantScopes(there, grant.grant_id, after, now)
    await narrowRefreshTokens(there, grant.grant_id, (held) => commonScopes(held, after))
    const subject = { kind: 'grant', id: grant.grant_id }
    const detail = { clientId, before: grant.scopes, after, reason }
    await recordAudit(world, there, actor, { action: 'grant.narrowed', subject, detail })
  }
}

const SYSTEM_ACTOR: Actor = { kind: 'system', id: null, address: null, requestId: null }

const DAY_PASSED = 'The last day for which support allowed them has passed'

const endOne = async (world: Randomness, tx: PlatformTx, application: ApplicationRow): Promise<void> => {
  const { client_id: clientId, extra_scopes: scopes } = application
  await narrowGrants(world, tx, { clientId, endedAt: () => parseScopes(scopes), reason: DAY_PASSED }, SYSTEM_ACTOR)
  const decision = { client_id: clientId, scopes, until_at: null, reason: DAY_PASSED, staff_id: null }
  await decideExtraScopes(tx, { scopes: '', until: null }, { ...decision, action: 'ENDED' })
  const subject = { kind: 'application', id: clientId }
  await recordAudit(world, tx, SYSTEM_ACTOR, { action: 'application.scopes-ended', subject, detail: { scopes } })
  const name = nameInMail(application.name)
  await mailMembers(world, tx, application, {
    subject: `${name} has the scopes of its kind again`,
    lines: [
      `The last day has passed for which support allowed ${name} ${scopes.split(' ').join(', ')}, beyond its kind.`,
      'Operators that had allowed it keep what its kind may have. To have more again, write to support.',
    ],
  })
}

/** To be locked, and looked at again then. */
const maybeEnded = async (tx: PlatformTx): Promise<string | undefined> => endedExtraScopes(tx, await tx.now())

/** Of a background job: ends what has passed for one application; true if more may be left. */
export const endPastExtraScopes = async (tx: PlatformTx, world: Randomness): Promise<boolean> => {
  const clientId = await maybeEnded(tx)
  const application = clientId === undefined ? undefined : await lockApplication(tx, clientId)
  if (!application) return false
  const until = application.extra_scopes_until
  // Allowed anew while its lock was waited for.
  if (until !== null && until <= (await tx.now())) await endOne(world, tx, application)
  return true
}
