/**
 * Logos are re-encoded, so that only pixels remain, and served with their image type (threats row 27; access-model
 * §8).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import type { Failure } from '../../src/domain/failure.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { encodeLogo } from '../../src/services/oauth/application-logo.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import { imagePieces } from '../../src/services/oauth/image-pieces.ts'
import { saveApplicationLogo } from '../../src/storage/oauth/applications.ts'
import { addApplication, authorizePath, GrantScene } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let scene: GrantScene
before(async () => {
  server = await startServer('sqlite')
  scene = await GrantScene.open(server, 'alpine')
})
after(() => server.close())

const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#123456' } })
const marker = Buffer.from('<script>alert("logo")</script>')

test('PNG, JPEG and WebP logos are re-encoded without their metadata', async () => {
  const exif = { IFD0: { ImageDescription: marker.toString() } }
  for (const bytes of [
    await picture().withExif(exif).png().toBuffer(),
    await picture().withExif(exif).jpeg().toBuffer(),
    await picture().withExif(exif).webp().toBuffer(),
    Buffer.concat([await picture().png().toBuffer(), marker]),
  ]) {
    const logo = await encodeLogo(bytes)
    assert.equal(logo.mediaType, 'image/png')
    assert.equal(Buffer.from(logo.bytes).includes('script'), false)
    const { format, width, height, exif: kept } = await sharp(logo.bytes).metadata()
    assert.deepEqual([format, width, height, kept], ['png', 256, 256, undefined])
  }
})

test('SVG, GIF, text, a decompression bomb and more than 1 MB are refused as logos', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>')
  const cut = (await picture().png().toBuffer()).subarray(0, 60)
  for (const bytes of [
    svg,
    await picture().gif().toBuffer(),
    await picture().tiff().toBuffer(),
    marker,
    Buffer.alloc(0),
    cut,
  ]) {
    await assert.rejects(encodeLogo(bytes), { code: 'invalid_request' })
  }
  await assert.rejects(encodeLogo(await picture(2100, 2100).png().toBuffer()), /at most 4 million pixels/)
  await assert.rejects(encodeLogo(await picture(100_000, 1).png().toBuffer()), /at most 8000 pixels wide and high/)
  const bomb = await picture(5000, 5000).png({ compressionLevel: 9 }).toBuffer()
  assert.ok(bomb.length < 1024 * 1024)
  await assert.rejects(encodeLogo(bomb), { code: 'invalid_request' })
  await assert.rejects(encodeLogo(Buffer.alloc(1024 * 1024 + 1)), /at most 1 MB/)
})

/** As many empty pieces as fit into a megabyte, after the beginning of a picture. */
const PIECES = 70_000
const crowded = async (format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> => {
  const bytes = await picture().toFormat(format).toBuffer()
  const [piece, after] = {
    png: [Buffer.from('\0\0\0\0tEXt\x2c\xe3\xea\x6f', 'latin1'), 33],
    jpeg: [Buffer.from('\xff\xfe\0\x02', 'latin1'), 2],
    webp: [Buffer.from('abcd\0\0\0\0', 'latin1'), bytes.length],
  }[format] as [Buffer, number]
  return Buffer.concat([bytes.subarray(0, after), ...Array<Buffer>(PIECES).fill(piece), bytes.subarray(after)])
}

test('a picture of more than a thousand chunks or segments reaches no decoder (threats row 541)', async () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    await assert.rejects(encodeLogo(await crowded(format)), /at most 1000 chunks or segments/, format)
    // What photographs are made of is far from it.
    const large = await sharp(Buffer.from(Array.from({ length: 3 * 640_000 }, (_, at) => (at * at * 31) % 251)), {
      raw: { width: 800, height: 800, channels: 3 },
    })
      .withExif({ IFD0: { ImageDescription: 'x'.repeat(10_000) } })
      .toFormat(format, { quality: 60, progressive: format === 'jpeg' })
      .toBuffer()
    assert.ok(imagePieces(large) > 0 && imagePieces(large) < 500, `${format}: ${imagePieces(large)}`)
  }
})

test('one logo is decoded at a time, and too many at once are refused: the threads also check passwords', async () => {
  // The first takes many times as long as each that follows: those would be done before it, were they not to wait.
  const [large, small] = [await picture(2000, 2000).png().toBuffer(), await picture(2, 2).png().toBuffer()]
  const done: number[] = []
  const refused: string[] = []
  await Promise.all(
    Array.from({ length: 30 }, (_, place) =>
      encodeLogo(place === 0 ? large : small).then(
        () => done.push(place),
        (error: Failure) => refused.push(error.code),
      ),
    ),
  )
  assert.deepEqual(done, [...Array(20).keys()])
  assert.deepEqual([refused.length, ...new Set(refused)], [10, 'too_many_attempts'])
})

test('a logo is served with its image type', async () => {
  const { clientId } = scene.application
  const path = `${scene.at.origin}/application-logo/${clientId}`
  assert.equal((await server.client.ask(path)).status, 404)
  const { bytes } = await encodeLogo(await picture().png().toBuffer())
  await server.world.storage.writePlatform((tx) => saveApplicationLogo(tx, clientId, 'image/png', bytes))
  const answer = await server.client.ask(path)
  assert.deepEqual(
    [answer.status, answer.headers['content-type'], answer.headers['x-content-type-options']],
    [200, 'image/png', 'nosniff'],
  )
  const page = await scene.browser.get(authorizePath(scene.application, 'contact:read'))
  assert.match(page.body, new RegExp(`<img class="logo" src="/application-logo/${clientId}"`))
})

test('a production address shows logos of applications in production, and of those connected or asked for there', async () => {
  const { bytes } = await encodeLogo(await picture().png().toBuffer())
  const { production, sandbox } = await server.operator('northsea')
  const withLogo = async (application: { readonly clientId: string }) => {
    await server.world.storage.writePlatform((tx) => saveApplicationLogo(tx, application.clientId, 'image/png', bytes))
    return application.clientId
  }
  const shown = async (clientId: string) => {
    const at = [scene.at, production, sandbox].map(({ origin }) => `${origin}/application-logo/${clientId}`)
    return Promise.all(at.map(async (path) => (await server.client.ask(path)).status))
  }
  const suspend = (clientId: string) =>
    moveApplication(server.world, clientId, { actions: ['suspend'], by: 'host', reason: 'test' }, HOST)

  const built = await withLogo(await addApplication(server, { name: 'Being built' }, 'test'))
  assert.deepEqual(await shown(built), [404, 404, 200])
  const signIn = await server.client.ask(`${production.origin}/sign-in/?client_id=${built}`)
  assert.doesNotMatch(signIn.body, /application-logo/)

  const connected = await withLogo(scene.application)
  await scene.connect()
  assert.deepEqual(await shown(connected), [200, 200, 200])
  await suspend(connected)
  assert.deepEqual(await shown(connected), [200, 404, 200], 'its connection stays listed at alpine')

  const asked = await withLogo(await addApplication(server, { name: 'Asked for' }))
  const pilot = await ConsoleClient.signIn(server, scene.at, scene.pilot)
  const ASK = 'mutation ($id: ID!) { accessRequestCreate(clientId: $id) { userErrorList { code path } } }'
  await pilot.done('accessRequestCreate', ASK, { id: asked })
  await suspend(asked)
  assert.deepEqual(await shown(asked), [200, 404, 200], 'the request stays listed at alpine')
})
