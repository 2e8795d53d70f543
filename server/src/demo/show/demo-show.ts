/**
 * What the demo shows: its operators with their users and keys, the applications that can be connected, and who signs
 * in at the developer portal and at support.
 */
import type { Environment } from '../../domain/tenancy/tenant.ts'

export interface DemoTenant {
  readonly operatorId: string
  readonly operatorName: string
  readonly environment: Environment
  readonly admin: string
  readonly pilot: string
  readonly password: string
  readonly refreshToken: string
}

export interface DemoApplication {
  readonly name: string
  /** What the user sees when connecting it. */
  readonly text: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /** The query that it runs once connected. */
  readonly query: string
}

interface DemoPerson {
  readonly name: string
  readonly email: string
  readonly password: string
}

export interface DemoPlatform {
  readonly developer: DemoPerson & { readonly company: string }
  /** The code of their second step stands in the outbox of support. */
  readonly staff: DemoPerson
}

export interface DemoShow {
  readonly tenants: readonly DemoTenant[]
  readonly applications: readonly DemoApplication[]
  /** Null in a store of an earlier version, until the demo starts there again. */
  readonly platform: DemoPlatform | null
}

export const DEMO_CALLBACK_PATH = '/demo/callback/'
export const DEMO_START_PATH = '/demo/start/'

export const demoRedirectUri = (publicUrl: URL): string => `${publicUrl.origin}${DEMO_CALLBACK_PATH}`
