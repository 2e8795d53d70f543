/**
 * The store's interface to the rest of the server. Only this file creates the handles that give access to data
 * (handles.ts).
 */

import type { Clock } from '../domain/clock.ts'
import { type ChangedAreas, tenantArea, type ValidityArea } from '../domain/validity-area.ts'
import type { Author } from '../domain/versioned.ts'
import { appendChanges, hasChanges } from './change-feed.ts'
import { Contents } from './contents/contents.ts'
import { countingStatements, type LookedThrough } from './counted-search.ts'
import { type Engine, type Session, storeNow } from './engines/engine.ts'
import { waitForLocks } from './engines/lock-wait.ts'
import { openPostgres, snapshotByUrl } from './engines/postgres-engine.ts'
import type { PostgresSettings } from './engines/postgres-settings.ts'
import { prepared } from './engines/prepared.ts'
import { openSqlite, sqliteSnapshot } from './engines/sqlite-engine.ts'
import { isTraced, traced } from './engines/statements.ts'
import type { Lifetime, StoreUse } from './engines/turns/store-use.ts'
import { OutcomeUnknown } from './engines/unavailable.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx, Timed } from './handles.ts'
import { raiseEpochs } from './validity-epochs.ts'
import { addProbe, removeProbe, Writability } from './writability.ts'
import { GuardUndecided, type WriteGuard } from './write-guard.ts'

const currentTime = prepared<{ offsetMs: number }, { now: number }>((db, argument, kind) =>
  db.selectNoFrom(storeNow(kind, argument('offsetMs')).as('now')),
)

const timeIn = async (session: Session, offsetMs: number): Promise<number> => {
  const { rows } = await currentTime(session, { offsetMs })
  return (rows[0] as { now: number }).now
}

const timed = (session: Session, realOffsetMs: number, testOffsetMs = 0): Timed => ({
  kind: session.kind,
  db: session.db,
  execute: session.execute,
  lists: session.lists,
  offsetMs: realOffsetMs + testOffsetMs,
  testOffsetMs,
  now: () => timeIn(session, realOffsetMs + testOffsetMs),
  realNow: () => timeIn(session, realOffsetMs),
})

/** The listeners for validity changes, both of this process and of others, and for what this process adds to feeds. */
class News {
  readonly listeners: ((areas: ChangedAreas) => void)[] = []
  readonly feedListeners: FeedListener[] = []

  constructor(engine: Engine) {
    engine.onValidityChange((areas) => this.tell(areas))
  }

  tell(areas: ChangedAreas): void {
    for (const listener of this.listeners) listener(areas)
  }

  tellFeeds(heads: ReadonlyMap<string, number>): void {
    for (const [tenantId, head] of heads) for (const listener of this.feedListeners) listener(tenantId, head)
  }
}

/** What all handles of one process to the store have in common. */
interface Shared {
  readonly news: News
  readonly writability: Writability
  /** How far the clocks of sandboxes that were moved are ahead, in milliseconds (events §4). */
  readonly testClocks: Map<string, number>
  readonly contents: Contents
}

/** What a transaction changed that others are told of once it is committed. */
interface Told {
  readonly areas: Set<ValidityArea>
  /** The head of each feed that grew. */
  readonly heads: Map<string, number>
}

const nothingTold = (): Told => ({ areas: new Set(), heads: new Map() })

/** Called with the head of a tenant's feed that this process committed to. */
export type FeedListener = (tenantId: string, head: number) => void

/** A job with the rows of a realm and, where it opens them, those that all tenants share, in one transaction. */
type RealmJob<T> = (tx: TenantTx, openPlatform: () => PlatformTx) => Promise<T>

/** Whose rows a transaction can write: one tenant's, or those that all share and any tenant's. */
type Reach = 'tenant' | 'platform'

/** How a request uses the store, whichever tenant it reads. */
interface RequestUse extends Omit<StoreUse, 'share'> {
  /** Those it takes turns with, apart from the tenant's own requests: who has shown nothing yet, and whoever moves files. */
  readonly among: 'strangers' | 'transfers' | null
}

/** What a store is bound to: the request it is used for, and the principal whose rights are read before each COMMIT. */
interface Bound {
  readonly request: RequestUse
  readonly guard: WriteGuard | null
  /** Who writes with this store. */
  readonly author: Author | null
  /** Counts the rows that its transactions read; null where nobody pays for them. */
  readonly looked: LookedThrough | null
}

