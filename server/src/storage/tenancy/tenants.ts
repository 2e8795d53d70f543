/** Operators, and the one or two tenants of each. */
import type { SqlBool } from 'kysely'
import { PLATFORM_REALM_IDS } from '../../domain/identity/realm.ts'
import type { Environment, Tenant } from '../../domain/tenancy/tenant.ts'
import { prepared } from '../engines/prepared.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx } from '../handles.ts'
import { takeName } from './taken-names.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    operator: {
      operator_id: string
      name: string
      created_at: number
      /** The provider whose sandbox it is or was. */
      provider_id: string | null
    }
    tenant: {
      tenant_id: string
      operator_id: string
      environment: Environment
      created_at: number
      closed_at: number | null
      /** Its data is gone or going; it cannot be resumed. */
      deleted_at: number | null
      second_step_required: number
      /** What the tenant calls itself; null where it goes by the operator's name. */
      name: string | null
    }
  }
}

const selectTenants = ({ db }: Pick<PlatformReader, 'db'>) =>
  db
    .selectFrom('tenant')
    .innerJoin('operator', 'operator.operator_id', 'tenant.operator_id')
    .select(({ fn, exists, selectFrom }) => [
      'tenant.tenant_id as tenantId',
      'tenant.operator_id as operatorId',
      'tenant.environment as environment',
      fn.coalesce('tenant.name', 'operator.name').as('name'),
      'tenant.second_step_required as secondStepRequired',
      exists(
        selectFrom('provider')
          .select('provider.provider_id')
          .whereRef('provider.sandbox_operator_id', '=', 'tenant.operator_id'),
      ).as('isOfProvider'),
    ])

/** Those that are not suspended: nothing else is served. */
const selectOpenTenants = (reader: Pick<PlatformReader, 'db'>) =>
  selectTenants(reader).where('tenant.closed_at', 'is', null)

type TenantFound = Omit<Tenant, 'requiresSecondStep' | 'sharesBudget'> & {
  readonly secondStepRequired: number
  readonly isOfProvider: SqlBool
}

const tenantOf = ({ secondStepRequired, isOfProvider, ...tenant }: TenantFound): Tenant => ({
  ...tenant,
  requiresSecondStep: secondStepRequired === 1,
  sharesBudget: Boolean(isOfProvider),
})

interface Sought {
  readonly operatorId: string
  readonly environment: Environment
}

/** Built once: strangers ask with names that they made up, and building took longer than the look-up (threats row 233). */
const openAt = prepared<Sought, TenantFound>((db, argument) =>
  selectOpenTenants({ db })
    .where('tenant.operator_id', '=', argument('operatorId'))
    .where('tenant.environment', '=', argument('environment')),
)

/** The tenant of an operator's address, or of the developer portal's or the support console's. */
export const findTenant = async (
  reader: PlatformReader,
  operatorId: string,
  environment: Environment,
): Promise<Tenant | undefined> => {
  const [row] = (await openAt(reader, { operatorId, environment })).rows
  return row && tenantOf(row)
}

/** For the host, who also looks at suspended operators. */
export const findTenantInAnyState = async (
  reader: PlatformReader,
  operatorId: string,
  environment: Environment,
): Promise<Tenant | undefined> => {
  const row = await selectTenants(reader)
    .where('tenant.operator_id', '=', operatorId)
    .where('tenant.environment', '=', environment)
    .executeTakeFirst()
  return row && tenantOf(row)
}

const suspendedAt = prepared<Sought, TenantFound & { readonly closedAt: number | null }>((db, argument) =>
  selectTenants({ db })
    .select('tenant.closed_at as closedAt')
    .where('tenant.operator_id', '=', argument('operatorId'))
    .where('tenant.environment', '=', argument('environment'))
    .where('tenant.deleted_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('operator.provider_id', 'is', null),
        exists(
          selectFrom('provider')
            .select('provider.provider_id')
            .whereRef('provider.sandbox_operator_id', '=', 'tenant.operator_id'),
        ),
      ]),
    ),
)

/** A suspended tenant, and since when. The sandbox of a provider that was removed is none: it is gone. */
export const findSuspended = async (
  reader: PlatformReader,
  operatorId: string,
  environment: Environment,
): Promise<{ readonly tenant: Tenant; readonly since: number } | undefined> => {
  const [row] = (await suspendedAt(reader, { operatorId, environment })).rows
  if (!row || row.closedAt === null) return undefined
  const { closedAt: since, ...found } = row
  return { tenant: tenantOf(found), since }
}

/** Built once: it is read in each round of a webhook. */
const openById = prepared<{ tenantId: string }, TenantFound>((db, argument) =>
  selectOpenTenants({ db }).where('tenant.tenant_id', '=', argument('tenantId')),
)

export const tenantById = async (reader: PlatformReader, tenantId: string): Promise<Tenant | undefined> => {
  const [row] = (await openById(reader, { tenantId })).rows
  return row && tenantOf(row)
}

/** Operators' tenants: the realms of members and staff are not among them. */
export const allTenants = async (reader: PlatformReader): Promise<Tenant[]> => {
  const rows = await selectOpenTenants(reader)
    .where('tenant.tenant_id', 'not in', PLATFORM_REALM_IDS)
    .orderBy('tenant.operator_id')
    .orderBy('tenant.environment')
    .execute()
  return rows.map(tenantOf)
}

