/** Staff create operators with their first administrator's invitation, rename, suspend and resume them (portals §6). */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import { SUPPORT_REALM_ID } from '../../domain/identity/realm.ts'
import { isAtLeast } from '../../domain/identity/staff-role.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import { ENVIRONMENTS } from '../../domain/tenancy/tenant.ts'
import { userError } from '../../domain/user-error.ts'
import type { PlatformReader, PlatformTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { canSignIn, nameOf, peopleOf, type UserRow, userById } from '../../storage/identity/users.ts'
import {
  type AskedSuspensionRow,
  askedSuspensions,
  removeAskedSuspension,
  saveAskedSuspension,
} from '../../storage/support/asked-suspensions.ts'
import { lockOperator, setOperatorName, tenantStops } from '../../storage/support/operators.ts'
import { roleSetSince } from '../../storage/support/staff-log.ts'
import { tenantsOf } from '../../storage/tenancy/tenants.ts'
import { recordAudit } from '../audit-trail.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { inviteWithin } from '../identity/invitations.ts'
import { momentOf } from '../identity/messages.ts'
import { checkedText, quoted } from '../providers/conversation.ts'
import { mailStaffWho } from '../providers/staff-mail.ts'
import { requireOperator, setOperatorSuspendedWithin } from '../tenancy/operator-suspension.ts'
import { checkedOperatorName, createOperatorWithin } from '../tenancy/operators.ts'
import type { World, WorldAt } from '../world.ts'
import type { ByStaff } from './locked-case.ts'
import { sessionsInUse } from './what-stops.ts'

const MAX_REASON = 1000
/** How long a suspension waits for the second word. */
const WORD_SECONDS = 24 * 3600
/** How long an administrator whom a colleague made is no second one. */
const NEW_ADMINISTRATOR_SECONDS = 7 * 24 * 3600

export interface FirstAdministrator {
  readonly email: string
  readonly name: string
  readonly surname: string
}

export interface OperatorRequest {
  readonly operatorId: string
  readonly name: string
  readonly administrator: FirstAdministrator
}

/** Both environments, each with an invitation: the administrator chooses a password in each. */
export const openOperator = async (
  at: WorldAt,
  given: OperatorRequest,
  { by, actor, world, publicUrl }: ByStaff & { readonly world: World; readonly publicUrl: URL },
  key: IdempotencyKey | null,
): Promise<void> => {
  const { operatorId, name, administrator } = given
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const operator = { operatorId, name, environments: ENVIRONMENTS }
    for (const tenant of await createOperatorWithin(at, platform, operator, actor)) {
      const origin = originOf(publicUrl, operatorId, tenant.environment)
      const linkTo = (invitationId: string) => `${origin}/invitation/?invitation=${invitationId}`
      const invitee = { ...administrator, roles: ['ADMIN'] }
      await inviteWithin(world.at(tenant), platform.inTenant(tenant.tenantId), invitee, { by, actor, linkTo })
    }
    const subject = { kind: 'operator', id: operatorId }
    await recordAudit(at, platform, actor, { action: 'operator.created', subject, detail: { name } })
    return operatorId
  })
}

/** How many people are signed in and at work at an operator, in both environments. */
const peopleAtWork = async (platform: PlatformTx, operatorId: string): Promise<number> => {
  const now = await platform.now()
  let people = 0
  for (const { tenantId, closedAt } of await tenantsOf(platform, operatorId)) {
    if (closedAt !== null) continue
    people += (await tenantStops(platform, tenantId, sessionsInUse(now))).signedIn
  }
  return people
}

const isAdministrator = ({ role_list }: Pick<UserRow, 'role_list'>): boolean => isAtLeast(role_list, 'ADMINISTRATOR')

/**
 * Who became administrator by a colleague's word within a week. One administrator could make the second, or let one ask
 * that they made (threats rows 409 and 431); all administrators were told by mail, and have that long to look.
 */
const newAdministrators = async (platform: PlatformTx): Promise<ReadonlySet<string>> =>
  roleSetSince(platform, addSeconds(await platform.now(), -NEW_ADMINISTRATOR_SECONDS))

const IS_NEW = 'You became administrator by a colleague’s word within the last seven days'

/** Writes down that somebody asks for a suspension, and tells the administrators who can agree. */
const askForWord = async (
  at: WorldAt,
  platform: PlatformTx,
  { operatorId, reason, people }: { readonly operatorId: string; readonly reason: string; readonly people: number },
  { by, actor }: ByStaff,
): Promise<void> => {
  const fresh = await newAdministrators(platform)
  if (fresh.has(by.user.user_id)) {
    throw userError('NOT_ALLOWED', `People at work there: ${people}. ${IS_NEW}: another one asks for it`)
  }
  const isOther = (person: UserRow) =>
    person.user_id !== by.user.user_id && isAdministrator(person) && !fresh.has(person.user_id)
  const staff = await peopleOf(platform.inTenant(SUPPORT_REALM_ID))
  if (!staff.some((person) => canSignIn(person) && isOther(person))) {
    const why = `People at work there: ${people}. Nobody else is an administrator who could agree`
    throw userError('NOT_ALLOWED', `${why}: the host can suspend it at the command line, nothing was done`)
  }
  const asked = { operator_id: operatorId, asked_by: by.user.user_id, asked_at: await platform.now(), reason }
  await saveAskedSuspension(platform, asked)
  const subject = { kind: 'operator', id: operatorId }
  await recordAudit(at, platform, actor, { action: 'operator.suspension-asked', subject, detail: { reason, people } })
  await mailStaffWho(at, platform, isOther, {
    subject: `Your word is needed to suspend ${operatorId}`,
    lines: [
      `${nameInMail(nameOf(by.user))} asks to suspend the operator ${operatorId}. People at work there: ${people}.`,
      `Agree or withdraw it on the page of the operator, until ${momentOf(addSeconds(asked.asked_at, WORD_SECONDS))}.`,
      '',
      ...quoted(reason),
    ],
  })
}

