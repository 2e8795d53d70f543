/** Ways back in, in a real browser: recovery codes in the console, an administrator's help, and the link of a forgotten password. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { fromBase32, totpCode } from '../../server/src/domain/identity/totp.ts'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { textOf } from './support/downloads.ts'

describe('ways back in, in a browser', () => {
  let demo: DemoConsole
  let origin: string
  let admin: Page
  let pilot: Page
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    admin = await demo.signIn(tenant, tenant.admin)
    pilot = await demo.signIn(tenant, tenant.pilot)
  })
  after(() => demo.stop())

  const email = () => demo.tenant('alpine', 'production').pilot
  const rowOfPilot = () => admin.getByRole('row', { name: new RegExp(email()) })

  test('a second step comes with ten recovery codes that are shown once', async () => {
    await pilot.goto(`${origin}/console/account`)
    await pilot.getByRole('button', { name: 'Set up' }).click()
    const secret = ((await pilot.locator('form code').textContent()) ?? '').replaceAll(' ', '')
    await pilot.getByLabel('Code it shows').fill(totpCode(fromBase32(secret), Math.floor(Date.now() / 30_000)))
    await pilot.getByRole('button', { name: 'Turn on' }).click()
    await pilot.getByText('Store your recovery codes.').waitFor()
    await becomes('the number of codes', () => pilot.locator('.recovery-codes li').count(), 10)
    assert.deepEqual(await pageFaults(pilot), [])
    const shownIn = await pilot.evaluate("getComputedStyle(document.querySelector('.recovery-codes li')).fontFamily")
    assert.match(String(shownIn), /JetBrains Mono/)
    const [file] = await Promise.all([
      pilot.waitForEvent('download'),
      pilot.getByRole('button', { name: 'Download' }).click(),
    ])
    assert.match(await textOf(file), /Each works once\.\n\n(?:\S+\n){10}$/)
    await pilot.getByRole('button', { name: 'Print' }).waitFor()
    await pilot.getByRole('button', { name: 'I stored them' }).click()
    await pilot.getByText('10 recovery codes left.').waitFor()
    await becomes('the number of codes', () => pilot.locator('.recovery-codes li').count(), 0)
    assert.deepEqual(await pageFaults(pilot), [])
  })

  test('an administrator ends the second step, saying how they know who asks', async () => {
    await admin.goto(`${origin}/console/users`)
    await rowOfPilot()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await admin.getByRole('menuitem', { name: 'End second step' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel(/^How do you know/).fill('Called back on the known number')
    assert.deepEqual(await pageFaults(admin), [])
    await dialog.getByRole('button', { name: 'End second step' }).click()
    await dialog.waitFor({ state: 'detached' })
    await rowOfPilot().getByText('password only').waitFor()
    await admin.getByRole('button', { name: 'Require it' }).click()
    await admin.getByRole('dialog').getByText('Nobody is signed out.').waitFor()
    assert.deepEqual(await pageFaults(admin), [])
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  test('the link of a forgotten password carries its code past the server, and a new password signs in', async () => {
    const page = await demo.newPage()
    await page.goto(`${origin}/sign-in/`)
    await page.getByRole('link', { name: 'Forgotten?' }).click()
    await page.getByLabel('Email').fill(email())
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'A link was made' }).waitFor()
    await admin.goto(`${origin}/outbox/`)
    const link =
      /http:\S+\/reset\/\?reset=\w+#\w{24}/.exec((await admin.locator('main').textContent()) ?? '')?.[0] ?? ''
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(link)
    await page.getByLabel('Code from the message').waitFor({ state: 'hidden' })
    await becomes('the address without the code', () => page.url(), link.replace(/#.*/, ''))
    assert.deepEqual(await pageFaults(page), [])
    await page.getByLabel('New password').fill('a new password of mine')
    await page.getByRole('button', { name: 'Set it and sign in' }).click()
    await page.waitForURL('**/console/**')
    const code = link.slice(link.indexOf('#') + 1)
    assert.ok(
      asked.every((url) => !url.replace(/#.*/, '').includes(code)),
      'No request held the code in its address',
    )
  })
})
