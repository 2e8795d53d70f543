/** A request that reached nothing, with the operator or path it named, for the page that explains it. */
import { Failure } from '../../domain/failure.ts'
import type { OperatorAddress } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'

export type Sought =
  | ({ readonly kind: 'operator' } & OperatorAddress)
  /** It is there, and suspended since then. */
  | { readonly kind: 'suspended'; readonly since: number }
  | { readonly kind: 'address' }
  /** `meant` is a path of ours that the requested one lacks a slash of. */
  | { readonly kind: 'path'; readonly meant: string | null }
  | { readonly kind: 'method'; readonly allow: string }

const CODES = { method: 'method_not_allowed', suspended: 'tenant_suspended' } as const
const codeOf = ({ kind }: Sought) => (kind === 'method' || kind === 'suspended' ? CODES[kind] : 'not_found')

export class Lost extends Failure {
  readonly sought: Sought
  /** The operator whose address was requested. */
  readonly tenant: Tenant | null

  constructor(description: string, sought: Sought, tenant: Tenant | null = null) {
    super(codeOf(sought), description)
    this.sought = sought
    this.tenant = tenant
  }
}
