/** One source for each number: what stands on a page in two places says the same in both. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { signInStaff } from './support/staff.ts'

/** "13,056" */
const numberIn = (text: string): number => Number(/[\d,]+/.exec(text)?.[0]?.replaceAll(',', '') ?? Number.NaN)

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Of a page that lists them. */
const applicationsOf = async (page: Page): Promise<string[]> => {
  const links = page.getByRole('main').locator('a[href*="/console/applications/app_"]')
  await links.first().waitFor()
  const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return [...new Set(places.map((place) => /app_\w+/.exec(place)?.[0] ?? ''))]
}

/** As the arrow keys read them. */
const p95OfDays = async (chart: Locator): Promise<number[]> => {
  await chart.focus()
  await chart.press('Home')
  const count = Number(await chart.getAttribute('aria-valuemax'))
  const days: number[] = []
  for (let day = 1; day <= count; day += 1) {
    let text = ''
    const read = async () => {
      text = (await chart.getAttribute('aria-valuetext')) ?? ''
      return `${await chart.getAttribute('aria-valuenow')} ${text}`
    }
    await becomes('the day', read, new RegExp(`^${day} .*p95 `))
    const [, value] = /p95 (\d+) ms/.exec(text) ?? []
    if (value !== undefined) days.push(Number(value))
    await chart.press('ArrowRight')
  }
  return days
}

describe('numbers of the demo, as pages show them', () => {
  let demo: DemoConsole
  let tom: Page
  before(async () => {
    demo = await DemoConsole.start()
    const developer = demo.show.platform?.developer ?? assert.fail('the demo has a provider')
    tom = await demo.newPage()
    await tom.goto(`${demo.platformOrigin('developers')}/console/`)
    await tom.getByLabel('Email').fill(developer.email)
    await tom.getByLabel('Password').fill(developer.password)
    await tom.keyboard.press('Enter')
    await tom.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
  })
  after(() => demo.stop())

  /** Its figures. */
  const openUsage = async (clientId: string): Promise<Locator> => {
    await tom.goto(`${demo.platformOrigin('developers')}/console/applications/${clientId}/usage`)
    const figures = tom.locator('.strip')
    await figures.getByText('Requests, 14 d').waitFor()
    return figures
  }

  test('requests in all, by outcome, by operator and by error add up on the usage page of every application', async () => {
    const names = await applicationsOf(tom)
    assert.ok(names.length > 3, 'the demo’s provider has several applications')
    let shown = 0
    for (const clientId of names) {
      const figures = await openUsage(clientId)
      const all = numberIn((await figures.locator('dd').first().textContent()) ?? '')
      const legend = await tom.locator('.legend.number').first().textContent()
      const outcomes = Object.fromEntries(
        [...(legend ?? '').matchAll(/([a-z]+) ([\d,]+)/g)].map(([, word, count]) => [word, numberIn(count ?? '')]),
      )
      assert.equal(sum(Object.values(outcomes)), all, `${clientId}: ${legend} of ${all}`)
      const column = (label: string, at: string) =>
        tom.getByRole('table', { name: label }).locator(`[data-label="${at}"]`).allTextContents()
      const perOperator = (await column('Operators connected', 'Requests')).map(numberIn)
      assert.equal(sum(perOperator), all, `${clientId}: by operator`)
      const perCode = (await column('Errors by code', 'Times')).map(numberIn)
      assert.equal(sum(perCode), all - (outcomes.answered ?? 0), `${clientId}: by code`)
      if (all > 0) shown += 1
    }
    assert.ok(shown > 1, 'some of them are used')
  })

  test('“95 % in N ms” is the number of the latency chart, and lies between the lowest and the highest p95 of its days', async () => {
    let drawn = 0
    await tom.goto(`${demo.platformOrigin('developers')}/console/`)
    for (const clientId of await applicationsOf(tom)) {
      await openUsage(clientId)
      const text = (await tom.locator('.strip').textContent()) ?? ''
      const chart = tom.getByRole('slider', { name: /^Latency by day/ })
      const [, stated] = /95 % in ([\d,]+) ms/.exec(text) ?? []
      if (stated === undefined) continue
      const all = numberIn(stated)
      const caption = (await chart.getAttribute('aria-label')) ?? ''
      assert.equal(numberIn(/95 percent within ([\d,]+) ms/.exec(caption)?.[1] ?? ''), all, caption)
      const days = await p95OfDays(chart)
      assert.ok(days.length > 0, `${clientId}: a day is drawn`)
      assert.ok(all >= Math.min(...days) && all <= Math.max(...days), `${clientId}: ${all} of ${days}`)
      drawn += 1
    }
    assert.ok(drawn > 1, 'some of them have a latency')
  })

  test('no dossier counts more requests of a scope than the application made, nor more used scopes than asked ones', async () => {
    const staff = await signInStaff(demo)
    await staff.goto(`${demo.platformOrigin('support')}/console/applications`)
    const links = staff.getByRole('main').locator('a[href*="/console/applications/app_"]')
    await links.first().waitFor()
    const places = await links.evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href') ?? ''))])
    let used = 0
    for (const place of places) {
      await staff.goto(`${demo.platformOrigin('support')}${place}`)
      const figures = staff.locator('.strip').filter({ hasText: 'Scopes used' })
      await figures.waitFor()
      const [all = Number.NaN, , , usedScopes = Number.NaN] = (await figures.locator('dd').allTextContents()).map(
        numberIn,
      )
      const asked = numberIn(/of (\d+) asked/.exec((await figures.textContent()) ?? '')?.[1] ?? '')
      assert.ok(usedScopes <= asked, `${place}: ${usedScopes} of ${asked} scopes`)
      const uses = await staff.getByRole('table', { name: 'Scopes' }).locator('.use-bar').allTextContents()
      for (const count of uses.map(numberIn)) {
        assert.ok(count <= all, `${place}: ${count} of ${all} requests`)
        used += 1
      }
    }
    assert.ok(used > 3, 'some of them used scopes')
    await staff.context().close()
  })

  test('what was answered in time is no more than what was asked, and less where something still waits', async () => {
    const staff = await signInStaff(demo)
    const figure = staff.locator('.strip > *').filter({ hasText: 'First answers' })
    await figure.waitFor()
    const text = (await figure.textContent()) ?? ''
    const [, inTime, due] = /([\d,]+) of ([\d,]+)/.exec(text) ?? assert.fail(text)
    assert.ok(numberIn(due ?? '') > 0 && numberIn(inTime ?? '') <= numberIn(due ?? ''), text)
    if (/still wait/.test(text)) assert.notEqual(inTime, due, text)
    await staff.context().close()
  })
})
