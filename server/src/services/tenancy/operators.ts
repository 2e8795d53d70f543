/** Creates operators, with one tenant per environment, and says how many records each tenant may have. */
import { Failure } from '../../domain/failure.ts'
import { type Environment, operatorIdProblem, operatorNameProblem, type Tenant } from '../../domain/tenancy/tenant.ts'
import { tenantArea } from '../../domain/validity-area.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import { type RecordUse, setRecordLimit as storeRecordLimit } from '../../storage/record-limit.ts'
import { insertOperator, insertTenant } from '../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { newId, type Randomness, type World, type WorldAt } from '../world.ts'

export interface NewOperator {
  readonly operatorId: string
  readonly name: string
  readonly environments: readonly Environment[]
}

const refuse = (field: string, description: string): never => {
  throw new Failure('invalid_request', description, { details: { field } })
}

export const checkedOperatorName = (text: string): string => {
  const name = text.trim()
  const problem = operatorNameProblem(name)
  return problem === null ? name : refuse('name', problem)
}

/** Adds the operator and its tenants in a transaction of the caller. */
export const createOperatorWithin = async (
  world: Randomness,
  tx: PlatformTx,
  { operatorId, name: text, environments }: NewOperator,
  actor: Actor,
): Promise<Tenant[]> => {
  const problem = operatorIdProblem(operatorId)
  if (problem !== null) refuse('operatorId', problem)
  const name = checkedOperatorName(text)
  await insertOperator(tx, operatorId, name)
  const tenants = environments.map((environment) => ({
    tenantId: newId(world, 'ten'),
    operatorId,
    environment,
    name,
    requiresSecondStep: false,
    sharesBudget: false,
  }))
  for (const tenant of tenants) {
    if (!(await insertTenant(tx, tenant))) refuse('operatorId', `${operatorId} exists in ${tenant.environment} already`)
    const subject = { kind: 'operator', id: operatorId }
    tx.changeValidity(tenantArea(tenant.tenantId))
    await recordAudit(world, tx.inTenant(tenant.tenantId), actor, {
      action: 'operator.created',
      subject,
      detail: { name },
    })
  }
  return tenants
}

export const createOperator = (world: World, operator: NewOperator, actor: Actor): Promise<Tenant[]> =>
  world.storage.writePlatform((tx) => createOperatorWithin(world, tx, operator, actor))

export const setRecordLimitWithin = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  limit: number,
  actor: Actor,
): Promise<RecordUse> => {
  const use = await storeRecordLimit(tx, limit)
  const subject = { kind: 'operator', id: at.realm.operatorId }
  await recordAudit(at, tx, actor, { action: 'operator.record-limit-set', subject, detail: { limit } })
  return use
}

/** Support raises the limit for a tenant that needs more, or lowers it for one that fills the store. */
export const setRecordLimit = (at: WorldAt<Tenant>, limit: number, actor: Actor): Promise<RecordUse> =>
  at.write((tx) => setRecordLimitWithin(at, tx, limit, actor))
