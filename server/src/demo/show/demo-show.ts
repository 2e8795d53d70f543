/** What the demo shows: its operators with their users and keys, and the applications that can be connected. */
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

export interface DemoShow {
  readonly tenants: readonly DemoTenant[]
  readonly applications: readonly DemoApplication[]
}

export const DEMO_CALLBACK_PATH = '/demo/callback/'
export const DEMO_START_PATH = '/demo/start/'

export const demoRedirectUri = (publicUrl: URL): string => `${publicUrl.origin}${DEMO_CALLBACK_PATH}`
