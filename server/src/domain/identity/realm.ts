/**
 * Where people sign in: at an operator's address, in the developer portal, or in the support console. The services
 * and pages of this room take a realm as a parameter, so that users, members and staff share one code (docs/adr/0042).
 * An operator's tenant is the realm of its users; the two other realms are named here.
 */
import type { Environment } from '../tenancy/tenant.ts'

export interface Realm {
  /** Which people, sessions, messages and audit entries belong to it: the store keeps them apart by this. */
  readonly tenantId: string
  /** As pages and e-mails call it. */
  readonly name: string
  readonly environment: Environment
  /** Who has neither a second step nor a passkey sets one up before anything else. */
  readonly requiresSecondStep: boolean
}
