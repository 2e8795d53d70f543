/** A member of staff takes a case or gives it back; of two who take it at once, the second reads who has it (portals §6). */
import { SUPPORT_REALM_ID } from '../../domain/identity/realm.ts'
import { userError } from '../../domain/user-error.ts'
import type { PlatformReader, PlatformTx, TenantReader } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { namesOfUsers } from '../../storage/identity/user-accounts.ts'
import { nameOf } from '../../storage/identity/users.ts'
import { removeTakenCase, saveTakenCase, takenCases } from '../../storage/support/taken-cases.ts'
import { recordAudit } from '../audit-trail.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { checkedText } from '../providers/conversation.ts'
import type { WorldAt } from '../world.ts'
import { type ByStaff, requireApplication } from './locked-case.ts'
import { casesOf } from './queue.ts'

const MAX_REASON = 1000

export interface Assignee {
  readonly userId: string
  readonly name: string
  readonly since: number
}

/** Who has the case of each application. Nobody, where who took it has left. */
export const assigneesOf = async (
  reader: PlatformReader,
  staff: TenantReader,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, Assignee>> => {
  const taken = await takenCases(reader, clientIds)
  const users = await namesOfUsers(staff, [...new Set(taken.map(({ staff_id }) => staff_id))])
  return new Map(
    taken.flatMap(({ client_id, staff_id, taken_at }) => {
      const user = users.get(staff_id)
      if (!user || user.removed_at !== null) return []
      return [[client_id, { userId: staff_id, name: nameOf(user), since: taken_at }]]
    }),
  )
}

const holderOf = async (platform: PlatformTx, clientId: string): Promise<Assignee | null> =>
  (await assigneesOf(platform, platform.inTenant(SUPPORT_REALM_ID), [clientId])).get(clientId) ?? null

/** Somebody else took it or gave it back since it was looked at. */
const refuseStale = async (
  platform: PlatformTx,
  { clientId, seenAssigneeId }: { readonly clientId: string; readonly seenAssigneeId: string | null },
): Promise<Assignee | null> => {
  const holder = await holderOf(platform, clientId)
  if ((holder?.userId ?? null) === seenAssigneeId) return holder
  const now = holder ? `${holder.name} has taken it meanwhile` : 'It was given back meanwhile'
  throw userError('ILLEGAL_TRANSITION', `${now}: look at it again, nothing was recorded`, ['seenAssigneeId'])
}

export interface Taking {
  readonly clientId: string
  /** Who had it when it was looked at; null for nobody. */
  readonly seenAssigneeId: string | null
}

/** Whoever does not have the case takes it over first, with a reason: two never work on one (threats row 137). */
export const requireNotAnothers = async (platform: PlatformTx, clientId: string, { by }: ByStaff): Promise<void> => {
  const holder = await holderOf(platform, clientId)
  if (holder === null || holder.userId === by.user.user_id) return
  throw userError('NOT_ALLOWED', `${holder.name} has this case: take it over with a reason first`, ['clientId'])
}

const NO_CASE =
  'Nothing of it waits: there is a case once its provider asks for a demo or for a new phone number; nothing was recorded'

/** Takes the case, also from a colleague whom the taker saw as its holder; that needs a reason. */
export const takeCase = async (
  at: WorldAt,
  given: Taking & { readonly reason: string | null },
  { by, actor }: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await requireApplication(platform, given.clientId)
    if ((await casesOf(platform, application, at.now())).length === 0) {
      throw userError('ILLEGAL_TRANSITION', NO_CASE, ['clientId'])
    }
    const holder = await refuseStale(platform, given)
    const takesOver = holder !== null && holder.userId !== by.user.user_id
    const reason = takesOver ? checkedText(given.reason ?? '', 'reason', MAX_REASON) : null
    await saveTakenCase(platform, {
      client_id: given.clientId,
      staff_id: by.user.user_id,
      taken_at: await platform.now(),
    })
    const subject = { kind: 'application', id: given.clientId }
    const detail = takesOver ? { from: holder.name, reason } : {}
    await recordAudit(at, platform, actor, { action: 'application.case-taken', subject, detail })
    return given.clientId
  })
}

export const giveCaseBack = async (
  at: WorldAt,
  given: Taking,
  staff: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { actor } = staff
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    await requireApplication(platform, given.clientId)
    await refuseStale(platform, given)
    await requireNotAnothers(platform, given.clientId, staff)
    await removeTakenCase(platform, given.clientId)
    const subject = { kind: 'application', id: given.clientId }
    await recordAudit(at, platform, actor, { action: 'application.case-given-back', subject })
    return given.clientId
  })
}
