/**
 * POST /console/graphql/: the same schema and gate, with the signed-in user as the principal (access-model §7, §10).
 */

import { userScopes } from '../../domain/identity/user-scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { newContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import { type SignedIn, sessionEnd } from '../../services/identity/sessions.ts'
import { bucketKeyOf, type Principal } from '../../services/principal.ts'
import type { World } from '../../services/world.ts'
import { CONSOLE_GRAPHQL_PATH } from '../answer/page-paths.ts'
import { answerQuery, refuseAsker } from '../answer/query-answer.ts'
import { sessionRoute } from '../guards/session.ts'
import type { Route } from '../listening/route.ts'

const principalOf = ({ tenantId }: Tenant, { user, session }: SignedIn): Principal => ({
  tenantId,
  actorKey: user.user_id,
  bucketKey: bucketKeyOf(tenantId, user.user_id),
  credential: { kind: 'session', hash: session.hash },
  kind: 'user',
  scopes: userScopes(user.role_list.split(' ')),
  issuedAt: 0,
  expiresAt: sessionEnd(session),
  clientId: null,
  applicationName: null,
  applicationKind: null,
  isPersonal: false,
  userId: user.user_id,
  aircraftIds: null,
})

/**
 * Queries and mutations both come here, so every request must come from a page of this address. Users' changes are in
 * the audit log; their requests are not counted as usage.
 */
export const consoleQueryRoute = (
  world: World,
  queries: QueryService,
  surroundings: Surroundings,
  publicUrl: URL,
): Route<Tenant> =>
  sessionRoute(
    { world, publicUrl },
    {
      method: 'POST',
      path: CONSOLE_GRAPHQL_PATH,
      endpoint: 'console',
      refuse: (exchange, _tenant, error) => refuseAsker(exchange, error),
    },
    (exchange, tenant, user) => {
      const principal = principalOf(tenant, user)
      const { requestId, clientAddress: address, lifetime } = exchange
      const asking = { tenant, principal, requestId, address, lifetime, person: user }
      return answerQuery(exchange, queries, newContext(surroundings, asking))
    },
  )
