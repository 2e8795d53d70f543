/** GET /docs/… at the developer portal: the documentation, for everybody; /llms.txt and /llms-full.txt for programs. */

import { createHash } from 'node:crypto'
import type { Documentation, Site } from '../../documentation/site.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { pageSecurityHeaders } from '../../pages/security-headers.ts'
import { networkOf } from '../../services/identity/guess-brake.ts'
import { signedInMember } from '../../services/providers/members.ts'
import { newestApplicationOf } from '../../services/providers/own-application.ts'
import { shownSandboxOf } from '../../services/providers/sandbox.ts'
import { brakeSender, type Pace } from '../../services/request-brake.ts'
import { seeOther } from '../answer/page-answer.ts'
import { StaticFile } from '../answer/static-file.ts'
import { type Doorway, type OpenVisit, openPage } from '../guards/open.ts'
import { type Exchange, NO_STORE, send, sendJson } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { sessionSecret } from '../request/cookies.ts'
import { queryParameters } from '../request/query-parameters.ts'

const WHY = 'documentation is public'
const SEARCH_PATH = '/docs/search/'
const OWN_PATH = '/docs/own.json'

/** A link checker may read on; made at this pace, pages take a fifth of a processor (threats row 606). */
const MAKING: Pace = { burst: 300, perSecond: 20 }

/** Pages change with a release only, so they may be kept for a minute; the browser asks again after that. */
const headers = (): Record<string, string> => ({
  ...pageSecurityHeaders('stays', true),
  'Cache-Control': 'public, max-age=60',
})

/** People type addresses of pages; the rule that a path has its slash is for programs (access-model §2). */
const toSlash = (exchange: Exchange): void => {
  const query = exchange.query === '' ? '' : `?${exchange.query}`
  seeOther(exchange, `${exchange.path}/${query}`)
}

const etagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

export const documentationRoutes = (doorway: Doorway, documentation: Documentation): readonly Route<Tenant>[] => {
  /** By path, with what they are compressed to: at most 30 MB, once somebody has read all pages in each encoding. */
  const kept = new Map<string, StaticFile>()
  const make = (path: string, site: Site): StaticFile | null => {
    const file = site.file(path)
    if (!file) return null
    const bytes = Buffer.from(file.text)
    const made = new StaticFile(file.contentType, bytes, etagOf(bytes))
    kept.set(path, made)
    return made
  }
  const sendPath = async ({ exchange, tenant, world }: OpenVisit): Promise<void> => {
    const { path } = exchange
    const known = kept.get(path)
    if (known) return known.send(exchange, headers())
    const site = await documentation.opened()
    if (site.has(`${path}/`)) return toSlash(exchange)
    const sender = `documentation pages ${networkOf(exchange.clientAddress)}`
    brakeSender(
      world.at(tenant),
      sender,
      'There were too many requests for pages from your network: wait, then try again',
      MAKING,
    )
    const file = make(path, site)
    if (file) return file.send(exchange, headers())
    const { contentType, text } = site.missing(path)
    send(exchange, 404, { 'content-type': contentType, ...headers(), 'cache-control': 'no-store' }, text)
  }
  /** Anybody may search, and each search goes through all pages (threats row 447). */
  const sendSearch = async ({ exchange, tenant, world }: OpenVisit): Promise<void> => {
    const sender = `documentation ${networkOf(exchange.clientAddress)}`
    brakeSender(world.at(tenant), sender, 'There were too many searches from your network: wait, then try again')
    const site = await documentation.opened()
    const { contentType, text } = site.search(queryParameters(exchange.query).get('q') ?? '')
    send(exchange, 200, { 'content-type': contentType, ...headers(), 'cache-control': 'no-store' }, text)
  }
  /** Whose sandbox and application the examples name; 204 for whoever is not signed in or has no sandbox. */
  const sendOwn = async ({ exchange, tenant, world }: OpenVisit): Promise<void> => {
    const member = await signedInMember(world.at(tenant), sessionSecret(exchange.req))
    const sandbox = member && (await shownSandboxOf(world.storage.platform, member.provider))
    if (!sandbox) return send(exchange, 204, { 'cache-control': 'no-store' }, '')
    const { host } = new URL(originOf(doorway.publicUrl, sandbox.operatorId, 'sandbox'))
    const application = await newestApplicationOf(world.storage.platform, member.provider)
    sendJson(exchange, 200, { name: sandbox.operatorId, host, clientId: application?.client_id }, NO_STORE)
  }
  return [
    openPage(
      doorway,
      'names the sandbox and application of the session alone',
      { method: 'GET', path: OWN_PATH },
      sendOwn,
    ),
    openPage(doorway, WHY, { method: 'GET', path: SEARCH_PATH }, sendSearch),
    ...['/docs', '/docs/search'].map((path) =>
      openPage(doorway, 'leads to the slash', { method: 'GET', path }, async ({ exchange }) => toSlash(exchange)),
    ),
    ...['/docs/*', '/docs.md', '/llms.txt', '/llms-full.txt'].map((path) =>
      openPage(doorway, WHY, { method: 'GET', path }, sendPath),
    ),
  ]
}
