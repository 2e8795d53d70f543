/** A store of ours, filled before the server process starts on it: operators, keys, and a token of each key. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiKey, exchangeApiKey } from '../server/src/access/api-keys.ts'
import { HOST } from '../server/src/access/audit-trail.ts'
import { createOperator } from '../server/src/access/operators.ts'
import type { World } from '../server/src/access/world.ts'
import { openStorage } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { systemClock } from '../server/src/domain/clock.ts'
import type { Tenant } from '../server/src/domain/tenant.ts'
import { startPostgres } from '../server/test/support/postgres.ts'

export type StoreKind = 'sqlite' | 'postgres'

export interface Place {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  dispose(): Promise<void>
}

/** A folder, or a PostgreSQL server of its own with its usual durability. */
export const newPlace = async (kind: StoreKind): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-bench-'))
  const postgres = kind === 'postgres' ? await startPostgres({ durable: true }) : null
  return {
    folder,
    environment: {
      PORT: '0',
      AIRSIDE_PUBLIC_URL: 'http://localhost',
      AIRSIDE_DATA: folder,
      DATABASE_URL: postgres?.url ?? '',
    },
    dispose: async () => {
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface KeyHolder {
  readonly tenant: Tenant
  readonly host: string
  readonly refreshToken: string
}

export interface TokenHolder extends KeyHolder {
  readonly accessToken: string
}

/** Opens the store, lets the job fill it, and closes it again. */
export const fillStore = async <T>(place: Place, job: (world: World) => Promise<T>): Promise<T> => {
  const { storage } = await openStorage(readConfig({ ...place.environment }), systemClock)
  try {
    return await job({ storage, now: () => Date.now(), randomBytes })
  } finally {
    await storage.close()
  }
}

const OPERATORS = 8

/** Keys spread over a few operators, as real load would be: no bucket and no cap is reached. */
export const createKeys = async (world: World, count: number): Promise<KeyHolder[]> => {
  const tenants: Tenant[] = []
  for (let index = 0; index < OPERATORS; index++) {
    tenants.push(...(await createOperator(world, `operator-${index}`, `Operator ${index}`, ['production'], HOST)))
  }
  const keyOf = async (index: number): Promise<KeyHolder> => {
    const tenant = tenants[index % OPERATORS] as Tenant
    const request = { label: `Key ${index}`, scope: 'contact:read contact:write' }
    const { refreshToken } = await createApiKey(world, tenant, request, HOST)
    return { tenant, host: `${tenant.operatorId}.localhost`, refreshToken }
  }
  return Promise.all(Array.from({ length: count }, (_, index) => keyOf(index)))
}

export const issueTokens = (world: World, keys: readonly KeyHolder[]): Promise<TokenHolder[]> =>
  Promise.all(
    keys.map(async (key) => ({
      ...key,
      accessToken: (await exchangeApiKey(world, key.tenant, key.refreshToken)).accessToken,
    })),
  )
