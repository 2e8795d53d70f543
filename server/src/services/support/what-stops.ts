/** What a suspension would stop: operators, access tokens for good, refresh tokens until it resumes (portals §6). */
import { connectionsOf, liveTokens } from '../../storage/providers/connections.ts'
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
