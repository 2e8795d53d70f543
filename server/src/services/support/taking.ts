/** A member of staff takes a case or gives it back; of two who take it at once, the second reads who has it (portals §6). */
import { SUPPORT_REALM_ID } from '../../domain/identity/realm.ts'
import { userError } from '../../domain/user-error.ts'
import type { PlatformReader, PlatformTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { namesOfUsers } from '../../storage/identity/user-accounts.ts'
import { nameOf } from '../../storage/identity/users.ts'
import { removeTakenCase, saveTakenCase, takenCase } from '../../storage/support/taken-cases.ts'
import { recordAudit } from '../audit-trail.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import type { WorldAt } from '../world.ts'
import { type ByStaff, requireApplication } from './decisions.ts'

export interface Assignee {
  readonly userId: string
  readonly name: string
  readonly since: number
}

/** Who has the case. Nobody, where who took it has left. */
export const assigneeOf = async (
  reader: PlatformReader,
  inSupport: Parameters<typeof namesOfUsers>[0],
  clientId: string,
): Promise<Assignee | null> => {
  const taken = await takenCase(reader, clientId)
  const user = taken && (await namesOfUsers(inSupport, [taken.staff_id])).get(taken.staff_id)
  if (!taken || !user || user.removed_at !== null) return null
  return { userId: taken.staff_id, name: nameOf(user), since: taken.taken_at }
}

const inSupport = (platform: PlatformTx) => platform.inTenant(SUPPORT_REALM_ID)

/** Somebody else took it or gave it back since it was looked at. */
const refuseStale = async (
  platform: PlatformTx,
  { clientId, seenAssigneeId }: { readonly clientId: string; readonly seenAssigneeId: string | null },
): Promise<Assignee | null> => {
  const holder = await assigneeOf(platform, inSupport(platform), clientId)
  if ((holder?.userId ?? null) === seenAssigneeId) return holder
  const now = holder ? `${holder.name} has taken it meanwhile` : 'It was given back meanwhile'
  throw userError('ILLEGAL_TRANSITION', `${now}: look at it again, nothing was recorded`, ['seenAssigneeId'])
}

export interface Taking {
  readonly clientId: string
  /** Who had it when it was looked at; null for nobody. */
  readonly seenAssigneeId: string | null
}

/** Takes the case, also from a colleague whom the taker saw as its holder. */
export const takeCase = async (
  at: WorldAt,
  given: Taking,
  { by, actor }: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    await requireApplication(platform, given.clientId)
    const holder = await refuseStale(platform, given)
    await saveTakenCase(platform, {
      client_id: given.clientId,
      staff_id: by.user.user_id,
      taken_at: await platform.now(),
    })
    const subject = { kind: 'application', id: given.clientId }
    const detail = holder ? { from: holder.name } : {}
    await recordAudit(at, platform, actor, { action: 'application.case-taken', subject, detail })
    return given.clientId
  })
}

export const giveCaseBack = async (
  at: WorldAt,
  given: Taking,
  { actor }: Pick<ByStaff, 'actor'>,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    await requireApplication(platform, given.clientId)
    await refuseStale(platform, given)
    await removeTakenCase(platform, given.clientId)
    const subject = { kind: 'application', id: given.clientId }
    await recordAudit(at, platform, actor, { action: 'application.case-given-back', subject })
    return given.clientId
  })
}
