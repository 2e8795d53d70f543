/**
 * GET /console/explorer/: the page to write queries in (portals §4). Anybody may open it: what it sends is answered for
 * the administrator's session or for a token that the person pastes, by the same endpoints as ever.
 */
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import type { BuiltConsole } from '../answer/built-console.ts'
import { sendExplorer } from '../answer/explorer-page.ts'
import { EXPLORER_PATH } from '../answer/page-paths.ts'
import { type Doorway, openPage } from '../guards/open.ts'
import type { Route } from '../listening/route.ts'
import { sessionSecret } from '../request/cookies.ts'

export const explorerRoute = (doorway: Doorway, built: BuiltConsole | null): Route<Tenant> =>
  openPage(
    doorway,
    'a query needs a token or a session',
    { method: 'GET', path: EXPLORER_PATH },
    async ({ exchange, tenant, site, world }) => {
      const { operatorName, host, environment } = site.place
      const person = await signedIn(world.at(tenant), sessionSecret(exchange.req))
      const who = { isSignedIn: person !== null, isAdmin: person?.isAdmin ?? false }
      sendExplorer(exchange, built, { operatorName, host, environment, ...who, providerName: null })
    },
  )
