/**
 * GET /console/explorer/: the page to write queries in (portals §4). Anybody may open it: what it sends is answered for
 * the administrator's session or for a token that the person pastes, by the same endpoints as ever.
 */
import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { html } from '../../pages/html.ts'
import { explorerPageHeaders } from '../../pages/security-headers.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import type { World } from '../../services/world.ts'
import { type BuiltConsole, NOT_BUILT } from '../answer/built-console.ts'
import { EXPLORER_PATH } from '../answer/page-paths.ts'
import { openPage } from '../guards/open.ts'
import { send } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { sessionSecret } from '../request/cookies.ts'

/** Where the page says at which operator it is, and whether an administrator is signed in. */
const FACTS_PLACE = '__EXPLORER_FACTS__'

export const explorerRoute = (world: World, publicUrl: URL, built: BuiltConsole | null): Route<Tenant> =>
  openPage(
    publicUrl,
    'a query needs a token or a session',
    { method: 'GET', path: EXPLORER_PATH },
    async (exchange, tenant, { place }) => {
      if (!built?.explorerPage) throw new Failure('not_found', NOT_BUILT)
      const person = await signedIn(world.at(tenant), sessionSecret(exchange.req))
      const { operatorName, host, environment } = place
      const facts = JSON.stringify({ operatorName, host, environment, isAdmin: person?.isAdmin ?? false })
      const headers = { 'content-type': 'text/html; charset=utf-8', ...explorerPageHeaders() }
      // A function, because a name may hold what `replace` takes for a pattern.
      send(
        exchange,
        200,
        headers,
        built.explorerPage.replace(FACTS_PLACE, () => html`${facts}`.toString()),
      )
    },
  )