/** With the places where contents lie beside it; without any they are rows. */
export const sharedOf = (engine: Engine, contents = new Contents()): Shared => ({
  contents,
  news: new News(engine),
  writability: new Writability(),
  testClocks: new Map(),
})

const UNBOUND: Bound = {
  request: { lane: 'reserve', lifetime: null, among: null },
  guard: null,
  author: null,
  looked: null,
}
/** What the platform does for itself takes turns too: health and look-ups do not wait behind upkeep, nor polls behind either. */
const PLATFORM = 'platform'
const PLATFORM_UPKEEP = 'platform upkeep'
const POLLS = 'polls'

export class Storage {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #shared: Shared
  readonly #request: RequestUse
  readonly #guard: WriteGuard | null
  readonly #author: Author | null
  readonly #looked: LookedThrough | null

  constructor(engine: Engine, clock: Clock, shared = sharedOf(engine), bound: Bound = UNBOUND) {
    this.#engine = engine
    this.#clock = clock
    this.#shared = shared
    this.#request = bound.request
    this.#guard = bound.guard
    this.#author = bound.author
    this.#looked = bound.looked
  }

  /** The places of contents beside this store. */
  get contents(): Contents {
    return this.#shared.contents
  }

  get kind(): Engine['kind'] {
    return this.#engine.kind
  }

  /** Called after a validity change of this process committed and whenever another process announces one. */
  onValidityChange(listener: (areas: ChangedAreas) => void): void {
    this.#shared.news.listeners.push(listener)
  }

  /** Called after a transaction of this process committed changes to a feed; `feedHeads` tells what others committed. */
  onFeedChange(listener: FeedListener): void {
    this.#shared.news.feedListeners.push(listener)
  }

  /** The same store with its clock moved by an offset: the demo creates its history through the regular services. */
  movedBy(offsetMs: number): Storage {
    const clock = this.#clock
    const moved: Clock = {
      now: (tenantId) => clock.now(tenantId) + offsetMs,
      offsetMs: (tenantId) => clock.offsetMs(tenantId) + offsetMs,
    }
    return this.#bound(moved, {})
  }

  /** How far the clock of a sandbox is ahead; 0 for every other tenant. */
  testOffsetMs(tenantId: string): number {
    return this.#shared.testClocks.get(tenantId) ?? 0
  }

  /** What this process knows of moved clocks from now on, whichever handle it uses. */
  knowTestClocks(aheadMs: ReadonlyMap<string, number>): void {
    const { testClocks } = this.#shared
    testClocks.clear()
    for (const [tenantId, ms] of aheadMs) testClocks.set(tenantId, ms)
  }

  #timedAt(session: Session, tenantId: string): Timed {
    return timed(session, this.#clock.offsetMs(tenantId), this.testOffsetMs(tenantId))
  }

  /** The same store for one principal: a transaction commits only if the guard still allows the write. */
  guardedBy(guard: WriteGuard): Storage {
    return this.#bound(this.#clock, { guard })
  }

  /** The same store for one author, whom the records that it writes name. */
  writtenBy(author: Author): Storage {
    return this.#bound(this.#clock, { author })
  }

  /** The same store for whoever pays for the rows that a transaction reads, as for those of a list (threats row 418). */
  countedBy(looked: LookedThrough): Storage {
    return this.#bound(this.#clock, { looked })
  }

  /**
   * The same store for one request: its work waits for its tenant's turn in the lane, and stops when the request ends.
   * On the embedded store others write while it does: its transactions must await nothing but their statements and
   * turns, and may be run from the beginning again (ADR 217).
   */
  during(lifetime: Lifetime, lane: StoreUse['lane'] = 'requests'): Storage {
    return this.#bound(this.#clock, { request: { lane, lifetime, among: null, givesWay: lane === 'requests' } })
  }

  /** The same for whoever has shown nothing yet: however many of them wait, the tenant's own people have every other turn. */
  forStranger(lifetime: Lifetime): Storage {
    return this.#bound(this.#clock, { request: { lane: 'requests', lifetime, among: 'strangers' } })
  }

  /** The same for a file that is sent or fetched: however many there are, the tenant's requests have every other turn. */
  forTransfer(lifetime: Lifetime): Storage {
    return this.#bound(this.#clock, { request: { lane: 'requests', lifetime, among: 'transfers' } })
  }

  /**
   * The same store for what is done again, without harm, where it was forgotten: its commits are there for everybody at
   * once and outlive the process, but not always a power failure.
   */
  get repeatable(): Storage {
    return this.#bound(this.#clock, { request: { ...this.#request, isRepeatable: true } })
  }

