/** A check that waited for its row judges by the time at which it has the row (ADR 94, threats row 143). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { claimJob } from '../../src/storage/background-jobs.ts'
import type { PlatformTx } from '../../src/storage/handles.ts'
import { insertPasskeyChallenge, takePasskeyChallenge } from '../../src/storage/identity/passkey-challenges.ts'
import { insertApiKey } from '../../src/storage/oauth/api-keys.ts'
import { insertRefreshToken, lockRefreshToken } from '../../src/storage/oauth/refresh-tokens.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { onPostgres, storesFor } from '../support/test-server.ts'
import { openTestStorage, type TestStorage } from '../support/test-storage.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

const EVERY_MS = 30_000

for (const store of storesFor('locks')) {
  describe(`two processes with slightly different clocks (${store})`, () => {
    let one: TestStorage
    let other: TestStorage
    before(async () => {
      one = await openTestStorage(store)
      other = await one.beside()
    })
    after(async () => {
      await other.storage.close()
      await one.close()
    })
    const claim = ({ storage }: TestStorage) => storage.writePlatform((tx) => claimJob(tx, 'risk', EVERY_MS))

    test('a background job that one process claimed is not claimed by another whose clock is behind (threats row 143)', async () => {
      one.clock.advanceSeconds(1)
      assert.equal(await claim(one), true)
      assert.equal(await claim(other), false)
      one.clock.advanceSeconds(-1)
      one.clock.advanceSeconds(EVERY_MS / 1000 + 2)
      assert.equal(await claim(one), true)
    })
  })
}

describe('a row that another transaction holds (postgres)', onPostgres('locks'), () => {
  let one: TestStorage
  let other: TestStorage
  let tenantId: string
  let holder: pg.Client
  before(async () => {
    one = await openTestStorage('postgres')
    other = await one.beside()
    tenantId = await one.tenant('alpine')
    holder = new pg.Client({ connectionString: one.place.environment.DATABASE_URL })
    await holder.connect()
  })
  after(async () => {
    await holder.end()
    await other.storage.close()
    await one.close()
  })

  const somebodyWaits = async () => {
    while ((await waitingConnections(holder)).length === 0) await pause(10)
  }
  const holderTime = async (): Promise<number> => {
    const { rows } = await holder.query<{ now: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
    )
    return Number(rows[0]?.now)
  }

  test('a job that another process claims between two statements of a claim is claimed once (threats row 143)', async () => {
    /** The other process claims at the moment at which this one has read the time. */
    let another: boolean | null = null
    const interrupted = (tx: PlatformTx): PlatformTx => ({
      ...tx,
      now: async () => {
        const now = await tx.now()
        another ??= await other.storage.writePlatform((their) => claimJob(their, 'housekeeping', EVERY_MS))
        return now
      },
    })
    for (const round of ['the first time', 'when it is due again']) {
      another = null
      const mine = await one.storage.writePlatform((tx) => claimJob(interrupted(tx), 'housekeeping', EVERY_MS))
      assert.deepEqual([mine, another].toSorted(), [false, true], round)
      for (const { clock } of [one, other]) clock.advanceSeconds(EVERY_MS / 1000 + 1)
    }
  })

  test('a refresh token that was waited for is judged by the time at which its row is there', async () => {
    await one.storage.writeTenant(tenantId, async (tx) => {
      const [createdAt, scopes, apiKeyId] = [await tx.now(), 'flight:read', 'key_1']
      const limits = { aircraft_id_list: null, network_list: null, expires_at: null }
      const made = { label: 'Test', created_at: createdAt, created_by: 'host' }
      await insertApiKey(tx, { api_key_id: apiKeyId, scopes, ...limits, ...made })
      const secret = { refreshTokenId: 'rt_1', hash: 'hash_1', lastFour: 'abcd' }
      await insertRefreshToken(tx, { ...secret, apiKeyId, grantId: null, scopes, createdAt, expiresAt: null })
    })
    await holder.query('begin')
    await holder.query(`select 1 from refresh_token where hash = 'hash_1' for update`)
    const locked = other.storage.writeTenant(tenantId, (tx) => lockRefreshToken(tx, 'hash_1'))
    await somebodyWaits()
    const held = (await holderTime()) + other.clock.offsetMs()
    await holder.query('rollback')
    const { now = 0 } = (await locked) ?? {}
    assert.ok(now >= held, `${now} is ${held - now} ms before the row was free`)
  })

  test('a passkey challenge that expires while its row is waited for is not taken', async () => {
    const asked = { challenge: 'challenge_1', purpose: 'sign-in', holder_hash: 'hash_2' } as const
    const expires_at = (await one.storage.platform.now()) + 500
    await one.storage.writeTenant(tenantId, (tx) => insertPasskeyChallenge(tx, { ...asked, expires_at }))
    await holder.query('begin')
    await holder.query(`update passkey_challenge set purpose = purpose where challenge = 'challenge_1'`)
    const taken = other.storage.writeTenant(tenantId, (tx) => takePasskeyChallenge(tx, asked))
    await somebodyWaits()
    while ((await holderTime()) + other.clock.offsetMs() <= expires_at) await pause(10)
    await holder.query('commit')
    assert.equal(await taken, false)
  })
})
