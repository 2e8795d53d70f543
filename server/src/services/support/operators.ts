/** Staff create operators with their first administrator's invitation, rename, suspend and resume them (portals §6). */
import { Failure } from '../../domain/failure.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import { ENVIRONMENTS } from '../../domain/tenancy/tenant.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { setOperatorName } from '../../storage/support/operators.ts'
import { tenantsOf } from '../../storage/tenancy/tenants.ts'
import { recordAudit } from '../audit-trail.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { inviteWithin } from '../identity/invitations.ts'
import { checkedText } from '../providers/conversation.ts'
import { requireOperator, setOperatorSuspendedWithin } from '../tenancy/operator-suspension.ts'
import { checkedOperatorName, createOperatorWithin } from '../tenancy/operators.ts'
import type { World, WorldAt } from '../world.ts'
import type { ByStaff } from './decisions.ts'

const MAX_REASON = 1000

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

/** Suspending closes both addresses at once; nothing is lost, and resuming opens them again. */
export const setOperatorSuspended = async (
  at: WorldAt,
  given: { readonly operatorId: string; readonly isSuspended: boolean; readonly reason: string },
  { actor }: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { operatorId, isSuspended } = given
  const reason = checkedText(given.reason, 'reason', MAX_REASON)
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const isChanged = await setOperatorSuspendedWithin(at, platform, { operatorId, isSuspended, reason }, actor)
    if (!isChanged && !isSuspended) {
      throw new Failure('not_found', 'Nothing was resumed: the operator is not suspended, or it is deleted', {
        details: { field: 'operatorId' },
      })
    }
    return operatorId
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