/** What waits for a second administrator; asked for within a day. */
export const waitingSuspensions = async (
  reader: PlatformReader,
  operatorIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, AskedSuspensionRow>> => {
  const asked = await askedSuspensions(reader, operatorIds, addSeconds(now, -WORD_SECONDS))
  return new Map(asked.map((row) => [row.operator_id, row]))
}

/**
 * Suspending closes both addresses at once; nothing is lost, and resuming opens them again. Where people are at work it
 * is only asked for, until a second administrator agrees (threats row 138).
 */
export const setOperatorSuspended = async (
  at: WorldAt,
  given: { readonly operatorId: string; readonly isSuspended: boolean; readonly reason: string },
  staff: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { operatorId, isSuspended } = given
  const { actor } = staff
  const reason = checkedText(given.reason, 'reason', MAX_REASON)
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    await requireOperator(platform, operatorId)
    await lockOperator(platform, operatorId)
    const people = isSuspended ? await peopleAtWork(platform, operatorId) : 0
    if (people > 0) {
      await askForWord(at, platform, { operatorId, reason, people }, staff)
      return operatorId
    }
    await removeAskedSuspension(platform, operatorId)
    const isChanged = await setOperatorSuspendedWithin(at, platform, { operatorId, isSuspended, reason }, actor)
    if (!isChanged && !isSuspended) {
      throw new Failure('not_found', 'Nothing was resumed: the operator is not suspended, or it is deleted', {
        details: { field: 'operatorId' },
      })
    }
    return operatorId
  })
}

/** What somebody asks for, as the second administrator saw it. */
export interface SeenSuspension {
  readonly operatorId: string
  readonly seenAskerId: string
  readonly seenReason: string
}

const requireAsked = async (platform: PlatformTx, seen: SeenSuspension): Promise<AskedSuspensionRow> => {
  const waiting = await waitingSuspensions(platform, [seen.operatorId], await platform.now())
  const asked = waiting.get(seen.operatorId)
  if (!asked) throw userError('NOT_FOUND', 'Nobody asks to suspend it, or that was more than a day ago', ['operatorId'])
  if (asked.asked_by === seen.seenAskerId && asked.reason === seen.seenReason) return asked
  throw userError('ILLEGAL_TRANSITION', 'It was asked for anew meanwhile: look at it again', ['seenReason'])
}

/** The second administrator's word. Whoever asked must still be one. */
export const agreeToSuspension = async (
  at: WorldAt,
  given: SeenSuspension,
  { by, actor }: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changeWithPlatformOnce(at, key, async (tx, platform) => {
    await lockOperator(platform, given.operatorId)
    const { asked_by, reason } = await requireAsked(platform, given)
    if (asked_by === by.user.user_id) {
      throw userError('NOT_ALLOWED', 'You asked for it yourself: another administrator agrees')
    }
    if ((await newAdministrators(platform)).has(by.user.user_id)) {
      throw userError('NOT_ALLOWED', `${IS_NEW}: one who was one before agrees, or the host suspends it`)
    }
    const asker = await userById(tx, asked_by)
    if (!asker || !canSignIn(asker) || !isAdministrator(asker)) {
      throw userError('NOT_ALLOWED', 'Who asked is no administrator any more: ask for it yourself')
    }
    await removeAskedSuspension(platform, given.operatorId)
    const suspension = { operatorId: given.operatorId, isSuspended: true, reason, askedBy: nameOf(asker) }
    await setOperatorSuspendedWithin(at, platform, suspension, actor)
    return given.operatorId
  })
}

export const withdrawSuspension = async (
  at: WorldAt,
  given: SeenSuspension,
  { actor }: Pick<ByStaff, 'actor'>,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    await lockOperator(platform, given.operatorId)
    const { reason } = await requireAsked(platform, given)
    await removeAskedSuspension(platform, given.operatorId)
    const subject = { kind: 'operator', id: given.operatorId }
    await recordAudit(at, platform, actor, { action: 'operator.suspension-withdrawn', subject, detail: { reason } })
    return given.operatorId
  })
}

/** The identifier, which is part of the addresses, stays. */
export const renameOperator = async (
  at: WorldAt,
  given: { readonly operatorId: string; readonly name: string; readonly reason: string },
  { actor }: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { operatorId } = given
  const name = checkedOperatorName(given.name)
  const reason = checkedText(given.reason, 'reason', MAX_REASON)
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    await requireOperator(platform, operatorId)
    const tenants = await tenantsOf(platform, operatorId)
    if (tenants.every(({ deletedAt }) => deletedAt !== null)) {
      throw new Failure('not_found', 'The operator is deleted: its name stays for logs', {
        details: { field: 'operatorId' },
      })
    }
    const names = [...new Set(tenants.map((tenant) => tenant.name))]
    if (names.length === 1 && names[0] === name) return operatorId
    const subject = { kind: 'operator', id: operatorId }
    const event = { action: 'operator.renamed', subject, detail: { before: names.join(', '), name, reason } }
    for (const tenantId of await setOperatorName(platform, operatorId, name)) {
      await recordAudit(at, platform.inTenant(tenantId), actor, event)
    }
    await recordAudit(at, platform, actor, event)
    return operatorId
  })
}
