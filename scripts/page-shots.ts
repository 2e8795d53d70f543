/**
 * `node scripts/page-shots.ts <folder>` takes a screenshot of every page and variant, narrow and wide, light and dark.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from '../server/test/support/chromium.ts'
import { startGalleryServer } from '../server/test/support/gallery-server.ts'
import { PAGE_GALLERY } from '../server/test/support/page-gallery.ts'

const [folder, filter = ''] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Name the folder for the pictures: node scripts/page-shots.ts <folder> [part of a page’s name]')
  process.exit(1)
}
mkdirSync(folder, { recursive: true })

const server = await startGalleryServer()
const browser = await launchChromium()
for (const width of [320, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
    for (const { name } of PAGE_GALLERY.filter((entry) => entry.name.includes(filter))) {
      await page.goto(`${server.origin}/${name}`)
      await page.evaluate('document.fonts.ready')
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
    await page.close()
  }
}
await browser.close()
await server.close()
