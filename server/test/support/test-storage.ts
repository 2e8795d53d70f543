/** A migrated store without a server, and tenants to write to. */
import { randomBytes } from 'node:crypto'
import { readConfig } from '../../src/config/config.ts'
import { MovableClock } from '../../src/domain/clock.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { createOperator } from '../../src/services/tenancy/operators.ts'
import { newId, World } from '../../src/services/world.ts'
import { prepareStore } from '../../src/starting/prepare.ts'
import type { Engine } from '../../src/storage/engines/engine.ts'
import type { TenantTx } from '../../src/storage/handles.ts'
import { openEngine, Storage } from '../../src/storage/storage.ts'
import { type Place, preparedPlace, type Store } from './places.ts'

export class TestStorage {
  readonly engine: Engine
  readonly storage: Storage
  readonly clock: MovableClock
  readonly place: Place

  constructor(engine: Engine, storage: Storage, clock: MovableClock, place: Place) {
    this.engine = engine
    this.storage = storage
    this.clock = clock
    this.place = place
  }

  get world(): World {
    return new World({ storage: this.storage, now: () => this.clock.now(), randomBytes })
  }

  /** A new tenant's id. */
  async tenant(operatorId: string): Promise<string> {
    const [tenant] = await createOperator(
      this.world,
      { operatorId, name: operatorId, environments: ['production'] },
      HOST,
    )
    return tenant?.tenantId ?? ''
  }

  /** A second process's view of the same store. */
  beside(): Promise<TestStorage> {
    return openTestStorage(this.storage.kind, { ...this.place, dispose: async () => {} })
  }

  async close(): Promise<void> {
    await this.storage.close()
    await this.place.dispose()
  }
}

export const openTestStorage = async (store: Store, given?: Place): Promise<TestStorage> => {
  const place = given ?? (await preparedPlace(store))
  const clock = new MovableClock()
  const engine = openEngine(readConfig(place.environment))
  const storage = new Storage(engine, clock)
  await prepareStore(engine, storage)
  return new TestStorage(engine, storage, clock, place)
}

/** The least that leaves a trace: one entry of the change feed. */
export const noteChange = (tx: TenantTx, entityId = newId({ randomBytes }, 'con')): string => {
  tx.changes.push({
    entity: 'CONTACT',
    entityId,
    parentId: null,
    reminder: null,
    kind: 'CREATED',
    version: 1,
    fieldList: [],
    viewersBefore: [],
    viewersAfter: [],
  })
  return entityId
}