  /** What this store is used for ends with it; null where that is no request. */
  get lifetime(): Lifetime | null {
    return this.#request.lifetime
  }

  /** The same store for what a request must leave in order, also where it has ended. */
  get outliving(): Storage {
    return this.#bound(this.#clock, { request: { ...this.#request, lifetime: null } })
  }

  #bound(clock: Clock, more: Partial<Bound>): Storage {
    const own = { request: this.#request, guard: this.#guard, author: this.#author, looked: this.#looked }
    const bound = { ...own, ...more }
    return new Storage(this.#engine, clock, this.#shared, bound)
  }

  #useOf(share: string): StoreUse {
    const { among, ...use } = this.#request
    return { ...use, share: among === null ? share : `${among} at ${share}` }
  }

  /** For what is timed: the job begins when its connection is there. */
  onOneConnection<T>(job: (session: Session) => Promise<T>): Promise<T> {
    return this.#engine.onOneConnection(job, this.#useOf(POLLS))
  }

  /** One tenant as it was at one moment, for a job that may take long. */
  snapshotOf<T>(tenantId: string, job: (reader: TenantReader) => Promise<T>): Promise<T> {
    return this.#engine.snapshot((session) => job({ ...this.#timedAt(session, tenantId), reach: 'tenant', tenantId }))
  }

