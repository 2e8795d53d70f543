/**
 * Makes the sandboxes that providers asked for, and fills those that are reset: a background job, because it takes
 * seconds and a request has a deadline (ADR 135). One that fails is tried again later, and holds up no other.
 */

import { addSeconds } from '../../domain/clock.ts'
import { DEVELOPERS_REALM_ID } from '../../domain/identity/realm.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { PlatformReader, PlatformTx } from '../../storage/handles.ts'
import { canSignIn } from '../../storage/identity/users.ts'
import { lockMembers, type MemberAccount } from '../../storage/providers/members.ts'
import { lockProvider, providerById } from '../../storage/providers/providers.ts'
import {
  dueSandbox,
  noteTry,
  removeWantedSandbox,
  type WantedSandbox,
  wantedSandboxOf,
} from '../../storage/providers/wanted-sandboxes.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { refillSandbox, type SandboxPart } from '../tenancy/refill-sandbox.ts'
import type { Randomness } from '../world.ts'
import { makeSandbox, nextSandbox, type SandboxData, sandboxOf } from './sandbox.ts'
import { mailMembers } from './staff-mail.ts'

/** How often each process looks; it writes only where something is due. */
export const WANTED_SANDBOXES_MS = 1_000
const FIRST_PAUSE_SECONDS = 10
const LONGEST_PAUSE_SECONDS = 600

export const isSandboxDue = async (reader: PlatformReader): Promise<boolean> => (await dueSandbox(reader)) !== undefined

interface BegunSandbox {
  readonly wanted: WantedSandbox
  /** The new sandbox and its data; null where they were written already, or nobody wants them any more. */
  readonly made: {
    readonly operator: Pick<Tenant, 'operatorId' | 'name'>
    readonly parts: readonly SandboxPart[]
  } | null
}

/** Whether the provider still wants this try, and no later one was begun because it took too long. Locks the provider. */
const isStillWanted = async (tx: PlatformTx, { provider_id, tries }: WantedSandbox): Promise<boolean> =>
  (await lockProvider(tx, provider_id)) !== undefined && (await wantedSandboxOf(tx, provider_id))?.tries === tries

/**
 * Begins the one that has waited longest. Its next try is written down first: whoever dies meanwhile is followed. One that
 * is there is filled anew at once, in transactions of its own; the data of a new one are made before it.
 */
export const beginSandbox = async (storage: Storage, sandboxData: SandboxData): Promise<BegunSandbox | null> => {
  const wanted = await storage.writePlatform(async (tx) => {
    const due = await dueSandbox(tx)
    if (!due) return null
    const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** due.tries, LONGEST_PAUSE_SECONDS)
    await noteTry(tx, due, addSeconds(await tx.now(), pause))
    return { ...due, tries: due.tries + 1 }
  })
  if (!wanted) return null
  const reader = storage.platform
  const provider = await providerById(reader, wanted.provider_id)
  const there = await sandboxOf(reader, provider)
  if (there) {
    const parts = await sandboxData(there, true)
    const { tenantId } = there
    await refillSandbox(storage, { tenantId, parts, mayGoOn: (tx) => isStillWanted(tx, wanted) })
  }
  if (there || !provider || provider.sandbox_operator_id !== null) return { wanted, made: null }
  const operator = await nextSandbox(reader, provider)
  return { wanted, made: { operator, parts: await sandboxData(operator, false) } }
}

/** Who asked, unless they left since: then an owner. Locked, so that nobody who is leaving becomes one. */
const administratorFor = async (tx: PlatformTx, wanted: WantedSandbox): Promise<MemberAccount | undefined> => {
  const members = await lockMembers(tx.inTenant(DEVELOPERS_REALM_ID), wanted.provider_id)
  const able = members.filter(canSignIn)
  return able.find(({ user_id }) => user_id === wanted.asked_by) ?? able.find(({ is_owner }) => is_owner === 1)
}

export interface SandboxMaker extends Randomness {
  readonly publicUrl: URL
}

/** The rest of a job's step; true if more may be left to do. */
export const finishSandbox = async (
  tx: PlatformTx,
  maker: SandboxMaker,
  begun: BegunSandbox | null,
): Promise<boolean> => {
  if (begun === null) return false
  const { wanted, made } = begun
  const provider = await lockProvider(tx, wanted.provider_id)
  // Another process, which waited less, may have finished it, or be at it.
  if (!provider || !(await isStillWanted(tx, wanted))) return true
  await removeWantedSandbox(tx, wanted.provider_id)
  const actor: Actor = { kind: 'provider', id: wanted.asked_by, address: null, requestId: null }
  const there = await sandboxOf(tx, provider)
  if (there) {
    const subject = { kind: 'operator', id: there.operatorId }
    await recordAudit(maker, tx.inTenant(there.tenantId, 'world'), actor, { action: 'operator.data-reset', subject })
  }
  if (made === null || provider.sandbox_operator_id !== null) return true
  const operatorId = await makeSandbox(
    maker,
    tx,
    { provider, ...made, administrator: () => administratorFor(tx, wanted) },
    actor,
  )
  await mailMembers(maker, tx, provider, {
    subject: `Your sandbox operator ${operatorId} is ready`,
    lines: [
      `Your sandbox operator ${operatorId} is ready, with aircraft, flights and crew to build against:`,
      originOf(maker.publicUrl, operatorId, 'sandbox'),
    ],
  })
  return true
}
