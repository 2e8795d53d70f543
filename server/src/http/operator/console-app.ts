/**
 * GET /console/…: the built console. Browsers may cache files with a hash in their name for ever;
 * every other path gets the application's page.
 */
import { Failure } from '../../domain/failure.ts'
import { type RandomBytes, randomText } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { html } from '../../pages/html.ts'
import type { PagePlace } from '../../pages/layout.ts'
import { consolePageHeaders } from '../../pages/security-headers.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import { forStranger } from '../../services/world.ts'
import { type BuiltConsole, NOT_BUILT } from '../answer/built-console.ts'
import { seeOther, siteOf } from '../answer/page-answer.ts'
import { ACCOUNT_PATH, CONSOLE_PATH, SIGN_IN_PATH, signInToReach, withQuery } from '../answer/page-paths.ts'
import type { StaticFile } from '../answer/static-file.ts'
import { type Doorway, openPage, openRoute } from '../guards/open.ts'
import { type Exchange, send } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { sessionSecret } from '../request/cookies.ts'

/** Where sign-in leads if nothing else was requested. */
export const homePath = (built: BuiltConsole | null): string => (built ? CONSOLE_PATH : ACCOUNT_PATH)

/** Vite puts bundled files under assets/, with a hash of the content before the file extension. */
const isHashed = (path: string): boolean => /\/assets\/[^/]+-[\w-]{8,}\.\w+$/.test(path)

const sendFile = (exchange: Exchange, file: StaticFile): Promise<void> => {
  const cacheControl = isHashed(exchange.path) ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
  return file.send(exchange, { 'cache-control': cacheControl })
}

/** Where people report: neither line nor span says who was there (data §11.2). */
const OWN_REPORTS_PATH = `${CONSOLE_PATH}my-reports`

const NONCE_PLACE = '__CSP_NONCE__'
const NONCE_LENGTH = 24

/** Whose address it is stands in the frame of the page before any script has come. */
const PLACE_NAME = '__PLACE_NAME__'
const PLACE_HOST = '__PLACE_HOST__'

const sendConsolePage = (exchange: Exchange, page: string, place: PagePlace, randomBytes: RandomBytes): void => {
  const nonce = randomText(NONCE_LENGTH, randomBytes)
  const headers = { 'content-type': 'text/html; charset=utf-8', ...consolePageHeaders(nonce) }
  const text = page
    .replaceAll(NONCE_PLACE, nonce)
    .replace(PLACE_HOST, () => place.host.split('.').join('.<wbr>'))
    .replace(PLACE_NAME, () => String(html`${place.operatorName}`))
  send(exchange, 200, headers, text)
}

export const consoleRoutes = (doorway: Doorway, built: BuiltConsole | null): readonly Route<Tenant>[] => {
  const handle = async (exchange: Exchange, tenant: Tenant): Promise<void> => {
    const world = forStranger(doorway.world, exchange.lifetime)
    if (!built) throw new Failure('not_found', NOT_BUILT)
    const file = built.files.get(exchange.path)
    if (file) {
      // Which part of the console somebody loads tells what they are about to do (data §11.2).
      exchange.noted.leavesNoTrace = true
      return sendFile(exchange, file)
    }
    if (exchange.path.startsWith(`${CONSOLE_PATH}assets/`)) throw new Failure('not_found', 'There is no such file')
    if (!(await signedIn(world.at(tenant), sessionSecret(exchange.req)))) {
      return seeOther(exchange, signInToReach(withQuery(exchange.path, exchange.query)))
    }
    if (exchange.path.startsWith(OWN_REPORTS_PATH)) exchange.noted.leavesNoTrace = true
    const { place } = siteOf(doorway.publicUrl, tenant)
    sendConsolePage(exchange, built.platformPages.get(tenant.operatorId) ?? built.page, place, world.randomBytes)
  }
  return [
    openPage(
      doorway,
      'leads to the console or to sign-in',
      { method: 'GET', path: '/' },
      async ({ exchange, tenant, world }) => {
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
