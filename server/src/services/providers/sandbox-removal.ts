/**
 * Removes a provider's sandbox operator after 180 days without use; its members are warned by mail thirty days before
 * (portals §1). A warning from before the last use does not count, so nothing is removed unannounced.
 */

import { addSeconds } from '../../domain/clock.ts'
import { HOUR_MS } from '../../domain/interval.ts'
import { SANDBOX_UNUSED_SECONDS, SANDBOX_WARNING_SECONDS } from '../../domain/limits.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { endGrant } from '../../storage/oauth/grants.ts'
import { clearOperatorData } from '../../storage/operations/operator-data.ts'
import { changeProvider, forgetSandbox } from '../../storage/providers/providers.ts'
import {
  grantsInForce,
  sandboxToRemove,
  sandboxToWarnOf,
  type UnusedSandbox,
} from '../../storage/providers/unused-sandboxes.ts'
import type { Actor } from '../audit-trail.ts'
import { momentOf } from '../identity/messages.ts'
import { setOperatorSuspendedWithin } from '../tenancy/operator-suspension.ts'
import { resetTestClock } from '../tenancy/test-clock.ts'
import type { Randomness } from '../world.ts'
import { mailMembers } from './staff-mail.ts'

export const SANDBOX_REMOVAL_MS = HOUR_MS
const BY_SYSTEM: Actor = { kind: 'system', id: null, address: null, requestId: null }
const REASON = 'A sandbox of a provider was not used for 180 days'

const warn = async (world: Randomness, tx: PlatformTx, sandbox: UnusedSandbox): Promise<void> => {
  const now = await tx.now()
  await changeProvider(tx, sandbox.providerId, { sandbox_warned_at: now })
  await mailMembers(
    world,
    tx,
    { provider_id: sandbox.providerId },
    {
      subject: `Your sandbox operator ${sandbox.operatorId} will be removed`,
      lines: [
        `Nobody has used your sandbox operator ${sandbox.operatorId} for a long time.`,
        `On ${momentOf(addSeconds(now, SANDBOX_WARNING_SECONDS))} it will be removed, with its data and connections.`,
        '',
        'To keep it, sign in there or send a request to it. Your applications and their secrets stay in any case.',
      ],
    },
  )
}

/** The address stays taken and its audit log stays; data, connections and tokens are gone. */
const remove = async (world: Randomness, tx: PlatformTx, sandbox: UnusedSandbox): Promise<void> => {
  const tenant = await resetTestClock(tx, sandbox.tenantId)
  const now = await tx.now()
  for (const { grantId, userId } of await grantsInForce(tenant)) await endGrant(tenant, grantId, userId, now)
  await clearOperatorData(tenant)
  const suspension = { operatorId: sandbox.operatorId, isSuspended: true, reason: REASON, isMailed: false }
  await setOperatorSuspendedWithin(world, tx, suspension, BY_SYSTEM)
  await forgetSandbox(tx, sandbox.operatorId)
  await mailMembers(
    world,
    tx,
    { provider_id: sandbox.providerId },
    {
      subject: `Your sandbox operator ${sandbox.operatorId} was removed`,
      lines: [
        `Nobody had used your sandbox operator ${sandbox.operatorId} for 180 days, so it was removed.`,
        '',
        'Your applications and their secrets stay. A new sandbox is made at the first page of the developer portal.',
      ],
    },
  )
}

/** One small step; true if more may be left to do. */
export const removeUnusedSandbox = async (tx: PlatformTx, world: Randomness): Promise<boolean> => {
  const now = await tx.now()
  const unusedSince = addSeconds(now, -SANDBOX_UNUSED_SECONDS)
  const over = await sandboxToRemove(tx, unusedSince, addSeconds(now, -SANDBOX_WARNING_SECONDS))
  if (over) {
    await remove(world, tx, over)
    return true
  }
  const nearlyOver = addSeconds(now, SANDBOX_WARNING_SECONDS - SANDBOX_UNUSED_SECONDS)
  const near = await sandboxToWarnOf(tx, nearlyOver)
  if (!near) return false
  await warn(world, tx, near)
  return true
}
