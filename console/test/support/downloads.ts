/** What a page gave to save, as text; the browser may run in another process, so it is streamed. */
import { text } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

export const textOf = async (download: Download): Promise<string> => text(await download.createReadStream())
