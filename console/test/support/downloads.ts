/** Reads a page's download as text by streaming, because the browser may run in another process. */
import { text } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

export const textOf = async (download: Download): Promise<string> => text(await download.createReadStream())
