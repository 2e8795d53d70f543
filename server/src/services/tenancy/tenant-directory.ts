/** Finds the tenant of an operator's address. */
import type { Environment, Tenant } from '../../domain/tenancy/tenant.ts'
import { tenantArea } from '../../domain/validity-area.ts'
import type { Storage } from '../../storage/storage.ts'
import { findSuspended, findTenant } from '../../storage/tenancy/tenants.ts'
import { type MemoryCounts, Remembered } from '../remembered.ts'
import type { ValidityWatch } from '../validity-watch.ts'

const MAX_TENANTS = 20_000

export class TenantDirectory {
  /** By operator: two caches need no key that is put together for each request. */
  readonly #tenants: Readonly<Record<Environment, Remembered<string, Tenant>>>

  readonly #storage: Storage

  constructor(storage: Storage, watch: ValidityWatch) {
    this.#storage = storage
    const remembered = () =>
      new Remembered<string, Tenant>(storage, watch, MAX_TENANTS, ({ tenantId }) => [tenantArea(tenantId)])
    this.#tenants = { production: remembered(), sandbox: remembered() }
  }

  get remembered(): MemoryCounts {
    const [one, other] = [this.#tenants.production.counts, this.#tenants.sandbox.counts]
    return {
      hits: one.hits + other.hits,
      misses: one.misses + other.misses,
      entries: one.entries + other.entries,
    }
  }

  /** For the page that says so; asked only where `find` found none. */
  findSuspended(operatorId: string, environment: Environment): ReturnType<typeof findSuspended> {
    return findSuspended(this.#storage.platform, operatorId, environment)
  }

  /** How far the clock of a sandbox is ahead (events §4). */
  aheadMs({ tenantId }: Tenant): number {
    return this.#storage.testOffsetMs(tenantId)
  }

  find(operatorId: string, environment: Environment): Tenant | Promise<Tenant | undefined> {
    const tenants = this.#tenants[environment]
    return (
      tenants.get(operatorId) ??
      tenants.fill(operatorId, (storage) => findTenant(storage.platform, operatorId, environment))
    )
  }
}
