/** The demo's credentials: generated once and kept in the store, so that every start and process prints the same ones. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { secretHash } from '../../domain/secret.ts'
import type { World } from '../../services/world.ts'
import { findRefreshToken } from '../../storage/oauth/refresh-tokens.ts'
import { claimDemo, demoShown, extendDemoTurn, saveDemoShown } from '../../storage/tenancy/demo-show.ts'
import { findTenant } from '../../storage/tenancy/tenants.ts'
import type { DemoShow, DemoTenant } from '../show/demo-show.ts'

const NOTHING: DemoShow = { tenants: [], applications: [], platform: null }
const TURN_MS = 20_000
const EXTEND_MS = 5_000
const ASK_AGAIN_MS = 300

const isOfThisStore = async ({ storage }: World, tenant: DemoTenant): Promise<boolean> => {
  const found = await findTenant(storage.platform, tenant.operatorId, tenant.environment)
  if (!found) return false
  return (await findRefreshToken(storage.tenant(found.tenantId), secretHash(tenant.refreshToken))) !== undefined
}

/** Earlier versions kept a file in the data folder, which may be of another store: only what works here counts. */
const fromFile = async (world: World, { dataFolder }: Config): Promise<DemoShow> => {
  const file = join(dataFolder, 'demo-credentials.json')
  if (!existsSync(file)) return NOTHING
  const { tenants, applications } = JSON.parse(readFileSync(file, 'utf8')) as DemoShow
  const known = await Promise.all(tenants.map((tenant) => isOfThisStore(world, tenant)))
  return { tenants: tenants.filter((_, index) => known[index]), applications, platform: null }
}

export const readCredentials = async (world: World, config: Config): Promise<DemoShow> => {
  const shown = await demoShown(world.storage.platform)
  return shown === null ? fromFile(world, config) : { ...NOTHING, ...JSON.parse(shown) }
}

export const saveCredentials = (world: World, show: DemoShow): Promise<void> =>
  world.storage.writePlatform((tx) => saveDemoShown(tx, JSON.stringify(show)))

/**
 * Of several processes that start on one store, one prepares the demo at a time; the next finds it prepared. A process
 * that dies loses its turn.
 */
export const inTurn = async <T>({ storage }: World, job: () => Promise<T>): Promise<T> => {
  while (!(await storage.writePlatform((tx) => claimDemo(tx, TURN_MS)))) await sleep(ASK_AGAIN_MS)
  let extending: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    extending = storage.writePlatform((tx) => extendDemoTurn(tx, TURN_MS)).catch(() => {})
  }, EXTEND_MS)
  try {
    return await job()
  } finally {
    clearInterval(timer)
    await extending
    await storage.writePlatform((tx) => extendDemoTurn(tx, 0))
  }
}
