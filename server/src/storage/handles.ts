/**
 * The handles that reach data: a `TenantReader` or `TenantTx` is bound to one tenant for good, a `PlatformReader`
 * or `PlatformTx` to what all tenants share, and neither can be passed where the other is asked for. They are
 * made in storage.ts alone.
 */
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

interface Writing {
  /** Something that decides whether a token is valid changed: every process forgets what it remembered. */
  changeValidity(): void
}

export interface PlatformTx extends PlatformReader, Writing {
  /** What belongs to one tenant, inside this transaction: a new one's first rows, an entry in its log. */
  inTenant(tenantId: string): TenantTx
}

export interface TenantTx extends TenantReader, Writing {
  /** What the change feed will say of this transaction; written last, so that its order is the commit order. */
  readonly changes: ChangeDraft[]
  /** What all tenants share, read inside this transaction. */
  readonly platform: PlatformReader
}
