/** POST /console/graphql/ at the developer portal: the portal's graph for the provider's member of the session. */
import { NO_SCOPES } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { newContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import type { World } from '../../services/world.ts'
import { CONSOLE_GRAPHQL_PATH } from '../answer/page-paths.ts'
import { answerQuery, refuseAsker } from '../answer/query-answer.ts'
import { sessionPrincipal } from '../answer/session-principal.ts'
import { memberRoute } from '../guards/platform.ts'
import type { Route } from '../listening/route.ts'

export const portalQueryRoute = (
  world: World,
  queries: QueryService,
  surroundings: Surroundings,
  publicUrl: URL,
): Route<Tenant> =>
  memberRoute(
    { world, publicUrl },
    {
      method: 'POST',
      path: CONSOLE_GRAPHQL_PATH,
      endpoint: 'console',
      refuse: (exchange, _realm, error) => refuseAsker(exchange, error),
    },
    (exchange, realm, member) => {
      const { requestId, clientAddress: address, lifetime } = exchange
      const principal = sessionPrincipal(realm, member, NO_SCOPES)
      const asking = { tenant: realm, principal, requestId, address, lifetime, person: member }
      return answerQuery(exchange, queries, newContext(surroundings, asking))
    },
  )
