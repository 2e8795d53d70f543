/** `operator create --file`: many operators at once, with people and settings; repeated, nothing changes. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { type Place, preparedPlace, storesFor } from '../support/test-server.ts'
import { openTestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

/** What creating and inviting writes. */
const TABLES = [
  'operator',
  'tenant',
  'user_account',
  'user_invitation',
  'outbox_message',
  'operator_settings',
  'operator_profile',
  'change_head',
  'audit_entry',
] as const

const FILE = `operator_id;name;environments;email;person name;surname;roles;record_limit;timezone;maxDutyMinutes;requires second step
alpine;Alpine Jet;;anna@alpine.example;Anna;Alder;;5000;Europe/Zurich;700;yes
alpine;;;leo@alpine.example;Leo;Lind;OPS SALES;;;;
borealis;Borealis;production;;;;;;;;
`

for (const store of storesFor('sql')) {
  describe(`operators out of a file (${store})`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'airside-operators-'))
    const file = join(folder, 'operators.csv')
    let place: Place
    before(async () => {
      place = await preparedPlace(store)
    })
    after(async () => {
      await place.dispose()
      rmSync(folder, { recursive: true, force: true })
    })
    beforeEach(() => writeFileSync(file, FILE))

    const withMail = () => ({ ...place.environment, AIRSIDE_SMTP_URL: 'smtp://127.0.0.1:1' })
    const run = (...args: string[]) => runCommand(args, withMail())
    const create = async (...more: string[]) =>
      JSON.parse(await run('operator', 'create', '--file', file, '--json', ...more))
    const stored = async () => {
      const opened = await openTestStorage(store, { ...place, dispose: async () => {} })
      try {
        const { db } = opened.storage.platform
        const rows = TABLES.map((table) => sql`select * from ${sql.table(table)}`.execute(db))
        return (await Promise.all(rows)).map((each) => each.rows.map((row) => JSON.stringify(row)).toSorted())
      } finally {
        await opened.close()
      }
    }
    const refusedWith = async (text: string, environment: Record<string, string> = withMail()): Promise<string> => {
      writeFileSync(file, text)
      const failed = await runCommand(['operator', 'create', '--file', file], environment).then(
        () => assert.fail('the file was carried out'),
        (error: { stderr: string }) => error.stderr,
      )
      return failed
    }

    test('a dry run tells what would be created, and creates nothing', async () => {
      const before = await stored()
      const told = await create('--dry-run')
      assert.deepEqual(told, {
        operators: 2,
        addresses_created: 3,
        invited: 4,
        unchanged: 0,
        notes: [],
        dry_run: true,
      })
      assert.deepEqual(await stored(), before)
    })

    test('every mistake of a file is named with its line, and nothing is created', async () => {
      const before = await stored()
      const told = await refusedWith(
        [
          'operator_id,name,email,person name,surname,roles,timezone,maxDutyMinutes,requires second step',
          'Alpine,Alpine Jet,,,,,,,',
          'cobalt,,nobody,Carl,Cole,PILOT,Mars/Olympus,5000,perhaps',
          'delta,Delta,dora@delta.example,Dora,,,,,',
          'delta,Delta Two,dora@delta.example,Dora,Dahl,,,,',
        ].join('\n'),
      )
      for (const words of [
        /line 2: An operator id has/,
        /line 3: An operator's name has/,
        /line 3: email is not an e-mail address/,
        /line 3: There is no role "PILOT"/,
        /line 3: "Mars\/Olympus" is no time zone/,
        /line 3: maxDutyMinutes is from 60 to 1440/,
        /line 3: requiresSecondStep is yes or no/,
        /line 4: The surname of the person is missing/,
        /line 5: name is not what line 4 says/,
        /line 5: dora@delta.example stands in line 4 already/,
      ]) {
        assert.match(told, words)
      }
      assert.match(
        await refusedWith('operator_id,name,maxDutyMinute\nalpine,Alpine,600\n'),
        /no column "maxDutyMinute"/,
      )
      assert.match(await refusedWith('operator_id,name\nalpine\n'), /line 2: 1 values/)
      assert.match(await refusedWith('name\nAlpine\n'), /line 1: A column is missing: name one "operator_id"/)
      assert.match(await refusedWith(FILE, place.environment), /AIRSIDE_SMTP_URL is not set/)
      const { stderr } = await run('operator', 'create', '--file', file, '--name', 'A').catch((error) => error)
      assert.match(stderr, /names and environments stand in the file/)
      assert.deepEqual(await stored(), before)
    })

    test('operators are created with settings, and their people are invited', async () => {
      const told = await create()
      assert.equal(told.addresses_created, 3)
      assert.equal(told.invited, 4)
      const opened = await openTestStorage(store, { ...place, dispose: async () => {} })
      try {
        const { db } = opened.storage.platform
        const mails = await db.selectFrom('outbox_message').select(['recipient', 'subject', 'body']).execute()
        const invitations = mails.filter(({ subject }) => subject.startsWith('Your invitation to Alpine Jet'))
        assert.deepEqual(invitations.map(({ recipient }) => recipient).toSorted(), [
          'anna@alpine.example',
          'anna@alpine.example',
          'leo@alpine.example',
          'leo@alpine.example',
        ])
        assert.match(invitations[0]?.body ?? '', /The host of Airside invites you to Alpine Jet/)
        const settings = await db.selectFrom('operator_settings').select(['rules', 'updated_by']).execute()
        assert.deepEqual(
          settings.map(({ rules }) => JSON.parse(rules).dutyLimits.maxDutyMinutes),
          [700, 700],
        )
        assert.match(settings[0]?.updated_by ?? '', /HOST/)
        const tenants = await db.selectFrom('tenant').select(['operator_id', 'second_step_required']).execute()
        const required = (id: string) =>
          tenants.filter(({ operator_id }) => operator_id === id).map((tenant) => tenant.second_step_required)
        assert.deepEqual(required('alpine'), [1, 1])
        assert.deepEqual(required('borealis'), [0])
        const zones = await db.selectFrom('operator_profile').select('timezone').execute()
        assert.deepEqual(
          zones.map(({ timezone }) => timezone),
          ['Europe/Zurich', 'Europe/Zurich'],
        )
        const heads = await db.selectFrom('change_head').select('record_limit').execute()
        assert.equal(heads.filter(({ record_limit }) => record_limit === 5000).length, 2)
      } finally {
        await opened.close()
      }
    })

    test('repeating the file changes nothing, and a further person is invited alone', async () => {
      await run('operator', 'limit', '--operator', 'alpine', '--environment', 'sandbox', '--records', '7000')
      const before = await stored()
      assert.equal((await create()).unchanged, 2)
      assert.deepEqual(await stored(), before)
      writeFileSync(file, `${FILE}borealis;;;bo@borealis.example;Bo;Berg;;;;;\n`)
      const told = await create()
      assert.deepEqual([told.addresses_created, told.invited, told.unchanged], [0, 1, 1])
    })

    test('whoever was removed stays so, and suspended operators are left alone; both are told by line (threats row 205)', async () => {
      await run(
        'user',
        'remove',
        '--operator',
        'alpine',
        '--environment',
        'production',
        '--email',
        'leo@alpine.example',
        '--yes',
      )
      await run('operator', 'suspend', 'borealis', '--reason', 'Left', '--yes')
      const before = await stored()
      const { notes, invited } = await create()
      assert.equal(invited, 0)
      assert.deepEqual(notes, [
        { line: 3, message: 'leo@alpine.example was removed from alpine (production) and is not invited anew' },
        { line: 4, message: 'borealis (production) is suspended and was left alone' },
      ])
      assert.deepEqual(await stored(), before)
    })
  })
}
