/**
 * Looks at external ids from before a system had one owner: what a migration left, what servers of before write beside
 * this one, and what a restored file brings back (ADR 237).
 */
import { MINUTE_MS } from '../../domain/interval.ts'
import { keepOperators, nextUnseen, seeSystem, unseenSystems } from '../../storage/doubted-ids.ts'
import { OPERATOR, systemsOf } from '../../storage/external-id-systems.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { Randomness } from '../world.ts'

export const IDS_OF_BEFORE_MS = MINUTE_MS

const SYSTEM_ACTOR: Actor = { kind: 'system', id: null, address: null, requestId: null }

/** One step; true if more is left of this system. */
const see = async (tx: TenantTx, world: Randomness, system: string): Promise<boolean> => {
  const count = await seeSystem(tx, system)
  if (count === null) return true
  if (count === 0) return false
  const subject = { kind: 'external-id-system', id: system }
  await recordAudit(world, tx, SYSTEM_ACTOR, { action: 'external-ids.set-aside', subject, detail: { count } })
  return false
}

/** Of a background job: one step of one system; true if more may be left. */
export const seeIdsOfBefore = async (platform: PlatformTx, world: Randomness): Promise<boolean> => {
  const next = await nextUnseen(platform)
  if (!next) return false
  await see(platform.inTenant(next.tenantId), world, next.system)
  return true
}

/** Whatever rows `fill` brings from elsewhere: the operator keeps its names, and they meet today's rules. */
export const withOwnSystems = async <T>(tx: TenantTx, world: Randomness, fill: () => Promise<T>): Promise<T> => {
  const own = (await systemsOf(tx, OPERATOR)).map(({ system }) => system)
  const filled = await fill()
  for (const system of await unseenSystems(tx)) while (await see(tx, world, system));
  await keepOperators(tx, own)
  return filled
}
