/** Every incident of the table in docs/hosting.md is walked by a test; this one says which. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../../..')
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** What happened, and the titles of the tests that walk it, by their file. */
const WALKED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'the only administrator of an operator lost the second step': {
    'identity/recovery': [
      'the host sends a reset and ends a second step at the command line, for any user, beside the running server',
    ],
  },
  'a laptop or a mailbox of an operator was taken over': {
    'commands/suspend-and-delete': [
      'a suspended person is signed out, cannot sign in, and nothing that their session began commits',
    ],
    'commands/incidents': [
      'revoke operator ends keys, grants, codes and sessions there at every process, and nothing of another operator',
    ],
  },
  'somebody of staff is compromised': {
    'portal/staff-incident': [
      'staff suspend ends sessions and refuses sign-in until staff resume',
      'staff end-sessions signs one out everywhere, and others stay; without a name everybody',
    ],
  },
  'an application does harm': {
    'oauth/application-mode': [
      'a suspension ends live tokens soon in both environments, and a resumed application works again',
    ],
    'commands/suspend-and-delete': [
      'a deleted application is disconnected everywhere and found in no list, and operators read why',
    ],
  },
  'a secret of an application leaked': {
    'commands/incidents': [
      'app renew-secret ends the old secret at once, or after the given hours',
      'revoke app ends its tokens at every operator and leaves keys and other applications alone',
    ],
  },
  'a key leaked, or one connection looks wrong': {
    'commands/suspend-and-delete': [
      'a suspended key is refused and its access tokens stay dead when it resumes',
      'a suspended grant that is disconnected cannot be connected again until the host resumes or ends it',
    ],
    'commands/incidents': ['grant list and show name no secret, and grant end disconnects'],
  },
  'somebody asks to be forgotten': {
    'tenancy/restored-operator.slow': ['a person gets what is held of them, without secrets'],
    'operations/passengers': [
      'erasing a person who has flown leaves a stub on the closed flight, whose passengers change only with a reason (data row D2)',
    ],
  },
  'a backup was restored': {
    'commands/incidents': [
      'revoke before ends what was issued before the time, at every operator, and nothing after it',
    ],
    'hosting/guide': [
      'the commands of docs/hosting.md install, prepare PostgreSQL, serve with a role that reads and writes rows, stop, back up and restore',
    ],
  },
  'one operator’s records were spoiled': {
    'tenancy/restored-operator.slow': [
      'its records are those of the backup, what was revoked since stays revoked, and old cursors are refused',
    ],
  },
  'an operator leaves': {
    'tenancy/asked-export': [
      'an administrator asks for it, every administrator is told, and takes one file and a table of each kind',
    ],
    'tenancy/restored-operator.slow': [
      'an operator leaves with its data, and a deleted one comes back suspended, with its people and without its keys',
    ],
  },
  'the disk of the store is full, PostgreSQL or embedded': {
    'storage/store-trouble': [
      'a full disk is told to clients, in /readyz and in metrics while reads go on, until there is room',
      'PostgreSQL’s codes for no room and for reading alone are told the same way',
    ],
  },
  'a clock jumped': {
    'hosting/doctor': ["doctor reports a machine whose clock jumped away from the store's (hosting.md, incidents)"],
    'storage/background-work': ['a clock that was set back delays no background job'],
  },
  'the certificate expired': {
    'hosting/expired-certificate': [
      'clients refuse an expired certificate, and are answered again once the proxy has a new one',
    ],
  },
  'a migration fails or was wrong': {
    'storage/migrations.slow': ['a failed migration leaves nothing behind'],
    'hosting/last-release': ['is ready on the schema of today, writes records of every kind there, and starts again'],
  },
}

const incidents = (): string[] => {
  const [, section = ''] = text('docs/hosting.md').split('\n## Incidents\n')
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| ([^|]+?) \|/gm)]
    .map(([, what = '']) => what.replaceAll("'", '’'))
    .filter((what) => what !== 'What happened')
}

test('every incident that docs/hosting.md tells of is walked by a test', () => {
  assert.deepEqual(incidents().toSorted(), Object.keys(WALKED).toSorted())
})

for (const [incident, files] of Object.entries(WALKED)) {
  test(`the tests that walk "${incident}" exist`, () => {
    for (const [file, titles] of Object.entries(files)) {
      const held = text(`server/test/${file}.test.ts`)
      for (const title of titles) assert.ok(held.includes(title), `${file}: ${title}`)
    }
  })
}