/** A tenant whatever its state. */
export interface TenantKept {
  readonly tenantId: string
  readonly operatorId: string
  readonly environment: Environment
  readonly name: string
  readonly createdAt: number
  /** Since when it is suspended. */
  readonly closedAt: number | null
  readonly deletedAt: number | null
}

const selectKept = (reader: PlatformReader) =>
  reader.db
    .selectFrom('tenant')
    .innerJoin('operator', 'operator.operator_id', 'tenant.operator_id')
    .select(({ fn }) => [
      'tenant.tenant_id as tenantId',
      'tenant.operator_id as operatorId',
      'tenant.environment as environment',
      fn.coalesce('tenant.name', 'operator.name').as('name'),
      'tenant.created_at as createdAt',
      'tenant.closed_at as closedAt',
      'tenant.deleted_at as deletedAt',
    ])
    .orderBy('tenant.operator_id')
    .orderBy('tenant.environment')

/** Suspended ones and the realms of members and staff included. */
export const everyTenant = (reader: PlatformReader): Promise<TenantKept[]> => selectKept(reader).execute()

/** Those of one operator, in whatever state; none if there is no such operator. */
export const tenantsOf = (reader: PlatformReader, operatorId: string): Promise<TenantKept[]> =>
  selectKept(reader).where('tenant.operator_id', '=', operatorId).execute()

/** Whether the id is taken, in whichever environment, closed ones included. */
export const isOperator = async (reader: PlatformReader, operatorId: string): Promise<boolean> => {
  const row = await reader.db
    .selectFrom('operator')
    .select('operator_id')
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return row !== undefined
}

/** The provider whose sandbox the operator is or was; null of every other. */
export const providerOf = async (reader: PlatformReader, operatorId: string): Promise<string | null> => {
  const row = await reader.db
    .selectFrom('operator')
    .select('provider_id')
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return row?.provider_id ?? null
}

export const insertOperator = async (
  tx: PlatformTx,
  operatorId: string,
  name: string,
  providerId: string | null = null,
): Promise<void> => {
  await tx.db
    .insertInto('operator')
    .values({ operator_id: operatorId, name, created_at: await tx.now(), provider_id: providerId })
    .onConflict((conflict) => conflict.column('operator_id').doNothing())
    .execute()
  // A provider can call its sandbox what it likes.
  if (providerId === null) await takeName(tx, name, `operator ${operatorId}`)
}

/** False if the operator already has a tenant in that environment. */
export const insertTenant = async (
  tx: PlatformTx,
  tenant: { readonly tenantId: string; readonly operatorId: string; readonly environment: Environment },
): Promise<boolean> => {
  const inserted = await tx.db
    .insertInto('tenant')
    .values({
      tenant_id: tenant.tenantId,
      operator_id: tenant.operatorId,
      environment: tenant.environment,
      created_at: await tx.now(),
      closed_at: null,
      deleted_at: null,
      second_step_required: 0,
      name: null,
    })
    .onConflict((conflict) => conflict.columns(['operator_id', 'environment']).doNothing())
    .returning('tenant_id')
    .executeTakeFirst()
  if (!inserted) return false
  await tx.db
    .insertInto('change_head')
    .values({ tenant_id: tenant.tenantId, position: 0, record_count: 0, record_limit: null })
    .execute()
  return true
}

/** Remembered with the tenant, so every process hears of it. False where it was so before. */
export const setSecondStepRequired = async (tx: TenantTx, isRequired: boolean): Promise<boolean> => {
  const changed = await tx.db
    .updateTable('tenant')
    .set({ second_step_required: isRequired ? 1 : 0 })
    .where('tenant_id', '=', tx.tenantId)
    .where('second_step_required', '!=', isRequired ? 1 : 0)
    .returning('tenant_id')
    .executeTakeFirst()
  if (changed) tx.changeValidity()
  return changed !== undefined
}

export const createdAtOf = async (reader: TenantReader): Promise<number> => {
  const { created_at } = await reader.db
    .selectFrom('tenant')
    .select('created_at')
    .where('tenant_id', '=', reader.tenantId)
    .executeTakeFirstOrThrow()
  return created_at
}

/** The tenant's row, held until the end of the transaction. Null where it is not deleted. */
export const deletedAtOf = async (tx: TenantTx): Promise<number | null> => {
  const { deleted_at } = await tx.db
    .updateTable('tenant')
    .set((eb) => ({ tenant_id: eb.ref('tenant_id') }))
    .where('tenant_id', '=', tx.tenantId)
    .returning('deleted_at')
    .executeTakeFirstOrThrow()
  return deleted_at
}

/** A deleted operator is a suspended one again. */
export const clearDeleted = async (tx: TenantTx): Promise<void> => {
  await tx.db.updateTable('tenant').set({ deleted_at: null }).where('tenant_id', '=', tx.tenantId).execute()
  tx.changeValidity()
}

/** For an operator that was created elsewhere and is carried here. */
export const setCreatedAt = async (tx: TenantTx, at: number): Promise<void> => {
  await tx.db.updateTable('tenant').set({ created_at: at }).where('tenant_id', '=', tx.tenantId).execute()
}

/** Remembered with the tenant, so every process hears of it. */
export const setTenantName = async (tx: TenantTx, name: string): Promise<void> => {
  await tx.db.updateTable('tenant').set({ name }).where('tenant_id', '=', tx.tenantId).execute()
  tx.changeValidity()
}
