/** hosting/compose: what its programs say of their files. The images themselves are fetched by nobody here. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SETTINGS } from '../../src/config/environment.ts'
import { isMissing, judgedBy } from '../support/debian-program.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'hosting/compose')
const COMPOSE = '/usr/bin/docker-compose'

test('docker-compose reads hosting/compose/compose.yaml: two servers that wait for migrate, and settings that exist', {
  skip: isMissing(COMPOSE, 'docker-compose'),
}, () => {
  const read = judgedBy(COMPOSE, ['-f', join(FOLDER, 'compose.yaml'), 'config'])
  const names = [...read.matchAll(/^ {6}([A-Z_]+): /gm)]
    .map(([, name]) => name ?? '')
    .filter((name) => !/^POSTGRES_/.test(name))
  assert.ok(names.includes('DATABASE_URL'))
  assert.deepEqual(
    names.filter((name) => !(SETTINGS as readonly string[]).includes(name)),
    [],
  )
  assert.equal(read.match(/condition: service_completed_successfully/g)?.length, 2)
  assert.equal(read.match(/airside_owner:/g)?.length, 1, 'migrate alone has the owner’s role')
})

test('caddy accepts hosting/compose/Caddyfile', { skip: isMissing('/usr/bin/caddy', 'caddy') }, () => {
  judgedBy('/usr/bin/caddy', ['validate', '--adapter', 'caddyfile', '--config', join(FOLDER, 'Caddyfile')])
})

test('hosting/compose/roles.sql gives the rights that docs/hosting.md gives', () => {
  const statements = (sql: string): string[] => sql.match(/^(?:create|grant|alter)[^;]*;/gm) ?? []
  const guide = /```sh run\npsql[\s\S]*?```/.exec(readFileSync(join(ROOT, 'docs/hosting.md'), 'utf8'))?.[0] ?? ''
  assert.ok(statements(guide).length > 0)
  assert.deepEqual(statements(readFileSync(join(FOLDER, 'roles.sql'), 'utf8')), statements(guide))
})

test('every public image is named with its digest, so that a build tomorrow is the build of today', () => {
  const files = ['hosting/Dockerfile', 'hosting/compose/compose.yaml'].map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  )
  const images = files.flatMap((text) =>
    [...text.matchAll(/^\s*(?:ARG BASE=|image: )(\S+)$/gm)].map(([, image]) => image),
  )
  assert.deepEqual(
    images.filter((image) => !/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image ?? '')),
    ['airside'],
    'our own is built here',
  )
  assert.equal(images.length, 4)
})
