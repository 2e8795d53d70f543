/**
 * The world of a use case: the store, the time and the randomness, which every use case takes as an argument. Nothing
 * in services reads a clock or generates a secret by itself.
 */
import type { Realm } from '../domain/identity/realm.ts'
import { type RandomBytes, randomText } from '../domain/secret.ts'
import type { Contents } from '../storage/contents/contents.ts'
import type { LookedThrough } from '../storage/counted-search.ts'
import type { Lifetime } from '../storage/engines/turns/store-use.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx } from '../storage/handles.ts'
import type { Storage } from '../storage/storage.ts'

interface WorldParts {
  readonly storage: Storage
  readonly now: (tenantId: string) => number
  readonly randomBytes: RandomBytes
}

export class World implements WorldParts {
  readonly storage: Storage
  readonly now: (tenantId: string) => number
  readonly randomBytes: RandomBytes

  constructor({ storage, now, randomBytes }: WorldParts) {
    this.storage = storage
    this.now = now
    this.randomBytes = randomBytes
  }

  /** The world's time at a tenant, whatever the clock of a sandbox says (events §4). */
  realNow(tenantId: string): number {
    return this.now(tenantId) - this.storage.testOffsetMs(tenantId)
  }

  /** The same world with another store or another clock. */
  with({ storage = this.storage, now = this.now }: Partial<Pick<WorldParts, 'storage' | 'now'>>): World {
    return new World({ storage, now, randomBytes: this.randomBytes })
  }

  /** This world bound to one tenant, or to another realm where people sign in. */
  at<R extends Realm>(realm: R): WorldAt<R> {
    return new WorldAt(this, realm)
  }
}

/** What a use case of one tenant needs: it reads and writes there and nowhere else, and has its time. */
export class WorldAt<R extends Realm = Realm> {
  readonly realm: R
  readonly randomBytes: RandomBytes
  readonly #world: World

  constructor(world: World, realm: R) {
    this.#world = world
    this.realm = realm
    this.randomBytes = world.randomBytes
  }

  get tenantId(): string {
    return this.realm.tenantId
  }

  /** Reads outside of a transaction. */
  get read(): TenantReader {
    return this.#world.storage.tenant(this.realm.tenantId)
  }

  /** Reads the tenant as it is at one moment, for as long as the job takes. */
  snapshot<T>(job: (reader: TenantReader) => Promise<T>): Promise<T> {
    return this.#world.storage.snapshotOf(this.realm.tenantId, job)
  }

  /** Of the request; null where there is none. */
  get lifetime(): Lifetime | null {
    return this.#world.storage.lifetime
  }

  /** The same for what a request must leave in order, also where it has ended. */
  get outliving(): WorldAt<R> {
    return new WorldAt(this.#world.with({ storage: this.#world.storage.outliving }), this.realm)
  }

  /** What all tenants share, such as applications. */
  get platform(): PlatformReader {
    return this.#world.storage.platform
  }

  /** The places where contents lie beside the store. */
  get contents(): Contents {
    return this.#world.storage.contents
  }

  /** Runs a job in one transaction. */
  write<T>(job: (tx: TenantTx) => Promise<T>): Promise<T> {
    return this.#world.storage.writeTenant(this.realm.tenantId, job)
  }

  /** Runs a job in one transaction that also writes what all tenants share. */
  writeWithPlatform<T>(job: (tx: TenantTx, platform: PlatformTx) => Promise<T>): Promise<T> {
    return this.#world.storage.writeRealm(this.realm.tenantId, job)
  }

  now(): number {
    return this.#world.now(this.realm.tenantId)
  }

  /** The world's time, whatever the clock of this sandbox says (events §4). */
  realNow(): number {
    return this.#world.realNow(this.realm.tenantId)
  }

  /** The same with another world, such as one that reads somebody's rights again at each write. */
  through(of: (world: World) => World): WorldAt<R> {
    return new WorldAt(of(this.#world), this.realm)
  }

  /** A tenant where somebody of this realm acts: what is written there commits only while the guard finds them here. */
  reaching<R2 extends Realm>(tenant: R2): WorldAt<R2> {
    return new ReachedFrom(this, this.#world, tenant)
  }
}

class ReachedFrom<R extends Realm> extends WorldAt<R> {
  readonly #home: WorldAt

  constructor(home: WorldAt, world: World, realm: R) {
    super(world, realm)
    this.#home = home
  }

  override write<T>(job: (tx: TenantTx) => Promise<T>): Promise<T> {
    return this.#home.writeWithPlatform((_tx, platform) => job(platform.inTenant(this.tenantId)))
  }

  override writeWithPlatform<T>(job: (tx: TenantTx, platform: PlatformTx) => Promise<T>): Promise<T> {
    return this.#home.writeWithPlatform((_tx, platform) => job(platform.inTenant(this.tenantId), platform))
  }
}

export type Randomness = Pick<World, 'randomBytes'>

/** The same world for one request: what it asks of the store ends with it. Tokens are issued from the reserve. */
export const during = (world: World, lifetime: Lifetime, lane?: 'reserve'): World =>
  world.with({ storage: world.storage.during(lifetime, lane) })

/** The same world for whoever pays for the rows that are read while it writes. */
export const countedBy = (world: World, looked: LookedThrough): World =>
  world.with({ storage: world.storage.countedBy(looked) })

/** The same for whoever has shown nothing yet, at a door that anybody may knock at (threats row 158). */
export const forStranger = (world: World, lifetime: Lifetime): World =>
  world.with({ storage: world.storage.forStranger(lifetime) })

/** The same for a file that is sent or fetched (threats row 247). */
export const forTransfer = (world: World, lifetime: Lifetime): World =>
  world.with({ storage: world.storage.forTransfer(lifetime) })

/** An opaque id whose prefix says what kind of thing it names. */
export const newId = (world: Randomness, prefix: string): string => `${prefix}_${randomText(20, world.randomBytes)}`
