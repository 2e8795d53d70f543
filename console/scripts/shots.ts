/** `node console/scripts/shots.ts <folder> [part of a page's name]`: every page, narrow and wide, light and dark. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CONSOLE_PAGES, openConsolePage } from '../test/support/console-pages.ts'
import { DemoConsole } from '../test/support/demo-console.ts'
import { openSupportPage, SUPPORT_PAGES, signInStaff } from '../test/support/staff.ts'
import { Visitors } from '../test/support/visitors.ts'

const [folder, filter = ''] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Name the folder for the pictures: node console/scripts/shots.ts <folder> [part of a page’s name]')
  process.exit(1)
}
mkdirSync(folder, { recursive: true })

const demo = await DemoConsole.start()
for (const width of [320, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const visitors = new Visitors(demo, { viewport: { width, height: 900 }, colorScheme })
    for (const shown of CONSOLE_PAGES.filter(({ name }) => name.includes(filter))) {
      const page = await openConsolePage(visitors, shown)
      await page.screenshot({ path: join(folder, `${shown.name}-${width}-${colorScheme}.png`), fullPage: true })
    }
    await visitors.leave()
    const chosen = SUPPORT_PAGES.filter(({ name }) => `support-${name}`.includes(filter))
    if (chosen.length === 0) continue
    const staff = await signInStaff(demo, { viewport: { width, height: 900 }, colorScheme })
    for (const shown of chosen) {
      await openSupportPage(staff, demo, shown)
      const path = join(folder, `support-${shown.name}-${width}-${colorScheme}.png`)
      await staff.screenshot({ path, fullPage: true })
    }
    await staff.context().close()
  }
}
await demo.stop()
