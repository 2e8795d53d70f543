/** The files that pages refer to, read once at start: a closed list, so that no path of a request reaches the disk. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { COPY_SCRIPT } from './copy-button.ts'
import { HAND_OVER_SCRIPT } from './hand-over-script.ts'
import { PASSKEY_SCRIPT } from './passkey-script.ts'
import { RECOVERY_SCRIPT } from './recovery-script.ts'

export interface Asset {
  readonly contentType: string
  readonly bytes: Buffer
  readonly etag: string
  readonly cacheControl: string
}

/** Revalidated on every use (304 by ETag), so that a page is never shown with the style of another release. */
const REVALIDATED = 'no-cache'
/** Files whose content does not change under their name. */
const KEPT_A_WEEK = 'public, max-age=604800'

/** One stylesheet for the browser, built from one file per concern. */
const STYLE_FILES = ['1-base', '2-parts', '3-frame', '4-sign-in', '5-consent', '6-panels', '7-landing', '8-confirm']

const INTER = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
const JETBRAINS_MONO = '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'

const read = (name: string): Buffer => readFileSync(new URL(`./assets/${name}`, import.meta.url))
const readOfPackage = (file: string): Buffer => readFileSync(new URL(import.meta.resolve(file)))

const asset = (bytes: Buffer, contentType: string, cacheControl: string): Asset => {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { contentType, bytes, etag, cacheControl }
}

export const loadPageAssets = (): ReadonlyMap<string, Asset> => {
  const style = Buffer.concat(STYLE_FILES.map((name) => read(`${name}.css`)))
  return new Map([
    ['/assets/pages.css', asset(style, 'text/css; charset=utf-8', REVALIDATED)],
    [PASSKEY_SCRIPT, asset(read('passkey.js'), 'text/javascript; charset=utf-8', REVALIDATED)],
    [HAND_OVER_SCRIPT, asset(read('hand-over.js'), 'text/javascript; charset=utf-8', REVALIDATED)],
    [COPY_SCRIPT, asset(read('copy.js'), 'text/javascript; charset=utf-8', REVALIDATED)],
    ['/assets/docs.css', asset(read('docs.css'), 'text/css; charset=utf-8', REVALIDATED)],
    ['/assets/docs.js', asset(read('docs.js'), 'text/javascript; charset=utf-8', REVALIDATED)],
    [RECOVERY_SCRIPT, asset(read('recovery.js'), 'text/javascript; charset=utf-8', REVALIDATED)],
    ['/assets/mark.svg', asset(read('mark.svg'), 'image/svg+xml', KEPT_A_WEEK)],
    ['/assets/inter.woff2', asset(readOfPackage(INTER), 'font/woff2', KEPT_A_WEEK)],
    ['/assets/jetbrains-mono.woff2', asset(readOfPackage(JETBRAINS_MONO), 'font/woff2', KEPT_A_WEEK)],
  ])
}
