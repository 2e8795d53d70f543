/** `npm run pictures`: the pictures of the README, taken from the demo and the gallery of pages, light and dark. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startGalleryServer } from '../../server/test/support/gallery-server.ts'
import { DemoConsole } from '../test/support/demo-console.ts'

const FOLDER = new URL('../../docs/pictures/', import.meta.url).pathname
/** The demo's application in test mode. */
const APPLICATION = 'Turnpoint'
const VIEWPORT = { width: 1280, height: 760 }

mkdirSync(FOLDER, { recursive: true })
const gallery = await startGalleryServer()
const demo = await DemoConsole.start()

type Look = { readonly viewport: typeof VIEWPORT; readonly colorScheme: 'light' | 'dark' }

const PICTURES: Readonly<Record<string, (look: Look) => Promise<Page>>> = {
  consent: async (look) => {
    const page = await demo.newPage(look)
    await page.goto(`${gallery.origin}/consent-production`)
    return page
  },
  'add-ons': async (look) => {
    const alpine = demo.tenant('alpine', 'production')
    const page = await demo.signIn(alpine, alpine.admin, look)
    await page.getByRole('table', { name: 'Connected applications' }).waitFor()
    return page
  },
  connect: async (look) => {
    const developer = demo.show.platform?.developer
    if (developer === undefined) throw new Error('The demo has no developer')
    const page = await demo.newPage(look)
    await page.goto(`${demo.platformOrigin('developers')}/console/`)
    await page.getByLabel('Email').fill(developer.email)
    await page.getByLabel('Password').fill(developer.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: APPLICATION }).first().click()
    await page.getByRole('link', { name: 'Connect', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: `${APPLICATION}: connect` }).waitFor()
    return page
  },
}

for (const [name, open] of Object.entries(PICTURES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open({ viewport: VIEWPORT, colorScheme })
    await page.waitForLoadState('networkidle')
    await page.evaluate('document.fonts.ready')
    await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) })
    await page.context().close()
  }
}
await demo.stop()
await gallery.close()
