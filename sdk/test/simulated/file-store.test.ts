/**
 * The store shared by processes: atomic files that only their owner can read, and a lock that ends with its process.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { withFileLock } from '../../src/node/file-lock.ts'
import { FileStore } from '../../src/node/file-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'airside-store-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const TOKENS = { accessToken: 'a', expiresAt: 1, refreshToken: 'r', scope: 's' }

describe('the file store', () => {
  test('the file store returns what was written, and nothing for another key', async () => {
    const store = new FileStore(join(folder, 'plain'))
    assert.equal(await store.read('one'), null)
    await store.write('one', TOKENS)
    assert.deepEqual(await new FileStore(join(folder, 'plain')).read('one'), TOKENS)
    assert.equal(await store.read('two'), null)
    await store.write('one', null)
    assert.equal(await store.read('one'), null)
  })

  test('folder and files of the store are readable by their owner only', async () => {
    const place = join(folder, 'modes', 'deep')
    const store = new FileStore(place)
    await store.locked('one', () => store.write('one', TOKENS))
    assert.equal(statSync(place).mode & 0o777, 0o700)
    const files = readdirSync(place)
    assert.equal(files.length, 1, 'neither lock nor draft is left behind')
    assert.equal(statSync(join(place, files[0] ?? '')).mode & 0o777, 0o600)
  })

  test("a file's name does not reveal its key", async () => {
    const store = new FileStore(join(folder, 'names'))
    await store.write('http://alpine.localhost key abc', TOKENS)
    assert.match(readdirSync(join(folder, 'names'))[0] ?? '', /^[0-9a-f]{32}\.json$/)
  })

  for (const broken of ['', '{', 'null', '[]', '{"accessToken":1,"expiresAt":2}', '{"accessToken":"a"}']) {
    test(`a file that contains ${broken || 'nothing'} reads as missing`, async () => {
      const place = join(folder, 'broken')
      const store = new FileStore(place)
      await store.write('one', TOKENS)
      writeFileSync(join(place, readdirSync(place)[0] ?? ''), broken)
      assert.equal(await store.read('one'), null)
      await store.write('one', TOKENS)
      assert.deepEqual(await store.read('one'), TOKENS)
    })
  }
})

describe('the lock', () => {
  test('the lock admits one caller at a time', async () => {
    const path = join(folder, 'turns.lock')
    let inside = 0
    let most = 0
    const job = async () => {
      inside++
      most = Math.max(most, inside)
      await new Promise(setImmediate)
      inside--
    }
    await Promise.all(Array.from({ length: 10 }, () => withFileLock(path, job)))
    assert.equal(most, 1)
  })

  test('the lock is released when its job fails', async () => {
    const path = join(folder, 'failing.lock')
    await assert.rejects(
      withFileLock(path, () => Promise.reject(new Error('no'))),
      /no/,
    )
    assert.equal(await withFileLock(path, async () => 'in'), 'in')
  })

  test('the lock of a dead process is broken at once', async () => {
    const path = join(folder, 'dead.lock')
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(path, JSON.stringify({ id: 'x', pid, host: hostname() }))
    assert.equal(await withFileLock(path, async () => 'in'), 'in')
  })

  test('the lock of a living process is respected until the caller aborts', async () => {
    const path = join(folder, 'living.lock')
    writeFileSync(path, JSON.stringify({ id: 'x', pid: process.pid, host: hostname() }))
    const leaver = new AbortController()
    const waiting = withFileLock(path, async () => 'in', leaver.signal)
    setTimeout(() => leaver.abort(new Error('enough')), 100)
    await assert.rejects(waiting, /enough/)
  })

  test('a broken lock is not released by its former owner', async () => {
    const path = join(folder, 'stolen.lock')
    await withFileLock(path, async () => writeFileSync(path, 'somebody else'))
    assert.ok(statSync(path).size > 0)
  })
})
