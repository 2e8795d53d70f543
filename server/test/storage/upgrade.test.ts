/** `migrate` says what an upgrade means before it does anything, and refuses to change a schema under servers that it breaks. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { MIGRATIONS, migrate } from '../../src/storage/migrate.ts'
import { schemaOf } from '../../src/storage/schema-state.ts'
import { openEngine } from '../../src/storage/storage.ts'
import { upgradeOf } from '../../src/storage/upgrade.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { newPlace, type Place, type Store, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

/** What release 0.2.0 had, by its `migrate.ts`. */
const OF_0_2 = [
  '0001-foundation',
  '0002-access',
  '0003-reference',
  '0004-people',
  '0005-authorization',
  '0010-operator-data',
  '0020-console',
  '0030-passkeys',
  '0031-spent-forms',
  '0032-retired-reference',
  '0040-validity-areas',
  '0046-second-step-setup',
  '0047-invitations',
]
const appliedOf = (names: readonly string[]) => names.map((name) => ({ name, needs: null }))
const ALL = MIGRATIONS.map(({ name }) => name)
/** A migration that only adds. */
const WITHOUT_ADDITION = ALL.filter((name) => name !== '0245-write-probe')

describe('what an upgrade means', () => {
  test('it follows from the migrations that the store has', () => {
    const of02 = upgradeOf(appliedOf(OF_0_2), MIGRATIONS)
    assert.equal(of02?.from, 'release 0.2.0')
    assert.equal(of02?.stopsOld, true)
    assert.equal(upgradeOf(appliedOf(OF_0_2.slice(0, 7)), MIGRATIONS)?.from, 'release 0.1.0')
    assert.equal(upgradeOf(appliedOf(OF_0_2.slice(0, 2)), MIGRATIONS)?.from, 'a build before 0.1.0')
    const beforeLast = upgradeOf(appliedOf(WITHOUT_ADDITION), MIGRATIONS)
    assert.match(beforeLast?.from ?? '', /^(a build after )?release 0\.3\.0$/)
    assert.equal(beforeLast?.stopsOld, false, 'what only adds disturbs nobody')
    assert.match(beforeLast?.lines.join(' ') ?? '', /go on meanwhile.*Going back is starting them again/)
    assert.equal(upgradeOf(appliedOf(ALL), MIGRATIONS), null)
    assert.equal(upgradeOf(null, MIGRATIONS), null)
  })

  test('a migration that takes something away stops servers that still use it, and no others', () => {
    const next = (needs: string) => [...MIGRATIONS, { name: '9998-next', needs, up: async () => {} }]
    assert.equal(upgradeOf(appliedOf(ALL), next('9998-next'))?.stopsOld, true)
    assert.equal(upgradeOf(appliedOf(ALL), next('0087-schema-needs'))?.stopsOld, false)
  })
})

const writtenBefore = async (store: Store, names: readonly string[]): Promise<Place> => {
  const place = await newPlace(store)
  const engine = openEngine(readConfig(place.environment))
  await migrate(
    engine,
    MIGRATIONS.filter(({ name }) => names.includes(name)),
  )
  await engine.close()
  return place
}

const schemaIn = async (place: Place): Promise<string[]> => {
  const engine = openEngine(readConfig(place.environment))
  try {
    return ((await engine.onOneConnection(schemaOf)) ?? []).map(({ name }) => name)
  } finally {
    await engine.close()
  }
}

for (const store of storesFor('sql')) {
  describe(`migrate tells the truth about an upgrade (${store})`, () => {
    test('a store of release 0.2.0 is not touched until its servers are said to be stopped', async (t) => {
      const place = await writtenBefore(store, OF_0_2)
      t.after(place.dispose)
      const plan = JSON.parse(await runCommand(['migrate', '--dry-run', '--json'], place.environment))
      assert.equal(plan.written_by, 'release 0.2.0')
      assert.deepEqual([plan.servers_must_stop, plan.can_go_back], [true, false])
      const words =
        /written by release 0\.2\.0[\s\S]*must stop first[\s\S]*restoring a backup[\s\S]*migrate --stop-old.*nothing has changed/
      await assert.rejects(runCommand(['migrate'], place.environment), words)
      assert.deepEqual((await schemaIn(place)).toSorted(), OF_0_2.toSorted(), 'nothing has changed')
      await runCommand(['migrate', '--stop-old'], place.environment)
      assert.deepEqual((await schemaIn(place)).toSorted(), ALL.toSorted())
      assert.match(await runCommand(['migrate'], place.environment), /up to date/)
    })

    test('a store of a build that lacks only additions is migrated while its servers go on', async (t) => {
      const place = await writtenBefore(store, WITHOUT_ADDITION)
      t.after(place.dispose)
      assert.match(await runCommand(['migrate'], place.environment), /^Migrated: /)
    })
  })
}
