/**
 * The handles that reach data: a `TenantReader` or `TenantTx` is bound to one tenant for good, a `PlatformReader`
 * or `PlatformTx` to what all tenants share, and neither can be passed where the other is asked for. They are
 * made in storage.ts alone.
 */
import type { ValidityArea } from '../domain/validity-area.ts'
import type { ChangeDraft } from './change-draft.ts'
import type { Session } from './engines/engine.ts'

export interface Timed extends Session {
  readonly offsetMs: number
  /** The store's clock, read now. */
  now(): Promise<number>
}

export interface PlatformReader extends Timed {
  readonly reach: 'platform'
}

export interface TenantReader extends Timed {
  readonly reach: 'tenant'
  readonly tenantId: string
}

export interface PlatformTx extends PlatformReader {
  /** Something that decides what is valid in this area changed: every process forgets what it remembered of it. */
  changeValidity(area: ValidityArea): void
  /** What belongs to one tenant, inside this transaction: a new one's first rows, an entry in its log. */
  inTenant(tenantId: string): TenantTx
}

export interface TenantTx extends TenantReader {
  /** Something that decides what is valid in this tenant changed: every process forgets what it remembered of it. */
  changeValidity(): void
  /** What the change feed will say of this transaction; written last, so that its order is the commit order. */
  readonly changes: ChangeDraft[]
  /** What all tenants share, read inside this transaction. */
  readonly platform: PlatformReader
}
