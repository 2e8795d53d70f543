/**
 * What a suspension would stop (portals §6): of an application, operators, access tokens for good, refresh tokens until
 * it resumes; of an operator, users, add-ons and keys until it resumes.
 */

import { addSeconds } from '../../domain/clock.ts'
import { SESSION_IDLE_SECONDS } from '../../domain/limits.ts'
import { connectionsOf, liveTokens } from '../../storage/providers/connections.ts'
import { type TenantStops, tenantStops } from '../../storage/support/operators.ts'
import type { World } from '../world.ts'

export interface WhatStops {
  readonly operatorNames: readonly string[]
  readonly accessTokens: number
  readonly refreshTokens: number
  readonly lastUsedAt: number | null
}

export const whatStops = async (world: World, clientId: string, now: number): Promise<WhatStops> => {
  const connections = await connectionsOf(world.storage.platform, clientId)
  let [accessTokens, refreshTokens, lastUsedAt]: [number, number, number | null] = [0, 0, null]
  for (const tenantId of new Set(connections.map((each) => each.tenantId))) {
    const live = await liveTokens(world.storage.tenant(tenantId), clientId, now)
    accessTokens += live.accessTokens
    refreshTokens += live.refreshTokens
    if (live.lastUsedAt !== null) lastUsedAt = Math.max(lastUsedAt ?? 0, live.lastUsedAt)
  }
  return {
    operatorNames: [...new Set(connections.map(({ operatorName }) => operatorName))].sort(),
    accessTokens,
    refreshTokens,
    lastUsedAt,
  }
}

/** Sessions that were used lately enough to be alive count as people at work. */
export const sessionsInUse = (now: number) => ({ now, sessionsSince: addSeconds(now, -SESSION_IDLE_SECONDS) })

export const operatorStops = (world: World, tenantId: string, now: number): Promise<TenantStops> =>
  tenantStops(world.storage.platform, tenantId, sessionsInUse(now))
