/** The store as the rest of the server sees it. Only this file makes the handles that reach data (handles.ts). */

import type { Clock } from '../domain/clock.ts'
import { appendChanges } from './change-feed.ts'
import { type Engine, type Session, storeNow } from './engines/engine.ts'
import { openPostgres } from './engines/postgres-engine.ts'
import { prepared } from './engines/prepared.ts'
import { openSqlite } from './engines/sqlite-engine.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx, Timed } from './handles.ts'
import { bumpEpoch } from './validity-epoch.ts'

const currentTime = prepared<{ offsetMs: number }, { now: number }>((db, argument, kind) =>
  db.selectNoFrom(storeNow(kind, argument('offsetMs')).as('now')),
)

const timed = (session: Session, offsetMs: number): Timed => ({
  kind: session.kind,
  db: session.db,
  execute: session.execute,
  lists: session.lists,
  offsetMs,
  now: async () => {
    const { rows } = await currentTime(session, { offsetMs })
    return (rows[0] as { now: number }).now
  },
})

export class Storage {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #listeners: (() => void)[] = []

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine
    this.#clock = clock
    engine.onValidityChange(() => this.#tellValidityChange())
  }

  get kind(): Engine['kind'] {
    return this.#engine.kind
  }

  /** Called after a validity change of this process committed and whenever another process announces one. */
  onValidityChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  #tellValidityChange(): void {
    for (const listener of this.#listeners) listener()
  }

  /** The same store by a clock that stands elsewhere: the demo lives its past through the same doors as everybody. */
  movedBy(offsetMs: number): Storage {
    const clock = this.#clock
    return new Storage(this.#engine, {
      now: (tenantId) => clock.now(tenantId) + offsetMs,
      offsetMs: (tenantId) => clock.offsetMs(tenantId) + offsetMs,
    })
  }

  get platform(): PlatformReader {
    return { ...timed(this.#engine, this.#clock.offsetMs()), reach: 'platform' }
  }

  tenant(tenantId: string): TenantReader {
    return { ...timed(this.#engine, this.#clock.offsetMs(tenantId)), reach: 'tenant', tenantId }
  }

  writeTenant<T>(tenantId: string, job: (tx: TenantTx) => Promise<T>): Promise<T> {
    return this.#write(async (session, touched) => {
      const tx = this.#tenantTx(session, tenantId, touched)
      const value = await job(tx)
      if (tx.changes.length > 0) await appendChanges(tx)
      return value
    })
  }

  writePlatform<T>(job: (tx: PlatformTx) => Promise<T>): Promise<T> {
    return this.#write(async (session, touched) => {
      const opened: TenantTx[] = []
      const value = await job({
        ...timed(session, this.#clock.offsetMs()),
        reach: 'platform',
        changeValidity: touched,
        inTenant: (tenantId) => {
          const tx = this.#tenantTx(session, tenantId, touched)
          opened.push(tx)
          return tx
        },
      })
      for (const tx of opened) await appendChanges(tx)
      return value
    })
  }

  #tenantTx(session: Session, tenantId: string, touched: () => void): TenantTx {
    const base = timed(session, this.#clock.offsetMs(tenantId))
    const platform: PlatformReader = { ...base, reach: 'platform' }
    return { ...base, reach: 'tenant', tenantId, changes: [], platform, changeValidity: touched }
  }

  async #write<T>(job: (session: Session, touched: () => void) => Promise<T>): Promise<T> {
    let validityChanged = false
    const value = await this.#engine.write(async (session) => {
      validityChanged = false
      const result = await job(session, () => {
        validityChanged = true
      })
      if (validityChanged) {
        await bumpEpoch(session)
        await this.#engine.announceValidityChange(session)
      }
      return result
    })
    if (validityChanged) this.#tellValidityChange()
    return value
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}

export const openEngine = (config: { readonly databaseUrl: string | null; readonly dataFolder: string }): Engine =>
  config.databaseUrl ? openPostgres(config.databaseUrl) : openSqlite(config.dataFolder)
