/**
 * Looks who has the addresses that "Forgotten?" was asked for, and mails the links: a background job, so that the time
 * of the answer does not tell whether there is an account (ADR 287). One that fails is tried again and holds up no other.
 */
import { addSeconds } from '../../../domain/clock.ts'
import { RESET_SECONDS } from '../../../domain/limits.ts'
import { originOf } from '../../../domain/tenancy/address.ts'
import type { PlatformReader, PlatformTx } from '../../../storage/handles.ts'
import {
  type AskedReset,
  dueAskedResets,
  postponeAskedReset,
  removeAskedReset,
} from '../../../storage/identity/asked-resets.ts'
import { canSignIn, lockUser, userByEmail } from '../../../storage/identity/users.ts'
import { tenantById } from '../../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import type { World } from '../../world.ts'
import { resetLinkAt, sendResetTo } from './password-reset.ts'

/** How often each process looks; it writes only where something was asked for. */
export const ASKED_RESETS_MS = 1_000
const RESETS_PER_STEP = 50
const PAUSE_SECONDS = 60

interface Sending {
  readonly world: World
  readonly publicUrl: URL
}

export const isResetAsked = async (reader: PlatformReader): Promise<boolean> =>
  (await dueAskedResets(reader, 1)).length > 0

/** Who was invited and has no password yet accepts the invitation instead; a suspended user waits for the host. */
const send = async (platform: PlatformTx, asked: AskedReset, { world, publicUrl }: Sending): Promise<void> => {
  if (!(await removeAskedReset(platform, asked))) return
  if (addSeconds(asked.asked_at, RESET_SECONDS) < (await platform.now())) return
  const tenant = await tenantById(platform, asked.tenant_id)
  if (!tenant) return
  const tx = platform.inTenant(asked.tenant_id)
  const found = await userByEmail(tx, asked.email)
  const user = found && (await lockUser(tx, found.user_id))
  if (!user || !canSignIn(user)) return
  const at = world.at(tenant)
  await sendResetTo(at, tx, user, resetLinkAt(originOf(publicUrl, tenant.operatorId, tenant.environment)))
  const actor: Actor = { kind: 'system', id: null, address: asked.address, requestId: asked.request_id }
  await recordAudit(at, tx, actor, { action: 'user.reset-asked', subject: { kind: 'user', id: user.user_id } })
}

/** Each in a transaction of its own, and not in the operator's turn; true if more may be left. */
export const sendAskedResets = async (sending: Sending): Promise<boolean> => {
  const { storage } = sending.world
  const list = await dueAskedResets(storage.platform, RESETS_PER_STEP)
  const failures: unknown[] = []
  for (const asked of list) {
    try {
      await storage.writePlatform((tx) => send(tx, asked, sending))
    } catch (error) {
      failures.push(error)
      await storage.writePlatform(async (tx) =>
        postponeAskedReset(tx, asked, addSeconds(await tx.now(), PAUSE_SECONDS)),
      )
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} asked resets failed`)
  return list.length === RESETS_PER_STEP
}
