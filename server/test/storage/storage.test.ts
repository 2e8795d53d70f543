/** One conformance suite for both engines: transactions, validity, final entries, tenant separation, feed order. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { secretHash } from '../../src/domain/secret.ts'
import { applicationArea, type ChangedAreas, tenantArea } from '../../src/domain/validity-area.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { createApiKey } from '../../src/services/oauth/api-keys.ts'
import { auditEntries } from '../../src/storage/audit.ts'
import type { Session } from '../../src/storage/engines/engine.ts'
import { prepared } from '../../src/storage/engines/prepared.ts'
import type { TenantTx } from '../../src/storage/handles.ts'
import { claimIdempotencyKey, recordOutcome } from '../../src/storage/idempotency.ts'
import { activeAccessTokens, findAccessToken } from '../../src/storage/oauth/access-tokens.ts'
import { apiKeys } from '../../src/storage/oauth/api-keys.ts'
import { insertRefreshToken, lockRefreshToken } from '../../src/storage/oauth/refresh-tokens.ts'
import { recentChanges } from '../../src/storage/validity-epochs.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor } from '../support/test-server.ts'
import { noteChange, openTestStorage, type TestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

for (const store of storesFor('sql')) {
  describe(`storage (${store})`, () => {
    let opened: TestStorage
    let tenantId: string
    let operators = 0
    before(async () => {
      opened = await openTestStorage(store)
      tenantId = await opened.tenant('alpine')
    })
    after(() => opened.close())

    const newTenant = (): Promise<string> => opened.tenant(`operator-${++operators}`)
    const write = <T>(job: (tx: TenantTx) => Promise<T>) => opened.storage.writeTenant(tenantId, job)
    const entries = async (id: string): Promise<{ position: number; entityId: string }[]> =>
      opened.storage
        .tenant(id)
        .db.selectFrom('change_entry')
        .select(['position', 'entity_id as entityId'])
        .where('tenant_id', '=', id)
        .orderBy('position')
        .execute()

    test('an acknowledged write is committed and visible to every reader', async (t) => {
      const other = await opened.beside()
      t.after(() => other.close())
      const id = await newTenant()
      for (let round = 0; round < 10; round++) {
        const entityId = await opened.storage.writeTenant(id, async (tx) => noteChange(tx))
        const { rows } = await sql<{
          entity_id: string
        }>`select entity_id from change_entry where tenant_id = ${id}`.execute(other.storage.platform.db)
        assert.ok(rows.some((row) => row.entity_id === entityId))
      }
    })

    test('an uncommitted write is not visible outside its transaction', async () => {
      const id = await newTenant()
      await opened.storage.writeTenant(id, async (tx) => {
        await sql`update change_head set position = 77 where tenant_id = ${id}`.execute(tx.db)
        const inside = await sql<{
          position: number
        }>`select position from change_head where tenant_id = ${id}`.execute(tx.db)
        assert.equal(inside.rows[0]?.position, 77)
        const outside = await sql<{
          position: number
        }>`select position from change_head where tenant_id = ${id}`.execute(opened.storage.platform.db)
        assert.equal(outside.rows[0]?.position, 0)
      })
    })

    test('a failing job writes nothing and does not affect parallel jobs', async () => {
      const id = await newTenant()
      const jobs = Array.from({ length: 60 }, (_, index) =>
        opened.storage.writeTenant(id, async (tx) => {
          const entityId = noteChange(tx, `con_${index}`)
          await sql`update change_head set position = position where tenant_id = ${id}`.execute(tx.db)
          if (index % 3 === 0) throw new Error(`job ${index}`)
          return entityId
        }),
      )
      const outcomes = await Promise.allSettled(jobs)
      for (const [index, outcome] of outcomes.entries()) {
        assert.equal(outcome.status, index % 3 === 0 ? 'rejected' : 'fulfilled')
        if (outcome.status === 'rejected') assert.equal(outcome.reason.message, `job ${index}`)
      }
      const kept = (await entries(id)).map(({ entityId }) => entityId)
      const expected = Array.from({ length: 60 }, (_, index) => `con_${index}`).filter((_, index) => index % 3 !== 0)
      assert.deepEqual(kept.sort(), expected.sort())
    })

    test('a failing statement fails its job and nothing of the job is kept', async () => {
      const id = await newTenant()
      const duplicate = async (tx: TenantTx) => {
        noteChange(tx)
        await sql`insert into tenant select * from tenant where tenant_id = ${id}`.execute(tx.db)
      }
      await assert.rejects(opened.storage.writeTenant(id, duplicate))
      assert.deepEqual(await entries(id), [])
      await opened.storage.writeTenant(id, async (tx) => noteChange(tx))
      assert.equal((await entries(id)).length, 1)
    })

    test("the feed's order is commit order, so a reader finds every change after its last position", async (t) => {
      const other = await opened.beside()
      t.after(() => other.close())
      const id = await newTenant()
      let writing = true
      const writer = async ({ storage }: TestStorage, count: number): Promise<void> => {
        for (let index = 0; index < count; index++) {
          await storage.writeTenant(id, async (tx) => {
            noteChange(tx)
            for (let wait = index % 4; wait > 0; wait--) await tx.now()
            if (index % 2) noteChange(tx)
          })
        }
      }
      const writers = [writer(opened, 15), writer(opened, 15), writer(other, 15), writer(other, 15)]
      const done = Promise.all(writers).finally(() => {
        writing = false
      })
      let known: string[] = []
      for (let last = false; !last; ) {
        last = !writing
        const now = await entries(id)
        assert.deepEqual(
          now.map(({ position }) => position),
          now.map((_, index) => index + 1),
          'numbered without a gap',
        )
        const ids = now.map(({ entityId }) => entityId)
        assert.deepEqual(ids.slice(0, known.length), known, 'nothing appears behind what was read')
        known = ids
        await turn()
      }
      await done
      assert.equal(known.length, 4 * (15 + 7))
    })

    test('a transaction that changes validity raises the epochs of its areas by one and notifies listeners after commit', async () => {
      const other = await newTenant()
      const epochs = async () => (await recentChanges(opened.storage.platform)).epochs
      const epoch = async () => (await epochs()).get(tenantArea(tenantId)) ?? 0
      const told: ChangedAreas[] = []
      opened.storage.onValidityChange((areas) => {
        if (areas !== 'everything' && areas.includes(tenantArea(tenantId))) told.push(areas)
      })
      const before = await epoch()
      const elsewhere = (await epochs()).get(tenantArea(other))
      await write(async () => {})
      assert.equal(await epoch(), before, 'an ordinary change does not')
      await write(async (tx) => {
        tx.changeValidity()
        tx.changeValidity()
        assert.equal(told.length, 0)
      })
      assert.equal(await epoch(), before + 1)
      assert.deepEqual(told[0], [tenantArea(tenantId)])
      assert.equal((await epochs()).get(tenantArea(other)), elsewhere, "another tenant's stays")
      const failing = write(async (tx) => {
        tx.changeValidity()
        throw new Error('no')
      })
      await assert.rejects(failing)
      assert.equal(await epoch(), before + 1, 'a failed one does not')
      await opened.storage.writePlatform(async (tx) => tx.changeValidity(applicationArea('app_1')))
      assert.equal((await epochs()).get(applicationArea('app_1')), 1, 'the first change of an area makes its epoch')
    })

    test('all readers of a store use its one clock, which tests move by hand', async () => {
      const { storage, clock } = opened
      const before = await storage.platform.now()
      assert.ok(Math.abs(before - clock.now()) < 5000)
      clock.advanceSeconds(3600)
      assert.ok((await storage.tenant(tenantId).now()) - before >= 3600_000)
      assert.ok((await write((tx) => tx.now())) - before >= 3600_000)
    })

    test('young audit entries can only be added and read (threats row 63)', async () => {
      const id = await newTenant()
      assert.equal((await auditEntries(opened.storage.tenant(id), 10)).length, 1)
      const edits = [
        sql`update audit_entry set actor_kind = 'nobody'`,
        sql`update audit_entry set detail = '{}' where tenant_id = ${id}`,
        sql`delete from audit_entry`,
        sql`delete from audit_entry where tenant_id = ${id}`,
        sql`update platform_audit_entry set action = 'nothing'`,
        sql`delete from platform_audit_entry`,
        ...(store === 'postgres' ? [sql`truncate audit_entry`, sql`truncate platform_audit_entry`] : []),
      ]
      await opened.storage.writePlatform(async (tx) => {
        await sql`insert into platform_audit_entry (audit_entry_id, at, actor_kind, action, subject_kind, subject_id, detail)
          values ('aud_1', ${Date.now()}, 'host', 'tested', 'nothing', '', '{}')`.execute(tx.db)
      })
      for (const edit of edits) {
        await assert.rejects(
          opened.storage.writePlatform(async (tx) => void (await edit.execute(tx.db))),
          /final/,
        )
      }
      assert.equal((await auditEntries(opened.storage.tenant(id), 10)).length, 1)
    })

    // On PostgreSQL readers and writers share a pool; there only the types of the handles separate them.
    if (store === 'sqlite') {
      test('a reader cannot write', async () => {
        const insert = sql`insert into operator (operator_id, name, created_at) values ('x', 'x', 0)`
        await assert.rejects(insert.execute(opened.storage.platform.db), /readonly/)
      })
    }

    test('a foreign key cannot lead to another tenant, because keys include the tenant', async () => {
      const [mine, theirs] = [await newTenant(), await newTenant()]
      const tenant = {
        tenantId: mine,
        operatorId: 'x',
        environment: 'production',
        name: 'x',
        requiresSecondStep: false,
        sharesBudget: false,
      } as const
      const request = { label: 'Key', scope: 'contact:read' }
      const { apiKeyId, refreshToken } = await createApiKey(opened.world.at(tenant), request, HOST)
      const crossing = opened.storage.writeTenant(theirs, (tx) =>
        insertRefreshToken(tx, {
          refreshTokenId: 'rt_1',
          hash: 'h',
          lastFour: 'xxxx',
          apiKeyId,
          grantId: null,
          scopes: '',
          createdAt: 0,
          expiresAt: null,
        }),
      )
      await assert.rejects(crossing, /foreign key/i)
      assert.equal((await apiKeys(opened.storage.tenant(mine))).length, 1)
      assert.equal((await apiKeys(opened.storage.tenant(theirs))).length, 0)
      const hash = secretHash(refreshToken)
      assert.ok(await opened.storage.writeTenant(mine, (tx) => lockRefreshToken(tx, hash)))
      assert.equal(await opened.storage.writeTenant(theirs, (tx) => lockRefreshToken(tx, hash)), undefined)
      assert.equal(await findAccessToken(opened.storage.tenant(theirs), hash), undefined)
      const none = await activeAccessTokens(opened.storage.tenant(theirs), 'rt_1', 0)
      assert.deepEqual({ ...none }, { count: 0, earliestExpiry: null })
    })

    test("a prepared query is built once and run with each call's arguments", async () => {
      let built = 0
      const find = prepared<{ operatorId: string; limit: number | null }, { name: string; limit: number | null }>(
        (db, argument) => {
          built++
          return db
            .selectFrom('operator')
            .select(['name', (eb) => eb.cast<number | null>(eb.val(argument('limit')), 'integer').as('limit')])
            .where('operator_id', '=', argument('operatorId'))
        },
      )
      await newTenant()
      const [first, second] = [`operator-${operators}`, 'alpine']
      const ask = async (session: Session, operatorId: string, limit: number | null) =>
        (await find(session, { operatorId, limit })).rows.map((row) => ({ ...row }))
      const { platform } = opened.storage
      assert.deepEqual(await ask(platform, first, 1), [{ name: first, limit: 1 }])
      assert.deepEqual(await ask(platform, second, null), [{ name: second, limit: null }])
      assert.deepEqual(await ask(platform, "' or 1=1 --", 1), [])
      assert.deepEqual(await write((tx) => ask(tx, second, 7)), [{ name: second, limit: 7 }])
      assert.equal(built, 1)
    })

    test('of many parallel claims of one idempotency key one gets it, and the others find its result', async (t) => {
      const other = await opened.beside()
      t.after(() => other.close())
      const id = await newTenant()
      const claim = { principal: 'key_1', key: 'k', argumentsHash: 'hash' }
      let claimed = 0
      const attempt = async ({ storage }: TestStorage): Promise<string> =>
        storage.writeTenant(id, async (tx) => {
          const known = await claimIdempotencyKey(tx, claim)
          if (known !== null) return known.outcome
          claimed++
          for (let wait = 0; wait < 5; wait++) await tx.now()
          await recordOutcome(tx, claim, `made by ${claimed}`)
          return `made by ${claimed}`
        })
      const outcomes = await Promise.all(Array.from({ length: 12 }, (_, index) => attempt(index % 2 ? opened : other)))
      assert.equal(claimed, 1)
      assert.deepEqual(new Set(outcomes), new Set(['made by 1']))
    })

    test('a failing job releases its claim, and the next one gets it', async () => {
      const id = await newTenant()
      const claim = { principal: 'key_1', key: 'k', argumentsHash: 'hash' }
      const failing = opened.storage.writeTenant(id, async (tx) => {
        assert.equal(await claimIdempotencyKey(tx, claim), null)
        throw new Error('no')
      })
      await assert.rejects(failing, /no/)
      await opened.storage.writeTenant(id, async (tx) => {
        assert.equal(await claimIdempotencyKey(tx, claim), null)
      })
    })
  })
}
