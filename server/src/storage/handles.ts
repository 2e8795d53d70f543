/**
 * Handles that give access to data. A `TenantReader` or `TenantTx` is bound to one tenant, a `PlatformReader` or
 * `PlatformTx` to the data that all tenants share, and the types keep them apart. Only storage.ts creates them.
 */
import type { ValidityArea } from '../domain/validity-area.ts'
import type { Author } from '../domain/versioned.ts'
import type { ChangeDraft, OwnChanges } from './change-draft.ts'
import type { LookedThrough } from './counted-search.ts'
import type { Session } from './engines/engine.ts'

export interface Timed extends Session {
  readonly offsetMs: number
  /** How far the sandbox's own clock is ahead of the world's; 0 everywhere else (events §4). */
  readonly testOffsetMs: number
  /** Reads the store's clock. */
  now(): Promise<number>
  /** The same without the sandbox's own clock: for sign-in, limits, mails and the audit log, which do not follow it. */
  realNow(): Promise<number>
}

export interface PlatformReader extends Timed {
  readonly reach: 'platform'
}

export interface TenantReader extends Timed {
  readonly reach: 'tenant'
  readonly tenantId: string
  /** Where searches count the rows they looked through; absent where they are not charged. */
  readonly looked?: LookedThrough
}

export interface PlatformTx extends PlatformReader {
  /**
   * Makes every process drop what it has cached for this area; call it when something changes that decides validity
   * there.
   */
  changeValidity(area: ValidityArea): void
  /**
   * A handle to one tenant inside this transaction, for a new tenant's first rows or an entry in its audit log; in
   * the world's time where that is asked for, whatever the clock of a sandbox says.
   */
  inTenant(tenantId: string, time?: 'own' | 'world'): TenantTx
}

export interface TenantTx extends TenantReader {
  /** The author of what is written; null where none is recorded. */
  readonly author: Author | null
  /** Counts what a change looks at beyond the rows of its statements; null where nobody pays for it. */
  readonly payer: LookedThrough | null
  /**
   * Makes every process drop what it has cached for this tenant; call it when something changes that decides validity
   * there.
   */
  changeValidity(): void
  /** How many records this transaction adds, less those that it removes. */
  readonly growth: { records: number }
  /** The changes of this transaction, written to the feed last so that the feed follows commit order. */
  readonly changes: ChangeDraft[]
  readonly own: OwnChanges
  /** Reads data that all tenants share, inside this transaction. */
  readonly platform: PlatformReader
}
