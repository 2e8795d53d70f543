/** Fills slots of a refresh token's cap at once, with access tokens that nobody holds. */
import { randomBytes } from 'node:crypto'
import { addSeconds } from '../../src/domain/clock.ts'
import { ACCESS_TOKEN_TTL_SECONDS } from '../../src/domain/limits.ts'
import { makeSecret, secretHash } from '../../src/domain/secret.ts'
import { insertAccessToken } from '../../src/storage/oauth/access-tokens.ts'
import { lockRefreshToken } from '../../src/storage/oauth/refresh-tokens.ts'
import type { TestServer, TestTenant } from './test-server.ts'

export const fillSlots = (server: TestServer, at: TestTenant, refreshToken: string, count: number): Promise<void> =>
  server.world.storage.writeTenant(at.tenant.tenantId, async (tx) => {
    const facts = await lockRefreshToken(tx, secretHash(refreshToken))
    if (!facts) throw new Error('There is no such refresh token')
    for (let index = 0; index < count; index++) {
      await insertAccessToken(tx, {
        hash: secretHash(makeSecret('at', at.tenant.environment, randomBytes)),
        refreshTokenId: facts.refreshTokenId,
        scopes: facts.scopes,
        issuedAt: facts.now,
        expiresAt: addSeconds(facts.now, ACCESS_TOKEN_TTL_SECONDS),
      })
    }
  })
