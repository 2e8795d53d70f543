/**
 * Every page in both themes, narrow and wide: axe finds nothing, nothing scrolls sideways, nothing is loaded from
 * elsewhere.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { CONSOLE_PAGES, openConsolePage } from './support/console-pages.ts'
import { DemoConsole } from './support/demo-console.ts'
import { type Visitor, Visitors } from './support/visitors.ts'
import { type Watch, watch } from './support/watch.ts'

/** A lost connection is what that page is about; the browser says so too. */
const isExpected = (complaint: string): boolean => complaint.includes('net::ERR_FAILED')

describe('the console', () => {
  let demo: DemoConsole
  let visitors: Visitors
  const seen = new Map<Page, Watch>()
  before(async () => {
    demo = await DemoConsole.start()
    visitors = new Visitors(demo)
  })
  after(() => demo.stop())

  const watchOf = async (visitor: Visitor): Promise<Watch> => {
    const page = await visitors.page(visitor)
    const watched = seen.get(page) ?? watch(page, visitors.origin(visitor))
    seen.set(page, watched)
    return watched
  }

  for (const shown of CONSOLE_PAGES) {
    test(`${shown.name} has no faults at 320 and 1280 px, light and dark`, async () => {
      const { complaints } = await watchOf(shown.visitor ?? 'administrator')
      complaints.length = 0
      const page = await openConsolePage(visitors, shown)
      assert.deepEqual(await pageFaults(page), [])
      assert.deepEqual(
        complaints.filter((complaint) => !isExpected(complaint)),
        [],
      )
    })
  }

  test('no page of the console sent a request to another host', () => {
    assert.ok(seen.size >= 4, 'every visitor was watched')
    assert.deepEqual(
      [...seen.values()].flatMap(({ strangers }) => strangers),
      [],
    )
  })
})
