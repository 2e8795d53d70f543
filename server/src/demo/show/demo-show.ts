/** What the demo has to show: its operators with their people and keys, and the applications a visitor can let in. */
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
  /** What a visitor sees when letting it in. */
  readonly text: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /** What it asks once it is in. */
  readonly query: string
}

export interface DemoShow {
  readonly tenants: readonly DemoTenant[]
  readonly applications: readonly DemoApplication[]
}

export const DEMO_CALLBACK_PATH = '/demo/callback/'
export const DEMO_START_PATH = '/demo/start/'

export const demoRedirectUri = (publicUrl: URL): string => `${publicUrl.origin}${DEMO_CALLBACK_PATH}`
