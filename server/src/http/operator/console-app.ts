/**
 * GET /console/…: the built console, read once at start. Browsers may cache files with a hash in their name for ever;
 * every other path gets the application's page.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { Failure } from '../../domain/failure.ts'
import { type RandomBytes, randomText } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { consolePageHeaders } from '../../pages/security-headers.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import type { World } from '../../services/world.ts'
import { seeOther } from '../answer/page-answer.ts'
import { ACCOUNT_PATH, CONSOLE_PATH, SIGN_IN_PATH, signInToReach, withQuery } from '../answer/page-paths.ts'
import { openPage, openRoute } from '../guards/open.ts'
import { type Exchange, send } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { sessionSecret } from '../request/cookies.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

export interface BuiltConsole {
  readonly page: string
  /** A document of its own, because its editor needs another content policy; null in a build without it. */
  readonly explorerPage: string | null
  /** Keyed by path. */
  readonly files: ReadonlyMap<string, { readonly contentType: string; readonly bytes: Buffer }>
}

/** Null if the console has not been built: the server runs without it. */
export const loadConsole = (folder: string): BuiltConsole | null => {
  const pageFile = join(folder, 'index.html')
  const explorerFile = join(folder, 'explorer.html')
  if (!existsSync(pageFile)) return null
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file !== pageFile && file !== explorerFile)
    .map((file) => {
      const path = `${CONSOLE_PATH}${relative(folder, file).split(sep).join('/')}`
      const contentType = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream'
      return [path, { contentType, bytes: readFileSync(file) }] as const
    })
  const explorerPage = existsSync(explorerFile) ? readFileSync(explorerFile, 'utf8') : null
  return { page: readFileSync(pageFile, 'utf8'), explorerPage, files: new Map(files) }
}

/** Where sign-in leads if nothing else was requested. */
export const homePath = (built: BuiltConsole | null): string => (built ? CONSOLE_PATH : ACCOUNT_PATH)

/** Vite puts bundled files under assets/, with a hash of the content before the file extension. */
const isHashed = (path: string): boolean => /\/assets\/[^/]+-[\w-]{8,}\.\w+$/.test(path)

const sendFile = (exchange: Exchange, file: { contentType: string; bytes: Buffer }): void => {
  const cacheControl = isHashed(exchange.path) ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
  send(exchange, 200, { 'content-type': file.contentType, 'cache-control': cacheControl }, file.bytes)
}

const NONCE_PLACE = '__CSP_NONCE__'
const NONCE_LENGTH = 24

const sendConsolePage = (exchange: Exchange, page: string, randomBytes: RandomBytes): void => {
  const nonce = randomText(NONCE_LENGTH, randomBytes)
  const headers = { 'content-type': 'text/html; charset=utf-8', ...consolePageHeaders(nonce) }
  send(exchange, 200, headers, page.replaceAll(NONCE_PLACE, nonce))
}

export const NOT_BUILT = 'The console is not built: run "npm run build -w console" and start the server again'

export const consoleRoutes = (world: World, publicUrl: URL, built: BuiltConsole | null): readonly Route<Tenant>[] => {
  const handle = async (exchange: Exchange, tenant: Tenant): Promise<void> => {
    if (!built) throw new Failure('not_found', NOT_BUILT)
    const file = built.files.get(exchange.path)
    if (file) return sendFile(exchange, file)
    if (exchange.path.startsWith(`${CONSOLE_PATH}assets/`)) throw new Failure('not_found', 'There is no such file')
    if (!(await signedIn(world.at(tenant), sessionSecret(exchange.req)))) {
      return seeOther(exchange, signInToReach(withQuery(exchange.path, exchange.query)))
    }
    sendConsolePage(exchange, built.page, world.randomBytes)
  }
  return [
    openPage(
      publicUrl,
      'leads to the console or to sign-in',
      { method: 'GET', path: '/' },
      async (exchange, tenant) => {
        const user = await signedIn(world.at(tenant), sessionSecret(exchange.req))
        seeOther(exchange, user ? homePath(built) : SIGN_IN_PATH)
      },
    ),
    openRoute(
      'public files; the page itself leads to sign-in',
      { method: 'GET', path: `${CONSOLE_PATH}*`, endpoint: 'pages' },
      handle,
    ),
  ]
}
