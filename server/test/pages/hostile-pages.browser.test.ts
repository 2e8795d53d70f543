/** Attacks in a real Chromium: frames, forged forms, names with markup (threats rows 25 to 27). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type StrangerServer, startStrangerServer } from '../support/callback-server.ts'
import { ChromiumScene } from '../support/chromium-scene.ts'
import { addApplication } from '../support/code-grant.ts'
import { becomes } from '../support/soon.ts'

let at: ChromiumScene
let stranger: StrangerServer
before(async () => {
  ;[at, stranger] = await Promise.all([ChromiumScene.open(), startStrangerServer()])
})
beforeEach(() => at.newProfile())
after(() => Promise.all([at?.close(), stranger?.close()]))

/** Another port of the same host is same-site for a browser, so it sends the session's cookie. Another host is not. */
const strangersPlaces = () => [`http://alpine.localhost:${stranger.port}/`, `http://127.0.0.1:${stranger.port}/`]

test('another site cannot frame the consent page (threats row 26)', async () => {
  await at.askAs(at.scene.admin)
  await at.heading(/^Allow/)
  stranger.markup = `<iframe src="${at.question().replaceAll('&', '&amp;')}" width="900" height="900"></iframe>`
  for (const address of strangersPlaces()) {
    await at.page.goto(address)
    const frame = at.page.frames()[1]
    assert.ok(frame)
    await frame.waitForLoadState()
    await becomes('what the frame shows', () => frame.url(), /^chrome-error:/)
    assert.equal(await frame.locator('form, button').count(), 0)
  }
})

test('another site can neither post a consent decision nor sign a user out (threats row 25)', async () => {
  await at.askAs(at.scene.admin)
  const request = await at.page.locator('input[name=request]').inputValue()
  const form = (path: string, fields = '') =>
    `<form method="post" action="${at.scene.at.origin}${path}">${fields}<button>Win</button></form>`
  const forged = [
    form('/consent/', `<input name="request" value="${request}"><input name="decision" value="allow">`),
    form('/account/', '<input name="intent" value="sign-out-everywhere">'),
    form('/sign-out/'),
  ]
  for (const address of strangersPlaces()) {
    for (const markup of forged) {
      stranger.markup = markup
      await at.page.goto(address)
      const [answer] = await Promise.all([
        at.page.waitForResponse(/:\d+\/(consent|account|sign-out)\//),
        at.press('Win'),
      ])
      assert.equal(answer.status(), 403)
      await at.heading('This page is no longer valid')
    }
  }
  assert.deepEqual(at.callback.returned, [])
  await at.goToAccount()
  await at.heading('Anna Test')
})

test('text from outside is shown as text, even without a content security policy (threats row 27)', async () => {
  const attack = '<script>globalThis.attacked = 1</script><img src=x onerror="globalThis.attacked = 1">'
  const hostile = await addApplication(at.server, {
    name: attack.slice(0, 80),
    description: attack,
    contact: `"><svg onload="globalThis.attacked = 1">${attack}`,
    kind: 'pilot-logbook',
    personal: true,
    redirectUris: [at.callback.redirectUri],
  })
  // Registration would refuse this; the page must be safe without relying on that.
  await at.server.world.storage.writePlatform(async (tx) => {
    const website = 'javascript:globalThis.attacked=1'
    await tx.db.updateTable('application').set({ website }).where('client_id', '=', hostile.clientId).execute()
  })
  await at.newProfile({ bypassCSP: true })
  const isInert = async (): Promise<void> => {
    assert.ok(await at.page.getByText('<script>globalThis.attacked').count(), 'it is there, as text')
    assert.equal(await at.page.evaluate('globalThis.attacked'), undefined)
    assert.equal(
      await at.page.locator('script:not([src="/assets/passkey.js"]), img, svg[onload], a[href^="javascript"]').count(),
      0,
    )
  }
  await at.page.goto(at.question(hostile, 'own:profile'))
  await isInert()
  await at.fillIn(at.scene.pilot)
  await at.press('Sign in')
  await at.heading(/^Allow/)
  await isInert()
  await at.exchange(await at.allow(), hostile)
  await at.goToAccount()
  await isInert()
  assert.deepEqual(at.complaints, [])
})
