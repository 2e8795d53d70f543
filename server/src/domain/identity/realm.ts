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
  /** A person who has neither a second step nor a passkey must set one up before anything else. */
  readonly requiresSecondStep: boolean
}

/** The operator ids under which the store keeps the two other realms: no operator can have them. */
export const DEVELOPERS = 'developers'
export const SUPPORT = 'support'

/** The rows of `tenant` that are no operator's. */
export const DEVELOPERS_REALM_ID = 'realm_developers'
export const SUPPORT_REALM_ID = 'realm_support'
export const PLATFORM_REALM_IDS: readonly string[] = [DEVELOPERS_REALM_ID, SUPPORT_REALM_ID]

/**
 * True for the developer portal and the support console, whose people are members of providers or staff, never an
 * operator's users.
 */
export const isPlatformRealm = ({ tenantId }: Pick<Realm, 'tenantId'>): boolean => PLATFORM_REALM_IDS.includes(tenantId)

/** Follows a realm's name in e-mails. */
export const environmentNote = ({ environment }: Realm): string =>
  environment === 'sandbox' ? ' (test environment)' : ''
