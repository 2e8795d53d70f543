/** Doors that do not open, in a real browser: each says why, and what to do. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { runCommand } from '../../server/test/support/server-process.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'

const REASON = 'Two invoices are open'

describe('doors that do not open, in a browser', () => {
  let demo: DemoConsole
  before(async () => {
    demo = await DemoConsole.start()
  })
  after(() => demo.stop())

  test('the address of a suspended operator says since when, what stands still and whom to write to, and the reason to its administrator alone', async () => {
    const liberty = demo.tenant('liberty', 'production')
    const origin = demo.origin(liberty)
    const host = (step: string) =>
      runCommand(['operator', step, 'liberty', '--reason', REASON, '--yes'], demo.environment)
    await host('suspend')
    const stranger = await demo.newPage()
    assert.equal((await stranger.goto(`${origin}/console/`))?.status(), 403)
    await stranger.getByRole('heading', { name: /is suspended/ }).waitFor()
    await stranger.getByText(String(new Date().getUTCFullYear())).first().waitFor()
    await stranger.getByText('no application and no key gets an answer').waitFor()
    await stranger.locator('a[href^="mailto:"]').first().waitFor()
    assert.equal(await stranger.getByText(REASON).count(), 0)
    assert.deepEqual(await pageFaults(stranger), [])
    await stranger.getByRole('link', { name: /Sign in/ }).click()
    for (const [email, reasons] of [
      [liberty.pilot, 0],
      [liberty.admin, 1],
    ] as const) {
      const person = await demo.newPage()
      await person.goto(`${origin}/sign-in/`)
      await person.getByLabel('Email').fill(email)
      await person.getByLabel('Password').fill(liberty.password)
      await person.keyboard.press('Enter')
      await person.getByRole('heading', { name: /is suspended/ }).waitFor()
      await becomes(`the reason, shown to ${email}`, () => person.getByText(REASON).count(), reasons)
      assert.deepEqual(await pageFaults(person), [])
      await person.context().close()
    }
    await host('resume')
    await stranger.goto(`${origin}/sign-in/`)
    await stranger.getByLabel('Email').waitFor()
    await stranger.context().close()
  })

  test('a mistyped operator leads to the one that is nearly what was typed, and a strange name to the first page', async () => {
    const alpine = demo.origin(demo.tenant('alpine', 'production'))
    const mistyped = alpine.replace('alpine', 'alpne')
    const page = await demo.newPage()
    await page.goto(alpine.replace('alpine', 'zeppelin'))
    await page.getByRole('heading', { name: 'There is no operator “zeppelin” here' }).waitFor()
    assert.equal(await page.getByText('Did you mean').count(), 0)
    await page.getByRole('link', { name: 'Go to Airside’s first page' }).waitFor()
    await page.goto(`${alpine}/sign-in/`)
    await page.goto(mistyped)
    await page.getByText('Did you mean').waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await page.getByRole('link', { name: /^alpine\.localhost/ }).click()
    await page.getByLabel('Email').waitFor()
    assert.ok(page.url().startsWith(alpine), page.url())
    await page.context().close()
  })

  test('a forgotten password in the demo shows the link of the person who was typed, and it sets another', async () => {
    const northsea = demo.tenant('northsea', 'production')
    const page = await demo.newPage()
    const forget = async (email: string) => {
      await page.goto(`${demo.origin(northsea)}/sign-in/`)
      await page.getByRole('link', { name: 'Forgotten?' }).click()
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await forget('nobody@northsea.example')
    await page.getByText('nobody@northsea.example').first().waitFor()
    assert.equal(await page.locator('a[href*="/reset/"]').count(), 0, 'nobody’s link is shown')
    await forget(northsea.pilot)
    assert.deepEqual(await pageFaults(page), [])
    await page.locator('a[href*="/reset/"]').click()
    await page.getByLabel('New password').fill('a new password of mine')
    await page.getByRole('button', { name: 'Set it and sign in' }).click()
    await page.waitForURL('**/console/**')
    await page.context().close()
  })
})