  get platform(): PlatformReader {
    return { ...timed(this.#engine.reading(this.#useOf(PLATFORM)), this.#clock.offsetMs()), reach: 'platform' }
  }

  tenant(tenantId: string): TenantReader {
    const session = this.#engine.reading(this.#useOf(tenantId))
    return { ...this.#timedAt(session, tenantId), reach: 'tenant', tenantId }
  }

  writeTenant<T>(tenantId: string, job: (tx: TenantTx) => Promise<T>): Promise<T> {
    return this.#guarded(tenantId, job, 'tenant')
  }

  /**
   * Runs one statement that is a transaction by itself: PostgreSQL is asked once instead of three times. Not for
   * anything that validity, the feed or a principal's rights depend on.
   */
  writeStatement<T>(tenantId: string, statement: (store: TenantReader) => Promise<T>): Promise<T> {
    return this.kind === 'postgres' ? statement(this.tenant(tenantId)) : this.writeTenant(tenantId, statement)
  }

  /**
   * Writes for somebody of a realm: its own rows, and the data that all tenants share. A provider's member registers an
   * application, staff create an operator; both commit only while the guard finds them in their realm.
   */
  writeRealm<T>(realmId: string, job: (tx: TenantTx, platform: PlatformTx) => Promise<T>): Promise<T> {
    return this.#guarded(realmId, (tx, openPlatform) => job(tx, openPlatform()), 'platform')
  }

  #guarded<T>(realmId: string, job: RealmJob<T>, reach: Reach): Promise<T> {
    const use = { ...this.#useOf(realmId), ...(reach === 'tenant' && { tenantId: realmId }) }
    return this.#guard === null ? this.#writeRealm(use, realmId, job) : this.#writeGuarded(use, realmId, job)
  }

  async #writeGuarded<T>(use: StoreUse, realmId: string, job: RealmJob<T>): Promise<T> {
    const guard = this.#guard as WriteGuard
    if (this.kind === 'postgres') {
      try {
        return await this.#writeRealm(use, realmId, job, async (tx) => {
          if (!(await guard.last(tx))) throw new GuardUndecided('The job is done again')
        })
      } catch (error) {
        if (!(error instanceof GuardUndecided)) throw error
      }
    }
    return this.#writeRealm(use, realmId, async (tx, openPlatform) => {
      await guard.first(tx)
      return job(tx, openPlatform)
    })
  }

  #writeRealm<T>(use: StoreUse, realmId: string, job: RealmJob<T>, last?: (tx: TenantTx) => Promise<void>): Promise<T> {
    return this.#write(use, async (session, told) => {
      const tx = this.#tenantTx(session, realmId, told.areas)
      const opened = [tx]
      const value = await job(tx, () => this.#platformTx(session, told.areas, opened))
      await appendAll(opened, told)
      if (last) await last(tx)
      return value
    })
  }

  writePlatform<T>(job: (tx: PlatformTx) => Promise<T>): Promise<T> {
    if (this.#guard !== null) throw new Error('A principal of one tenant cannot write data that all tenants share')
    return this.#write(this.#useOf(PLATFORM_UPKEEP), async (session, told) => {
      const opened: TenantTx[] = []
      if (this.#request.lifetime === null) await waitForLocks(session)
      const value = await job(this.#platformTx(session, told.areas, opened))
      await appendAll(opened, told)
      return value
    })
  }

  #platformTx(session: Session, changed: Set<ValidityArea>, opened: TenantTx[]): PlatformTx {
    return {
      ...timed(session, this.#clock.offsetMs()),
      reach: 'platform',
      changeValidity: (area) => changed.add(area),
      inTenant: (tenantId, time = 'own') => {
        const tx = this.#tenantTx(session, tenantId, changed, time === 'own' ? this.testOffsetMs(tenantId) : 0)
        opened.push(tx)
        return tx
      },
    }
  }

  #tenantTx(
    session: Session,
    tenantId: string,
    changed: Set<ValidityArea>,
    testOffsetMs = this.testOffsetMs(tenantId),
  ): TenantTx {
    const base = timed(session, this.#clock.offsetMs(tenantId), testOffsetMs)
    const platform: PlatformReader = { ...base, reach: 'platform' }
    const changeValidity = () => void changed.add(tenantArea(tenantId))
    const written = {
      changes: [],
      own: { filed: 0, crewBefore: new Map() },
      growth: { records: 0 },
      author: this.#author,
      payer: this.#looked,
    }
    return { ...base, reach: 'tenant', tenantId, ...written, platform, changeValidity }
  }

  #write<T>(use: StoreUse, job: (session: Session, told: Told) => Promise<T>): Promise<T> {
    if (!isTraced()) return this.#commit(use, job)
    return traced({ store: this.kind }, () => this.#commit(use, job))
  }

  #commit<T>(use: StoreUse, job: (session: Session, told: Told) => Promise<T>): Promise<T> {
    let told = nothingTold()
    const runs = this.#looked?.runs()
    const writing = this.#engine.write(async (session) => {
      // An engine may run a job twice: discard what its first run reported.
      const run = nothingTold()
      told = run
      runs?.begin()
      const result = await job(this.#looked ? countingStatements(session, this.#looked) : session, run)
      if (run.areas.size > 0) {
        await raiseEpochs(session, run.areas)
        await this.#engine.announceValidityChange(session, [...run.areas])
      }
      return result
    }, use)
    return writing.then(
      (value) => {
        runs?.end()
        this.#tell(told)
        return value
      },
      (error) => {
        runs?.end()
        if (error instanceof OutcomeUnknown) this.#tell(told)
        this.#shared.writability.note(error)
        throw error
      },
    )
  }

  #tell({ areas, heads }: Told): void {
    if (areas.size > 0) this.#shared.news.tell([...areas])
    if (heads.size > 0) this.#shared.news.tellFeeds(heads)
  }

  /** False where writes failed and the store has taken none since, as on a full disk; reads may go on. */
  get isWritable(): boolean {
    return this.#shared.writability.ask(() => this.tryWriting())
  }

  /** Writes something that nobody reads, and takes it away. */
  async tryWriting(): Promise<void> {
    await this.writePlatform(addProbe)
    await this.writePlatform(removeProbe)
  }

  get load(): ReturnType<Engine['load']> {
    return this.#engine.load()
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}

const appendAll = async (opened: readonly TenantTx[], { heads }: Told): Promise<void> => {
  for (const tx of opened) if (hasChanges(tx)) heads.set(tx.tenantId, await appendChanges(tx))
}

/** Another store than the server's, such as a backup: a file of the embedded store, or an address of PostgreSQL. */
export type OtherStore = { readonly file: string } | { readonly url: string }

/** Reads another store at one moment, with the schema that it has. */
export const readOtherStore = <T>(
  other: OtherStore,
  job: (platform: PlatformReader, tenant: (tenantId: string) => TenantReader) => Promise<T>,
): Promise<T> => {
  const read = (session: Session): Promise<T> => {
    const base = timed(session, 0)
    return job({ ...base, reach: 'platform' }, (tenantId) => ({ ...base, reach: 'tenant', tenantId }))
  }
  return 'file' in other ? sqliteSnapshot(other.file, read) : snapshotByUrl(other.url, read)
}

export const openEngine = (config: {
  readonly databaseUrl: string | null
  readonly dataFolder: string
  readonly postgres?: PostgresSettings
}): Engine => (config.databaseUrl ? openPostgres(config.databaseUrl, config.postgres) : openSqlite(config.dataFolder))
