/** Finds the tenant of an operator's address. */
import type { Environment, Tenant } from '../../domain/tenancy/tenant.ts'
import { tenantArea } from '../../domain/validity-area.ts'
import type { Storage } from '../../storage/storage.ts'
import { findTenant } from '../../storage/tenancy/tenants.ts'
import { Remembered } from '../remembered.ts'
import type { ValidityWatch } from '../validity-watch.ts'

const TENANTS_REMEMBERED = 20_000

export class TenantDirectory {
  readonly #storage: Storage
  readonly #tenants: Remembered<string, Tenant>

  constructor(storage: Storage, watch: ValidityWatch) {
    this.#storage = storage
    this.#tenants = new Remembered(watch, TENANTS_REMEMBERED, ({ tenantId }) => [tenantArea(tenantId)])
  }

  find(operatorId: string, environment: Environment): Tenant | Promise<Tenant | undefined> {
    const key = `${environment}/${operatorId}`
    return (
      this.#tenants.get(key) ??
      this.#tenants.fill(key, () => findTenant(this.#storage.platform, operatorId, environment))
    )
  }
}
