/** The realms of providers' members and of staff, for commands that have no address to find them by. */
import type { DEVELOPERS, SUPPORT } from '../../domain/identity/realm.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { findTenant } from '../../storage/tenancy/tenants.ts'
import type { World } from '../world.ts'

export const platformRealm = async (world: World, realm: typeof DEVELOPERS | typeof SUPPORT): Promise<Tenant> => {
  const found = await findTenant(world.storage.platform, realm, 'production')
  if (!found) throw new Error(`The store lacks the realm "${realm}": every migrated store has it`)
  return found
}
