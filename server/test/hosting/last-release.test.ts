/**
 * The last release, started from its commit on the schema of today (ADR 58; docs/releasing.md names the commits). Its
 * packages are those of today where both name the same versions, which is checked.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { stopOwnPostgres } from '../support/postgres.ts'
import { isInThisClone, RELEASES, unpackRelease } from '../support/releases.ts'
import { runCommand, runProgram, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { newPlace, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

const ORIGIN = 'http://moving.localhost'
const WHERE = ['--operator', 'moving', '--environment', 'production']
const CREATE_KEY = ['api-key', 'create', ...WHERE, '--label', 'Old', '--scope', 'contact:read contact:write']
const CREATE =
  'mutation ($input: ContactInput!) { contactCreate(input: $input) { contact { name } userErrorList { code } } }'

/** The last whose servers do not go on beside their successors. */
const MUST_STOP = '0.2.0'
const { commit: stopped = '' } = RELEASES.find(({ version }) => version === MUST_STOP) ?? {}
const [{ version: newest, commit } = { version: '', commit: '' }] = RELEASES

const missing = (wanted: string): string | false =>
  !isInThisClone(wanted) &&
  `commit ${wanted} is not in this clone: git fetch --unshallow brings it, without it the last release is not tried`

const folder = mkdtempSync(join(tmpdir(), 'airside-release-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The main file of a commit's server. */
const programOf = (wanted: string): string => join(unpackRelease(wanted, folder), 'server/src/main.ts')

const keyIn = (said: string): string => /air_live_ak_\w+/.exec(said)?.[0] ?? assert.fail(said)

const asWith = async (server: ServerProcess, key: string, query: string, variables: object = {}) => {
  const token = (await server.client.form(`${ORIGIN}/access_token/refresh/`, { refresh_token: key })).body
  const answer = await server.client.ask(`${ORIGIN}/api/graphql/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  assert.equal(answer.status, 200, answer.body)
  return answer.json<{ data: Record<string, unknown>; errors?: unknown }>()
}

const addContact = async (server: ServerProcess, key: string, name: string): Promise<void> => {
  const { data, errors } = await asWith(server, key, CREATE, { input: { kind: 'HANDLER', name } })
  assert.deepEqual([data?.contactCreate, errors], [{ contact: { name }, userErrorList: [] }, undefined])
}

const contactsIn = async (server: ServerProcess, key: string): Promise<string> =>
  JSON.stringify((await asWith(server, key, '{ contactList { nodeList { name } } }')).data)

const assertReady = async (server: ServerProcess): Promise<void> => {
  const { status, body } = await server.client.ask('http://localhost/readyz')
  assert.equal(status, 200, body)
  assert.match(body, /"status":"ready"/)
}

for (const store of storesFor('sql')) {
  describe(`a store of an earlier program (${store})`, () => {
    test(`release ${MUST_STOP} must stop before its store is migrated, refuses it then, and what it wrote is served`, {
      skip: missing(stopped),
    }, async (t) => {
      const place = await newPlace(store)
      t.after(place.dispose)
      const program = programOf(stopped)
      const old = (args: readonly string[]) => runProgram(args, place.environment, '', program)
      await old(['operator', 'create', 'moving', '--name', 'Moving'])
      const key = keyIn(await old(CREATE_KEY))
      const before = await startServerProcess(place.environment, [], program)
      try {
        await addContact(before, key, 'Written by the release')
      } finally {
        await before.stop()
      }
      const plan = JSON.parse(await runCommand(['migrate', '--dry-run', '--json'], place.environment))
      assert.deepEqual([plan.written_by, plan.servers_must_stop], [`release ${MUST_STOP}`, true])
      await runCommand(['migrate', '--stop-old'], place.environment)
      await assert.rejects(startServerProcess(place.environment, [], program), /prepared by a newer version/)
      const now = await startServerProcess(place.environment)
      try {
        assert.match(await contactsIn(now, key), /Written by the release/)
        await addContact(now, key, 'Written since')
      } finally {
        await now.stop()
      }
    })

    test(`release ${newest} is ready on the schema of today, writes records of every kind there, and starts again`, {
      skip: missing(commit),
    }, async (t) => {
      const place = await newPlace(store)
      t.after(place.dispose)
      await runCommand(['migrate'], place.environment)
      const program = programOf(commit)
      const old = (args: readonly string[]) => runProgram(args, place.environment, '', program)
      await old(['operator', 'create', 'moving', '--name', 'Moving'])
      const key = keyIn(await old(CREATE_KEY))
      // The demo has records of every kind, people, applications, grants and keys, written as the old program writes them.
      for (const [name, args] of [
        ['First', ['--demo']],
        ['Again', []],
      ] as const) {
        const server = await startServerProcess(place.environment, args, program)
        try {
          await assertReady(server)
          await addContact(server, key, name)
        } finally {
          await server.stop()
        }
      }
      const now = await startServerProcess(place.environment)
      try {
        assert.match(await contactsIn(now, key), /First.*Again|Again.*First/)
      } finally {
        await now.stop()
      }
    })
  })
}
