/**
 * The sandbox operator of a provider's own: asked for at its first registration, with demo data and the registering
 * member as administrator; one per provider (portals §1). A background job makes it (`wanted-sandboxes`). Its limits are
 * small, so that it is no free production (threats row 73).
 */
import { Failure } from '../../domain/failure.ts'
import { MAX_PROVIDER_SANDBOX_RECORDS, MAX_SANDBOX_RESETS_PER_HOUR } from '../../domain/limits.ts'
import { inNormalForm } from '../../domain/normal-form.ts'
import { operatorIdProblem, type Tenant } from '../../domain/tenancy/tenant.ts'
import { tenantArea } from '../../domain/validity-area.ts'
import type { PlatformReader, PlatformTx, TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { insertUser, type UserRow } from '../../storage/identity/users.ts'
import { applicationsOf } from '../../storage/providers/provider-applications.ts'
import { changeProvider, lockProvider, type ProviderRow } from '../../storage/providers/providers.ts'
import { insertWantedSandbox, wantedSandboxOf } from '../../storage/providers/wanted-sandboxes.ts'
import { setRecordLimit } from '../../storage/record-limit.ts'
import { findTenant, insertOperator, insertTenant, isOperator, tenantsOf } from '../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { spendOrRefuse } from '../identity/allowance.ts'
import type { SandboxPart } from '../tenancy/refill-sandbox.ts'
import { newId, type Randomness, type WorldAt } from '../world.ts'
import type { ByMember } from './members.ts'

/** Makes the demo data of an empty sandbox, outside of a transaction; what the data are is the demo's matter. */
export type SandboxData = (
  operator: Pick<Tenant, 'operatorId' | 'name'>,
  /** Whether the change feed reports every record. */
  told: boolean,
) => Promise<readonly SandboxPart[]>

const MAX_STEM = 24

/** "Vektor Ops GmbH" becomes `vektor-ops-gmbh-dev`; a name without letters becomes `provider-dev`. */
const stemOf = (name: string): string => {
  const plain = inNormalForm(name, 'NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .toLowerCase()
  const stem = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_STEM)
    .replace(/-+$/, '')
  return stem.length > 0 && operatorIdProblem(`${stem}-dev`) === null ? stem : 'provider'
}

/** Under the first free id: `vektor-dev`, `vektor-dev2`, … */
export const nextSandbox = async (
  reader: PlatformReader,
  { name }: Pick<ProviderRow, 'name'>,
): Promise<Pick<Tenant, 'operatorId' | 'name'>> => {
  const stem = stemOf(name)
  for (let number = 1; ; number++) {
    const operatorId = `${stem}-dev${number === 1 ? '' : number}`
    if (!(await isOperator(reader, operatorId))) return { operatorId, name: `${name} Sandbox` }
  }
}

/** The member signs in at the sandbox with the password they have in the portal; both can change on their own. */
const addAdministrator = async (at: Randomness, tx: TenantTx, user: UserRow): Promise<void> => {
  const { email, name, surname, password_hash } = user
  await insertUser(tx, { user_id: newId(at, 'usr'), email, name, surname, role_list: 'ADMIN', password_hash })
}

interface NewSandbox {
  readonly provider: ProviderRow
  /** As it was when its data were made. */
  readonly operator: Pick<Tenant, 'operatorId' | 'name'>
  readonly parts: readonly SandboxPart[]
  /** Found once the data are written, so that members are locked for a moment only. */
  readonly administrator: () => Promise<UserRow | undefined>
}

/** The caller holds the provider's lock. Returns the operator's id. */
export const makeSandbox = async (
  at: Randomness,
  platform: PlatformTx,
  { provider, operator: { operatorId, name }, parts, administrator }: NewSandbox,
  actor: Actor,
): Promise<string> => {
  const tenantId = newId(at, 'ten')
  if ((await nextSandbox(platform, provider)).operatorId !== operatorId) {
    throw new Failure('temporarily_unavailable', 'Another took the name of the sandbox operator: try again')
  }
  await insertOperator(platform, operatorId, name, provider.provider_id)
  if (!(await insertTenant(platform, { tenantId, operatorId, environment: 'sandbox' }))) {
    throw new Failure('temporarily_unavailable', 'The sandbox operator could not be made: try again')
  }
  platform.changeValidity(tenantArea(tenantId))
  const tenant = platform.inTenant(tenantId)
  // The limit counts what is there; the data that follow are counted as they are written.
  await setRecordLimit(tenant, MAX_PROVIDER_SANDBOX_RECORDS)
  for (const write of parts) await write(tenant)
  await changeProvider(platform, provider.provider_id, { sandbox_operator_id: operatorId })
  const subject = { kind: 'operator', id: operatorId }
  await recordAudit(at, tenant, actor, { action: 'operator.created', subject, detail: { name } })
  const user = await administrator()
  if (user) await addAdministrator(at, tenant, user)
  return operatorId
}

/** Asks for the sandbox operator where the provider has none and waits for none. */
export const wantSandbox = async (platform: PlatformTx, { by }: Pick<ByMember, 'by'>): Promise<void> => {
  const { provider_id } = by.provider
  const provider = await lockProvider(platform, provider_id)
  if (!provider || provider.sandbox_operator_id !== null || (await wantedSandboxOf(platform, provider_id))) return
  await insertWantedSandbox(platform, { provider_id, asked_by: by.user.user_id })
}

const NO_SANDBOX = 'There is no sandbox yet: it comes with the first registration'
const BEING_MADE = 'Your sandbox is being made: try again in some seconds'

/** One that is suspended is closed to everybody, until support or the host resumes or deletes it. */
const closed = (operatorId: string): Failure =>
  new Failure('forbidden', `Your sandbox operator ${operatorId} is suspended: write to support`)

/** The open sandbox of a provider; says what to do where there is none. */
export const requireSandbox = async (reader: PlatformReader, provider: ProviderRow): Promise<Tenant> => {
  const tenant = await sandboxOf(reader, provider)
  if (tenant) return tenant
  const { sandbox_operator_id: operatorId, provider_id: providerId } = provider
  if (operatorId !== null) throw closed(operatorId)
  throw new Failure('not_found', (await wantedSandboxOf(reader, providerId)) ? BEING_MADE : NO_SANDBOX)
}

/** Asks for fresh demo data; users, keys and connections stay. Asks for another sandbox where it was removed. */
export const resetSandbox = async (at: WorldAt, { by }: ByMember, key: IdempotencyKey | null): Promise<void> => {
  const { provider_id: providerId } = by.provider
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const provider = await lockProvider(platform, providerId)
    const isThere = (await sandboxOf(platform, provider)) !== undefined
    if (!isThere && provider?.sandbox_operator_id) throw closed(provider.sandbox_operator_id)
    if (!isThere && (await applicationsOf(platform, providerId)).length === 0) {
      throw new Failure('not_found', NO_SANDBOX)
    }
    // Who asks while one is under way waits for that one.
    if (await wantedSandboxOf(platform, providerId)) return providerId
    const allowance = { subject: `sandbox resets of ${providerId}`, times: MAX_SANDBOX_RESETS_PER_HOUR, seconds: 3600 }
    await spendOrRefuse(
      platform,
      allowance,
      `The sandbox is reset at most ${MAX_SANDBOX_RESETS_PER_HOUR} times an hour`,
    )
    await insertWantedSandbox(platform, { provider_id: providerId, asked_by: by.user.user_id })
    return providerId
  })
}

/** The sandbox as the portal shows it, a suspended one too. */
export interface ShownSandbox extends Pick<Tenant, 'tenantId' | 'operatorId' | 'name'> {
  readonly isSuspended: boolean
}

export const shownSandboxOf = async (reader: PlatformReader, provider: ProviderRow): Promise<ShownSandbox | null> => {
  const { sandbox_operator_id: operatorId } = provider
  const tenants = operatorId === null ? [] : await tenantsOf(reader, operatorId)
  const kept = tenants.find(({ environment, deletedAt }) => environment === 'sandbox' && deletedAt === null)
  return kept ? { ...kept, isSuspended: kept.closedAt !== null } : null
}

export const sandboxOf = async (
  reader: PlatformReader,
  provider: ProviderRow | undefined,
): Promise<Tenant | undefined> =>
  provider?.sandbox_operator_id ? findTenant(reader, provider.sandbox_operator_id, 'sandbox') : undefined
